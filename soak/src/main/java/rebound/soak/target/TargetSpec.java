package rebound.soak.target;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What a target file says.
///
/// @param name matches `[a-z0-9-]+`
/// @param answers what it is, for lists
/// @param command program and arguments, with placeholders
/// @param directory where it runs
/// @param install what is run once, and again when its lock file has changed; empty for nothing
/// @param environment variables, with placeholders
/// @param ready how it shows that it serves
/// @param routes a plan's routes to paths of this target; `none` where it has no such route
/// @param probePath asked by the liveness probe
/// @param throughPath asked by the liveness probe that goes through the dependency
public record TargetSpec(
    String name,
    String answers,
    List<String> command,
    Path directory,
    List<String> install,
    Map<String, String> environment,
    Ready ready,
    Map<String, String> routes,
    String probePath,
    Optional<String> throughPath) {

  /// A target without this route.
  public static final String NO_ROUTE = "none";

  /// Copies the lists.
  public TargetSpec {
    command = List.copyOf(command);
    install = List.copyOf(install);
    environment = Map.copyOf(environment);
    routes = Map.copyOf(routes);
  }

  /// How a target shows that it serves.
  ///
  /// @param path asked until it answers 200
  /// @param within how long that may take
  /// @param line true when it prints a ready line with the port that it chose
  public record Ready(String path, Duration within, boolean line) {}

  /// True when the target wants the fake database beside it.
  public boolean wantsDatabase() {
    return command.stream().anyMatch(TargetSpec::namesDatabase)
        || environment.values().stream().anyMatch(TargetSpec::namesDatabase);
  }

  /// True when the process ends by itself at the end of its standard input.
  boolean endsWithStdin() {
    return command.contains("--end-with-stdin");
  }

  private static boolean namesDatabase(String text) {
    return text.contains("{fakeDb.");
  }
}
