package rebound.soak.planfile;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import rebound.chaos.hostile.Churn;
import rebound.chaos.hostile.ConnectionFlood;
import rebound.chaos.hostile.HalfOpen;
import rebound.chaos.hostile.Hostility;
import rebound.chaos.hostile.Malformed;
import rebound.chaos.hostile.Oversized;
import rebound.chaos.hostile.Pipelining;
import rebound.chaos.hostile.Reset;
import rebound.chaos.hostile.RetryStorm;
import rebound.chaos.hostile.SlowBody;
import rebound.chaos.hostile.SlowHeaders;
import rebound.chaos.hostile.SlowReader;
import rebound.chaos.hostile.swarm.Bounds;
import rebound.soak.plan.HostilePlan;
import rebound.soak.plan.RequestPlan;

/// Reads what a hostile population does. A kind is one line in the table and one method.
final class HostileReader {
  private static final int MOST_BYTES = 1 << 30;
  private static final Map<String, Function<Section, Hostility>> KINDS =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("connection-flood", HostileReader::connectionFlood),
              Map.entry("churn", HostileReader::churn),
              Map.entry("half-open", HostileReader::halfOpen),
              Map.entry("slow-headers", HostileReader::slowHeaders),
              Map.entry("slow-body", HostileReader::slowBody),
              Map.entry("slow-reader", HostileReader::slowReader),
              Map.entry("malformed", HostileReader::malformed),
              Map.entry("oversized", HostileReader::oversized),
              Map.entry("reset", HostileReader::reset),
              Map.entry("pipelining", HostileReader::pipelining),
              Map.entry("retry-storm", HostileReader::retryStorm)));

  private HostileReader() {}

  static HostilePlan read(Section section) {
    String kind = section.required("kind");
    if (kind.equals("invalid-json")) {
      return invalidJson(section);
    }
    Function<Section, Hostility> reader = KINDS.get(kind);
    if (reader == null) {
      section.complain(
          "kind",
          "kind '" + kind + "' is unknown: use invalid-json, " + String.join(", ", KINDS.keySet()));
      return null;
    }
    Hostility hostility = section.build(null, () -> reader.apply(section));
    if (hostility == null) {
      return null;
    }
    String route = hostility.path().isEmpty() ? "" : RequestPlan.routeOf(hostility.path());
    return new HostilePlan.Swarm(hostility, section.text("route", route));
  }

  private static HostilePlan invalidJson(Section section) {
    String path = section.text("path", "/todos/1");
    String route = section.text("route", RequestPlan.routeOf(path));
    return new HostilePlan.InvalidJson(section.text("method", "PUT"), route, path);
  }

  /// @param within how long a target may take by default, 0 where it owes nothing
  private static Bounds bounds(Section section, int connections, double rate, String within) {
    return new Bounds(
        section.whole("connections", connections, 1, 100_000),
        section.parsed("rate", rate, Units::perSecond),
        within.isEmpty() ? Duration.ZERO : section.duration("within", Units.duration(within)));
  }

  private static Hostility connectionFlood(Section section) {
    return new ConnectionFlood(
        bounds(section, 4_096, 500, ""), section.duration("hold", Duration.ofSeconds(30)));
  }

  private static Hostility churn(Section section) {
    return new Churn(bounds(section, 64, 500, "5s"), section.text("path", "/ping"));
  }

  private static Hostility halfOpen(Section section) {
    return new HalfOpen(bounds(section, 256, 500, "16s"));
  }

  private static Hostility slowHeaders(Section section) {
    return new SlowHeaders(
        bounds(section, 256, 500, "6s"),
        section.text("path", "/ping"),
        section.whole("bytes", 1, 1, 1 << 20),
        section.duration("every", Duration.ofMillis(200)));
  }

  private static Hostility slowBody(Section section) {
    return new SlowBody(
        bounds(section, 256, 500, "11s"),
        section.text("method", "PUT"),
        section.text("path", "/todos/1"),
        section.bytes("length", 100_000),
        section.whole("bytes", 1, 1, 1 << 20),
        section.duration("every", Duration.ofMillis(200)));
  }

  private static Hostility slowReader(Section section) {
    return new SlowReader(
        bounds(section, 64, 500, "11s"),
        section.text("method", "GET"),
        section.text("path", "/todos"),
        bytes(section, "body", 0),
        section.whole("requests", 200, 1, 100_000),
        bytes(section, "receiveBuffer", 4_096),
        section.whole("bytes", 1, 1, 1 << 20),
        section.duration("every", Duration.ofMillis(200)));
  }

  private static Hostility malformed(Section section) {
    Double mutated = section.number("mutated");
    return new Malformed(
        bounds(section, 64, 500, "11s"),
        section.text("path", "/ping"),
        mutated == null ? 0.3 : mutated);
  }

  private static Hostility oversized(Section section) {
    return new Oversized(
        bounds(section, 16, 50, "11s"),
        section.choice("what", Oversized.What.ANY, Oversized.What.class),
        section.text("method", "PUT"),
        section.text("path", "/todos/1"),
        bytes(section, "head", 64 << 10),
        bytes(section, "body", 4 << 20));
  }

  private static Hostility reset(Section section) {
    return new Reset(
        bounds(section, 64, 500, ""),
        section.choice("where", Reset.Where.ANY, Reset.Where.class),
        section.text("method", "PUT"),
        section.text("path", "/todos/1"),
        bytes(section, "body", 64 << 10));
  }

  private static Hostility pipelining(Section section) {
    return new Pipelining(
        bounds(section, 8, 50, "11s"),
        section.text("path", "/ping"),
        section.whole("depth", 1_000, 1, 100_000));
  }

  private static Hostility retryStorm(Section section) {
    Double budget = section.number("budget");
    return new RetryStorm(
        bounds(section, 1_000, 500, ""),
        section.text("path", "/ping"),
        section.duration("timeout", Duration.ofMillis(100)),
        section.whole("retries", 3, 0, 100),
        section.choice("backoff", RetryStorm.Backoff.JITTERED, RetryStorm.Backoff.class),
        section.duration("pause", Duration.ofMillis(50)),
        section.duration("longestPause", Duration.ofSeconds(2)),
        budget == null ? 0 : budget);
  }

  private static int bytes(Section section, String key, int otherwise) {
    return (int) Math.min(MOST_BYTES, section.bytes(key, otherwise));
  }
}
