package rebound.soak.selftest;

import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import rebound.soak.selftest.server.Fault;
import rebound.soak.selftest.server.FaultyServer;
import rebound.soak.selftest.server.SlotServer;
import rebound.soak.target.TargetSpec;

/// The target file of a faulty server.
final class FaultyTarget {
  /// The heap is touched beforehand and nothing is compiled, so that what grows is the fault alone.
  private static final List<String> LEVEL =
      List.of("-Xint", "-XX:+UseSerialGC", "-Xms24m", "-Xmx24m", "-XX:+AlwaysPreTouch");

  /// As servers usually run.
  private static final List<String> USUAL = List.of("-XX:+UseSerialGC", "-Xmx64m");

  private FaultyTarget() {}

  /// A server with a fault, whose memory is level apart from it.
  static TargetSpec level(Fault fault, double scale) {
    return spec(LEVEL, fault, scale);
  }

  /// A server without a fault, as fast as it can be.
  static TargetSpec usual() {
    return spec(USUAL, Fault.NONE, 1);
  }

  /// A server that works on so many requests at once, each for the same time.
  static TargetSpec slots(int slots, long serviceMicros) {
    List<String> command = command(USUAL, SlotServer.class);
    command.addAll(List.of(String.valueOf(slots), String.valueOf(serviceMicros)));
    command.add("--end-with-stdin");
    return spec("slots", "a server of known capacity", command);
  }

  private static TargetSpec spec(List<String> flags, Fault fault, double scale) {
    List<String> command = command(flags, FaultyServer.class);
    command.addAll(List.of("--fault", fault.option()));
    command.addAll(List.of("--scale", String.format(Locale.ROOT, "%s", scale)));
    command.add("--end-with-stdin");
    return spec("faulty", "a server with a fault built in", command);
  }

  private static List<String> command(List<String> flags, Class<?> main) {
    List<String> command = new ArrayList<>(List.of("{java}"));
    command.addAll(flags);
    command.addAll(List.of("-cp", classes().toString(), main.getName()));
    return command;
  }

  private static TargetSpec spec(String name, String answers, List<String> command) {
    return new TargetSpec(
        name,
        answers,
        command,
        Path.of("."),
        List.of(),
        List.of(),
        Map.of("MALLOC_ARENA_MAX", "1"),
        new TargetSpec.Ready("/health", Duration.ofSeconds(60), true),
        Map.of(),
        OptionalInt.empty(),
        "/health",
        Optional.empty(),
        Optional.empty(),
        List.of(),
        List.of(),
        Optional.empty(),
        false);
  }

  /// The jar or folder that this very class was loaded from.
  private static Path classes() {
    try {
      return Path.of(
          FaultyServer.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException("the place of the self-test's classes is no path", e);
    }
  }
}
