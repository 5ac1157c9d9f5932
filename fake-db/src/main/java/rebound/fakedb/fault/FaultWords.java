package rebound.fakedb.fault;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import rebound.fakedb.words.Durations;
import rebound.fakedb.words.Setting;

/// Faults in words: `{kind: stall, at: 10s, for: 5s, share: 0.5}`.
public final class FaultWords {
  private FaultWords() {}

  /// Reads one.
  ///
  /// @param setting the words
  /// @return the plan; a harmless one where there were complaints
  public static FaultPlan read(Setting setting) {
    FaultPlan harmless = new FaultPlan(new Fault.Slow(1), 0, 1, 1, Optional.empty());
    if (!setting.isMap()) {
      setting.complain("must be a mapping, as {kind: stall, for: 5s}");
      return harmless;
    }
    String kind =
        setting.need(
            "kind",
            s ->
                s.oneOf(
                    "error", "stall", "blackhole", "refuse", "reset", "slow", "flap", "restart"),
            "slow");
    return setting.build(
        () ->
            new FaultPlan(
                fault(kind, setting),
                setting.or("at", Setting::durationNanos, 0L),
                setting.or("for", Setting::durationNanos, 0L),
                setting.or("share", s -> s.number(0, 1), 1.0),
                setting.get("on").map(s -> s.oneOf("redis", "postgres"))),
        harmless);
  }

  private static Fault fault(String kind, Setting s) {
    return switch (kind) {
      case "error" -> {
        known(s, "ratio", "burst");
        yield new Fault.Errors(
            s.or("ratio", r -> r.number(0, 1), 1.0), s.or("burst", b -> b.number(1, 1e6), 1.0));
      }
      case "stall" -> {
        known(s, "ramp");
        yield new Fault.Stall(s.or("ramp", Setting::durationNanos, 0L));
      }
      case "reset" -> {
        known(s, "ratio");
        yield new Fault.Reset(s.or("ratio", r -> r.number(0, 1), 1.0));
      }
      case "slow" -> {
        known(s, "factor");
        yield new Fault.Slow(s.need("factor", f -> f.number(0, 1e6), 1.0));
      }
      case "flap" -> {
        known(s, "period", "duty");
        yield new Fault.Flap(
            s.need("period", Setting::durationNanos, 1_000_000_000L),
            s.or("duty", d -> d.number(0, 1), 0.5));
      }
      case "blackhole" -> {
        known(s);
        yield new Fault.Blackhole();
      }
      case "refuse" -> {
        known(s);
        yield new Fault.Refuse();
      }
      default -> {
        known(s);
        yield new Fault.Restart();
      }
    };
  }

  private static void known(Setting setting, String... own) {
    String[] keys = new String[5 + own.length];
    System.arraycopy(new String[] {"kind", "at", "for", "share", "on"}, 0, keys, 0, 5);
    System.arraycopy(own, 0, keys, 5, own.length);
    setting.only(keys);
  }

  /// Writes one, for JSON.
  ///
  /// @param plan any
  /// @return the keys that [#read] reads
  public static Map<String, Object> map(FaultPlan plan) {
    Map<String, Object> map = new LinkedHashMap<>();
    switch (plan.fault()) {
      case Fault.Errors f -> {
        map.put("kind", "error");
        map.put("ratio", f.ratio());
        map.put("burst", f.burst());
      }
      case Fault.Stall f -> {
        map.put("kind", "stall");
        map.put("ramp", Durations.text(f.rampNanos()));
      }
      case Fault.Blackhole f -> map.put("kind", "blackhole");
      case Fault.Refuse f -> map.put("kind", "refuse");
      case Fault.Reset f -> {
        map.put("kind", "reset");
        map.put("ratio", f.ratio());
      }
      case Fault.Slow f -> {
        map.put("kind", "slow");
        map.put("factor", f.factor());
      }
      case Fault.Flap f -> {
        map.put("kind", "flap");
        map.put("period", Durations.text(f.periodNanos()));
        map.put("duty", f.duty());
      }
      case Fault.Restart f -> map.put("kind", "restart");
    }
    map.put("at", Durations.text(plan.atNanos()));
    if (plan.forNanos() > 0) {
      map.put("for", Durations.text(plan.forNanos()));
    }
    map.put("share", plan.share());
    plan.port().ifPresent(port -> map.put("on", port));
    return map;
  }
}
