package rebound.soak.planfile;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import rebound.chaos.network.toxic.Bandwidth;
import rebound.chaos.network.toxic.Direction;
import rebound.chaos.network.toxic.Latency;
import rebound.chaos.network.toxic.LimitData;
import rebound.chaos.network.toxic.Noop;
import rebound.chaos.network.toxic.ResetPeer;
import rebound.chaos.network.toxic.Slicer;
import rebound.chaos.network.toxic.SlowClose;
import rebound.chaos.network.toxic.Timeout;
import rebound.chaos.network.toxic.Toxic;
import rebound.soak.plan.FaultPlan;
import rebound.soak.plan.FaultPlan.Harm;

/// Reads one fault of a phase: `{toxic: …}`, `{process: …}` or `{database: …}`, with `at` and
// `for`.
final class FaultReader {
  private static final String TOXICS =
      "latency, bandwidth, slow_close, timeout, reset_peer, slicer, limit_data, noop or down";

  private FaultReader() {}

  /// Reads a fault.
  ///
  /// @param phase the phase's duration, within which it has to begin and end
  /// @return null when it is too wrong to stand for anything; the complaints say why
  static FaultPlan read(Section section, Duration phase) {
    Harm harm = section.build(null, () -> harm(section));
    Duration at = section.duration("at", Duration.ZERO);
    Optional<Duration> lasting = Optional.ofNullable(section.duration("for", null));
    section.done();
    if (at.plus(lasting.orElse(Duration.ofNanos(1))).compareTo(phase) > 0) {
      section.complain(
          "at",
          section.path()
              + " lasts from "
              + Units.write(at)
              + lasting.map(it -> " for " + Units.write(it)).orElse("")
              + ", past the phase's "
              + Units.write(phase)
              + ": let it begin or end earlier");
    }
    return harm == null ? null : new FaultPlan(harm, at, lasting);
  }

  /// Reads what is done, without when.
  ///
  /// @return null when it is too wrong to stand for anything; the complaints say why
  static Harm harmOf(Section section) {
    Harm harm = section.build(null, () -> harm(section));
    section.done();
    return harm;
  }

  private static Harm harm(Section section) {
    if (section.has("toxic")) {
      return network(section);
    }
    if (section.has("process")) {
      return process(section);
    }
    if (section.has("database")) {
      return database(section);
    }
    section.complain("toxic", section.path() + " names no harm: write toxic, process or database");
    return null;
  }

  private static Harm network(Section section) {
    String kind = section.required("toxic");
    if (kind.equals("down")) {
      return new Harm.NetworkDown();
    }
    Toxic toxic = toxic(kind, section);
    String stream = section.text("stream", "downstream");
    Optional<Direction> direction = Direction.of(stream);
    if (toxic == null) {
      section.complain("toxic", "toxic '" + kind + "' is unknown: use " + TOXICS);
      return null;
    }
    if (direction.isEmpty()) {
      section.complain("stream", "stream '" + stream + "': use upstream or downstream");
      return null;
    }
    Double share = section.number("toxicity");
    double toxicity = share == null ? 1 : share;
    if (!(toxicity > 0 && toxicity <= 1)) {
      section.complain("toxicity", "toxicity is " + toxicity + ": use above 0 and at most 1");
    }
    return new Harm.Network(toxic, direction.get(), toxicity);
  }

  /// @return null when there is no such toxic
  private static Toxic toxic(String kind, Section section) {
    return switch (kind) {
      case "latency" -> new Latency(millis(section, "latency"), millis(section, "jitter"));
      case "bandwidth" -> new Bandwidth(Math.ceilDiv(section.bytes("rate", 0), 1_000));
      case "slow_close" -> new SlowClose(millis(section, "delay"));
      case "timeout" -> new Timeout(millis(section, "timeout"));
      case "reset_peer" -> new ResetPeer(millis(section, "timeout"));
      case "slicer" ->
          new Slicer(
              section.bytes("averageSize", 64),
              section.bytes("sizeVariation", 0),
              section.duration("delay", Duration.ZERO).toNanos() / 1_000);
      case "limit_data" -> new LimitData(section.bytes("bytes", 0));
      case "noop" -> new Noop();
      default -> null;
    };
  }

  private static long millis(Section section, String key) {
    return section.duration(key, Duration.ZERO).toMillis();
  }

  private static Harm process(Section section) {
    String kind = section.required("process");
    return switch (kind) {
      case "pause" -> new Harm.Pause();
      case "restart" -> restart(section);
      case "cpu-quota" -> {
        Double cores = section.number("cores");
        yield new Harm.CpuQuota(cores == null ? 0.5 : cores);
      }
      case "memory-pressure" -> new Harm.MemoryPressure(section.bytes("bytes", 256L << 20));
      default -> {
        section.complain(
            "process", "process '" + kind + "': use pause, restart, cpu-quota or memory-pressure");
        yield null;
      }
    };
  }

  private static Harm restart(Section section) {
    String signal = section.text("signal", "KILL");
    if (!signal.equals("KILL") && !signal.equals("TERM")) {
      section.complain("signal", "signal '" + signal + "': use KILL, or TERM to let it drain");
    }
    return new Harm.Restart(signal);
  }

  private static Harm database(Section section) {
    if (!section.isMapping("database")) {
      section.complain("database", "database is no mapping: write {kind: stall}");
      section.value("database");
      return null;
    }
    Map<String, Object> words = new LinkedHashMap<>();
    if (section.value("database") instanceof Map<?, ?> given) {
      given.forEach((key, value) -> words.put(String.valueOf(key), value));
    }
    for (String own : new String[] {"at", "for"}) {
      if (words.containsKey(own)) {
        section.complain("database", own + " stands beside database, not in it: move it out");
      }
    }
    return new Harm.Database(words);
  }
}
