package rebound.soak.planfile;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import rebound.soak.plan.ExperimentPlan;
import rebound.soak.plan.FaultPlan.Harm;
import rebound.soak.plan.OverloadPlan;
import rebound.soak.plan.OverloadPlan.Steps;
import rebound.soak.plan.OverloadPlan.Stretch;
import rebound.soak.plan.RequestPlan;
import rebound.soak.plan.StormPlan;
import rebound.soak.verdict.recovery.Overload;

/// Reads what a plan says of an overload.
final class OverloadReader {
  private static final int MOST_CONNECTIONS = 100_000;
  private static final String NONE = "none";
  private static final List<Double> STEPS =
      List.of(0.5, 0.8, 0.9, 1.0, 1.1, 1.25, 1.5, 2.0, 3.0, 5.0, 10.0);

  private OverloadReader() {}

  static Optional<ExperimentPlan> read(Section root) {
    Section section = root.section("overload");
    if (section == null) {
      return Optional.empty();
    }
    List<RequestPlan> requests = new ArrayList<>();
    for (Section request : section.sections("requests")) {
      RequestPlan read = RequestReader.read(request);
      if (read != null) {
        requests.add(read);
      }
    }
    Duration deadline = positive(section, "deadline", Duration.ofSeconds(1));
    Duration timeout = positive(section, "timeout", deadline.multipliedBy(2));
    int connections = section.whole("connections", 64, 1, MOST_CONNECTIONS);
    int maxInFlight = section.whole("maxInFlight", 4_096, 1, MOST_CONNECTIONS);
    Duration warmUp = section.duration("warmUp", Duration.ofSeconds(8));
    OptionalDouble capacity =
        section.has("capacity")
            ? OptionalDouble.of(section.parsed("capacity", 1.0, Units::perSecond))
            : OptionalDouble.empty();
    Duration stair = positive(section, "stair", Duration.ofSeconds(4));
    double base = number(section, "base", 0.5);
    Duration baseline = positive(section, "baseline", Duration.ofSeconds(31));
    Steps steps = steps(section, "steps", STEPS, positive(section, "step", Duration.ofSeconds(8)));
    Steps ways = steps(section, "ways", List.of(), positive(section, "way", Duration.ofSeconds(4)));
    Duration recovery = positive(section, "recovery", Duration.ofSeconds(30));
    Optional<Stretch> spike = stretch(section, "spike");
    Optional<Stretch> sustained = stretch(section, "sustained");
    Optional<StormPlan> storm = storm(section, requests, maxInFlight);
    section.done();
    return section.build(
        Optional.empty(),
        () ->
            Optional.of(
                new OverloadPlan(
                    requests,
                    deadline,
                    timeout,
                    connections,
                    maxInFlight,
                    warmUp,
                    capacity,
                    stair,
                    base,
                    baseline,
                    steps,
                    ways,
                    recovery,
                    spike,
                    sustained,
                    storm)));
  }

  private static Steps steps(Section section, String key, List<Double> otherwise, Duration each) {
    List<Double> multiples = new ArrayList<>();
    boolean given = section.has(key);
    for (String text : section.texts(key)) {
      multiples.add(section.build(1.0, () -> multiple(text)));
    }
    Steps fallback = new Steps(otherwise, each);
    return section.build(fallback, () -> given ? new Steps(multiples, each) : fallback);
  }

  private static double multiple(String text) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException notANumber) {
      throw new IllegalArgumentException(
          "'" + text + "' is no multiple of capacity: write a number, as 0.5 or 2", notANumber);
    }
  }

  /// `none`, or `{load: 5, duration: 10s}`.
  private static Optional<Stretch> stretch(Section section, String key) {
    Section below = below(section, key);
    if (below == null) {
      return Optional.empty();
    }
    double load = number(below, "load", 2);
    Duration duration = positive(below, "duration", Duration.ofSeconds(10));
    below.done();
    return below.build(Optional.empty(), () -> Optional.of(new Stretch(load, duration)));
  }

  private static Optional<StormPlan> storm(
      Section section, List<RequestPlan> requests, int maxInFlight) {
    Section below = below(section, "storm");
    if (below == null) {
      return Optional.empty();
    }
    String path =
        below.text("path", requests.isEmpty() ? "/" : requests.getFirst().request().path());
    double load = number(below, "load", 0.7);
    int retries = below.whole("retries", 3, 1, 100);
    Duration timeout = positive(below, "timeout", Duration.ofMillis(500));
    Duration pause = positive(below, "pause", Duration.ofMillis(50));
    double budget = number(below, "budget", 0.1);
    Duration baseline = positive(below, "baseline", Duration.ofSeconds(31));
    Section fault = below.section("trigger");
    Harm harm = fault == null ? new Harm.Pause() : FaultReader.harmOf(fault);
    Duration lasting = positive(below, "for", Duration.ofSeconds(5));
    Duration observe = positive(below, "observe", observation(load, harm, lasting, pause, retries));
    Duration shed = positive(below, "shed", Duration.ofSeconds(10));
    int connections = below.whole("connections", maxInFlight, 1, MOST_CONNECTIONS);
    below.done();
    return harm == null
        ? Optional.empty()
        : below.build(
            Optional.empty(),
            () ->
                Optional.of(
                    new StormPlan(
                        path,
                        load,
                        retries,
                        timeout,
                        pause,
                        budget,
                        baseline,
                        harm,
                        lasting,
                        observe,
                        shed,
                        connections)));
  }

  /// How long is watched where nobody says: as long as a queue may take to drain, and clients that
  /// pause may take to come (METHODOLOGY 3.3). A trigger that does not say what it leaves, leaves
  // 0.
  private static Duration observation(
      double load, Harm harm, Duration lasting, Duration pause, int retries) {
    double left = harm == null ? 0 : StormPlan.capacityLeft(harm).orElse(0);
    // A load that is refused anyway has no drain.
    double drain =
        load > 0 && load < 1 ? Overload.drainSeconds(load, left, lasting.toMillis() / 1e3) : 0;
    double backoff = StormPlan.longestPause(pause, retries).toMillis() / 1e3;
    return Duration.ofSeconds(Math.round(Overload.observationSeconds(drain, backoff)));
  }

  /// The mapping below a key; null where it is absent or `none`.
  private static Section below(Section section, String key) {
    if (!section.has(key) || section.isMapping(key)) {
      return section.section(key);
    }
    String text = section.text(key, NONE);
    if (!text.equals(NONE)) {
      section.complain(key, section.path() + "." + key + " is '" + text + "': write none or {…}");
    }
    return null;
  }

  private static Duration positive(Section section, String key, Duration otherwise) {
    Duration read = section.duration(key, otherwise);
    if (read.isZero()) {
      section.complain(key, section.path() + "." + key + " is 0: use more than 0s");
      return otherwise;
    }
    return read;
  }

  private static double number(Section section, String key, double otherwise) {
    Double read = section.number(key);
    return read == null ? otherwise : read;
  }
}
