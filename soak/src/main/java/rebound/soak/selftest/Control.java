package rebound.soak.selftest;

import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import rebound.soak.evidence.Verdict;
import rebound.soak.selftest.server.Fault;
import rebound.soak.verdict.memory.Waterfall;
import rebound.soak.verdict.trend.Growth;

/// A seeded fault and the verdict that it must get.
///
/// @param name for people and for `--only`
/// @param fault of the server
/// @param plan as YAML
/// @param alone it disturbs others or is disturbed by them, so it runs by itself
/// @param starved the driver's machine is kept busy
/// @param expected the verdict
record Control(
    String name, Fault fault, String plan, boolean alone, boolean starved, Expected expected) {
  /// The soak lasts so long at scale 1.
  private static final double SOAK_SECONDS = 2700;

  private static final String LOAD =
      "load: {model: open, rate: 100/s, arrivals: constant, connections: 8, maxInFlight: 64},"
          + " requests: [{method: GET, path: /ping, expect: 200}]";

  private static final Set<Growth.Verdict> NO_LEAK =
      EnumSet.of(Growth.Verdict.STABLE, Growth.Verdict.CONVERGING);

  /// All controls.
  ///
  /// @param scale how much shorter soaks and larger leaks are than in life, 1 or more
  static List<Control> all(double scale) {
    String rss = "resident memory";
    return List.of(
        soak("healthy-soak", Fault.NONE, scale, growth(rss, Growth.Verdict.STABLE)),
        soak("leak-per-request", Fault.LEAK_PER_REQUEST, scale, new Expected.Leaks(1000 * scale)),
        churn(scale),
        soak("leak-in-child", Fault.LEAK_IN_CHILD, scale, new Expected.Leaks(1000 * scale)),
        soak(
            "descriptor-leak",
            Fault.DESCRIPTOR_LEAK,
            scale,
            growth("file descriptors", Growth.Verdict.LEAK)),
        soak("sawtooth", Fault.SAWTOOTH, scale, growth(rss, Growth.Verdict.STABLE)),
        soak("warm-up", Fault.WARM_UP, scale, new Expected.OfGrowth(rss, NO_LEAK)),
        soak("page-cache", Fault.PAGE_CACHE, scale, growth(rss, Growth.Verdict.STABLE)),
        new Control(
            "allocator-retention",
            Fault.ALLOCATOR_RETENTION,
            "",
            true,
            false,
            new Expected.Held(Waterfall.ALLOCATOR)),
        service("healthy", Fault.NONE, Verdict.PASS, "liveness.longestGapMillis"),
        service("hang", Fault.HANG, Verdict.FAIL, "liveness.longestGapMillis"),
        service("accept-stops", Fault.ACCEPT_STOPS, Verdict.FAIL, "liveness.servingRatio"),
        service("lost-request", Fault.LOST_REQUEST, Verdict.FAIL, "errorCount"),
        starvedDriver(),
        emptyMetric());
  }

  private static Expected growth(String metric, Growth.Verdict verdict) {
    return new Expected.OfGrowth(metric, Set.of(verdict));
  }

  private static Control soak(String name, Fault fault, double scale, Expected expected) {
    return new Control(name, fault, soakPlan(name, scale, LOAD), false, false, expected);
  }

  private static Control churn(double scale) {
    String load = LOAD.replace("rate: 100/s", "rate: 50/s") + ", keepAlive: false";
    String name = "leak-per-connection";
    return new Control(
        name,
        Fault.LEAK_PER_CONNECTION,
        soakPlan(name, scale, load),
        false,
        false,
        new Expected.Leaks(1000 * scale));
  }

  private static String soakPlan(String name, double scale, String population) {
    return String.format(
        Locale.ROOT,
        """
        plan: selftest-%s
        target: faulty
        phases:
          - {name: soak, kind: soak, duration: %dms, populations: [{name: users, %s}]}
        """,
        name,
        Math.round(SOAK_SECONDS / scale * 1000),
        population);
  }

  private static Control service(String name, Fault fault, Verdict verdict, String metric) {
    return new Control(
        name, fault, servicePlan(name, LOAD, ""), true, false, new Expected.OfRun(verdict, metric));
  }

  /// A soak is not done again when the machine disturbs it: the fault happens once.
  private static String servicePlan(String name, String population, String more) {
    return String.format(
        Locale.ROOT,
        """
        plan: selftest-%s
        target: faulty
        phases:
          - name: load
            kind: soak
            duration: 9s
            populations:
              - {name: users, deadline: 500ms, timeout: 5s, %s}
        %s
        gates:
          - {metric: liveness.longestGapMillis, phase: load, max: 2000}
          - {metric: liveness.servingRatio, phase: load, min: 0.9}
          - {metric: errorCount, phase: load, population: users, max: 0}
        """,
        name,
        population,
        more);
  }

  private static Control starvedDriver() {
    String fast =
        LOAD.replace("rate: 100/s, arrivals: constant", "rate: 2000/s, arrivals: poisson");
    String plan =
        servicePlan("driver-starved", fast, "")
            + "  - {metric: responseMillis.p99, phase: load, population: users, max: 60000}\n";
    return new Control(
        "driver-starved",
        Fault.NONE,
        plan,
        true,
        true,
        new Expected.OfRun(Verdict.INVALID, "responseMillis.p99"));
  }

  private static Control emptyMetric() {
    String idle = "      - {name: idle, load: {model: idle, connections: 4}}\n";
    String plan =
        servicePlan("empty-metric", LOAD, idle)
            + "  - {metric: responseMillis.p99, phase: load, population: idle, max: 60000}\n";
    return new Control(
        "empty-metric", Fault.NONE, plan, true, false, new Expected.Missing("responseMillis.p99"));
  }
}
