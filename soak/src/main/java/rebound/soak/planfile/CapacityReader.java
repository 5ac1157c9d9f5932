package rebound.soak.planfile;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import rebound.soak.plan.CapacityPlan;
import rebound.soak.plan.CapacityPlan.Clients;
import rebound.soak.plan.CapacityPlan.Ladder;
import rebound.soak.plan.CapacityPlan.Need;
import rebound.soak.plan.CapacityPlan.Objective;
import rebound.soak.plan.CapacityPlan.Pool;
import rebound.soak.plan.CapacityPlan.Trials;
import rebound.soak.plan.ExperimentPlan;
import rebound.soak.plan.RequestPlan;

/// Reads what a plan says of the search for a capacity.
final class CapacityReader {
  private static final int MOST_CONNECTIONS = 100_000;
  private static final Duration TRIAL = Duration.ofSeconds(10);
  private static final List<Integer> STEPS = List.of(1, 2, 4, 8, 16, 32, 64, 128, 256);
  private static final Ladder LADDER = new Ladder(STEPS, 3, Duration.ofSeconds(2));
  private static final Trials TRIALS = new Trials(TRIAL, TRIAL.multipliedBy(3), 0.5, 0.05);

  private CapacityReader() {}

  static Optional<ExperimentPlan> read(Section root) {
    Section section = root.section("capacity");
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
    List<Objective> objectives = new ArrayList<>();
    for (Section below : section.sections("objectives")) {
      objective(below).ifPresent(objectives::add);
    }
    Duration warmUp = section.duration("warmUp", Duration.ofSeconds(15));
    Ladder ladder = ladder(section.section("ladder"));
    Trials trials = trials(section);
    Duration deadline = section.duration("deadline", Duration.ofSeconds(1));
    int connections = section.whole("connections", 64, 1, MOST_CONNECTIONS);
    int maxInFlight = section.whole("maxInFlight", 4_096, 1, MOST_CONNECTIONS);
    Duration recovery = section.duration("recovery", Duration.ofSeconds(15));
    Duration within = section.duration("within", Duration.ofMinutes(8));
    int processes = section.whole("processes", 1, 1, 100);
    Optional<Pool> pool = pool(section.section("pool"));
    Optional<Need> need = need(section.section("need"));
    section.done();
    return section.build(
        Optional.empty(),
        () ->
            Optional.of(
                new CapacityPlan(
                    requests,
                    objectives,
                    warmUp,
                    ladder,
                    trials,
                    deadline,
                    connections,
                    maxInFlight,
                    recovery,
                    within,
                    processes,
                    pool,
                    need)));
  }

  private static Optional<Objective> objective(Section section) {
    String name = section.required("name");
    if (!section.has("p99")) {
      section.complain("p99", section.path() + ".p99 is missing: add it, as in 200ms");
    }
    Duration p99 = section.duration("p99", Duration.ofSeconds(1));
    double good = number(section, "goodRatio", 0.99);
    section.done();
    return section.build(Optional.empty(), () -> Optional.of(new Objective(name, p99, good)));
  }

  private static Ladder ladder(Section section) {
    if (section == null) {
      return LADDER;
    }
    List<Integer> steps = new ArrayList<>();
    for (String text : section.texts("connections")) {
      steps.add(section.build(1, () -> step(text)));
    }
    int runs = section.whole("runs", LADDER.runs(), 1, 100);
    Duration duration = positive(section, "duration", LADDER.duration());
    section.done();
    return section.build(LADDER, () -> new Ladder(steps.isEmpty() ? STEPS : steps, runs, duration));
  }

  private static int step(String text) {
    if (!text.matches("[1-9]\\d{0,5}") || Integer.parseInt(text) > MOST_CONNECTIONS) {
      throw new IllegalArgumentException(
          "'" + text + "' is no step: write a whole number from 1 to " + MOST_CONNECTIONS);
    }
    return Integer.parseInt(text);
  }

  private static Trials trials(Section section) {
    Duration duration = positive(section, "trial", TRIAL);
    Duration sum = section.duration("sum", duration.multipliedBy(3));
    double exceed = number(section, "exceedRatio", TRIALS.exceedRatio());
    double resolution = number(section, "resolution", TRIALS.resolution());
    return section.build(TRIALS, () -> new Trials(duration, sum, exceed, resolution));
  }

  private static Optional<Pool> pool(Section section) {
    if (section == null) {
      return Optional.empty();
    }
    int connections = section.whole("connections", 1, 1, MOST_CONNECTIONS);
    int calls = section.whole("calls", 1, 1, 1_000);
    Duration delay = section.duration("delay", Duration.ZERO);
    Optional<Integer> limit =
        section.has("limit")
            ? Optional.of(section.whole("limit", 1, 1, MOST_CONNECTIONS))
            : Optional.empty();
    section.done();
    return section.build(
        Optional.empty(), () -> Optional.of(new Pool(connections, calls, delay, limit)));
  }

  private static Optional<Need> need(Section section) {
    if (section == null) {
      return Optional.empty();
    }
    if (!section.has("rate")) {
      section.complain("rate", section.path() + ".rate is missing: add it, as in 12000/s");
    }
    double rate = section.parsed("rate", 1.0, Units::perSecond);
    double headroom = number(section, "headroom", 0.3);
    int failures = section.whole("failures", 1, 0, 1_000);
    double growth = number(section, "growth", 1);
    double burst = number(section, "burst", 1);
    Optional<Integer> zones = whole(section, "zones");
    Optional<Integer> connections = whole(section, "connections");
    Optional<Integer> limit = whole(section, "connectionLimit");
    if (connections.isPresent() != limit.isPresent()) {
      section.complain(
          connections.isPresent() ? "connections" : "connectionLimit",
          section.path()
              + ": connections and connectionLimit go together: say how many clients stay"
              + " connected, and how many of them an instance holds");
    }
    section.done();
    return section.build(
        Optional.empty(),
        () ->
            Optional.of(
                new Need(
                    rate,
                    headroom,
                    failures,
                    growth,
                    burst,
                    zones,
                    limit.flatMap(each -> connections.map(it -> new Clients(it, each))))));
  }

  private static Optional<Integer> whole(Section section, String key) {
    return section.has(key)
        ? Optional.of(section.whole(key, 2, 1, Integer.MAX_VALUE))
        : Optional.empty();
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
