package rebound.soak.capacity.finding;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import rebound.soak.capacity.Demand;
import rebound.soak.evidence.capacity.CapacityRecord;
import rebound.soak.evidence.capacity.ObjectiveRecord;
import rebound.soak.evidence.capacity.SizingRecord;
import rebound.soak.evidence.capacity.StepRecord;
import rebound.soak.evidence.capacity.TrialRecord;
import rebound.soak.plan.CapacityPlan.Clients;
import rebound.soak.plan.CapacityPlan.Need;
import rebound.soak.plan.CapacityPlan.Pool;

/// Instances and memory for what is needed (METHODOLOGY 4.4).
public final class Sizings {
  private static final double PEAK_RESERVE = 1.15;

  private Sizings() {}

  /// The same of a run that ended: one for each of its objectives.
  ///
  /// @param pool what each instance holds at the database, where the plan says so
  public static List<SizingRecord> of(Need need, Optional<Pool> pool, CapacityRecord found) {
    return found.objectives().stream()
        .map(it -> of(need, pool, it, found.trials(), found.steps()))
        .toList();
  }

  static SizingRecord of(
      Need need,
      Optional<Pool> pool,
      ObjectiveRecord objective,
      List<TrialRecord> trials,
      List<StepRecord> steps) {
    double wanted = need.perSecond() * need.growth() * need.burst();
    double capacity = objective.lowerPerSecond();
    if (!(capacity > 0)) {
      return new SizingRecord(
          objective.name(),
          wanted,
          need.headroomRatio(),
          need.failures(),
          0,
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          pool.flatMap(Pool::limit).orElse(null),
          "no rate was found to keep the objective: there is nothing to reckon with");
    }
    Demand demand = new Demand(wanted, need.headroomRatio(), need.failures());
    Integer forZones = need.zones().map(it -> demand.instancesForZones(capacity, it)).orElse(null);
    Integer forConnections =
        need.clients()
            .map(it -> Demand.instancesForConnections(it.connections(), it.limitEach()))
            .orElse(null);
    int instances =
        Stream.of(demand.instances(capacity), forZones, forConnections)
            .filter(Objects::nonNull)
            .max(Comparator.naturalOrder())
            .orElseThrow();
    Memory memory = Memory.of(capacity, trials, steps);
    Long each = memory == null ? null : memory.reserveBytes();
    return new SizingRecord(
        objective.name(),
        wanted,
        need.headroomRatio(),
        need.failures(),
        capacity,
        demand.instancesForRate(capacity),
        demand.instancesForFailures(capacity),
        forZones,
        forConnections,
        instances,
        each,
        each == null ? null : each * instances,
        pool.map(it -> (long) it.connections() * instances).orElse(null),
        pool.flatMap(Pool::limit).orElse(null),
        String.format(
                Locale.ROOT,
                "by rate ceil(%s / (%s × (1 − %s))) = %d, with %d down %d + ceil(%s / %s) = %d",
                Answers.rate(wanted),
                Answers.rate(capacity),
                need.headroomRatio(),
                demand.instancesForRate(capacity),
                need.failures(),
                need.failures(),
                Answers.rate(wanted),
                Answers.rate(capacity),
                demand.instancesForFailures(capacity))
            + need.zones()
                .map(it -> String.format(", with one of %d zones down %d", it, forZones))
                .orElse("")
            + need.clients().map(it -> ", " + clients(it, forConnections)).orElse("")
            + (memory == null ? "; memory was not read" : "; " + memory.words())
            + pool.map(it -> "; " + connections(it, instances)).orElse(""));
  }

  private static String clients(Clients clients, int instances) {
    return String.format(
        Locale.ROOT,
        "by connections ceil(%,d / %,d) = %d",
        clients.connections(),
        clients.limitEach(),
        instances);
  }

  /// What all pools together ask of the database, and what to do where that is too much
  /// (METHODOLOGY 4.4: n · c at most its limit).
  private static String connections(Pool pool, int instances) {
    long all = (long) pool.connections() * instances;
    String sum =
        String.format(
            Locale.ROOT,
            "at the database %d × %d = %,d connections",
            instances,
            pool.connections(),
            all);
    if (pool.limit().isEmpty()) {
      return sum + ", whose limit nobody said (--database-limit)";
    }
    int limit = pool.limit().get();
    if (all <= limit) {
      return String.format(Locale.ROOT, "%s of the %,d that it allows", sum, limit);
    }
    int each = limit / instances;
    return String.format(
        Locale.ROOT,
        "%s, MORE than the %,d that it allows, which %d instances of this pool fill already:"
            + " allow %,d, put a connection pooler between, or %s",
        sum,
        limit,
        limit / pool.connections(),
        all,
        each == 0
            ? "find a dependency that all instances can reach"
            : String.format(
                Locale.ROOT,
                "give each a pool of %d, which carries at most %s: search again with it",
                each,
                Answers.rate(pool.withConnections(each).ceilingPerSecond())));
  }

  /// What an instance holds.
  ///
  /// @param peakBytes highest at rates that it is to carry
  /// @param floorBytes at the lightest step
  /// @param inFlight requests at once at its capacity, by Little's law
  /// @param bytesEach what a further one costs, from the ladder; 0 where it costs nothing visible
  private record Memory(long peakBytes, long floorBytes, double inFlight, double bytesEach) {
    /// @return null where it was not read
    static Memory of(double capacity, List<TrialRecord> trials, List<StepRecord> steps) {
      List<TrialRecord> carried =
          trials.stream().filter(it -> it.valid() && it.perSecond() <= capacity).toList();
      Long peak =
          carried.stream()
              .map(TrialRecord::peakRssBytes)
              .filter(Objects::nonNull)
              .max(Comparator.naturalOrder())
              .orElse(null);
      if (peak == null || steps.isEmpty() || steps.getFirst().peakRssBytes() == null) {
        return null;
      }
      StepRecord first = steps.getFirst();
      StepRecord last = steps.getLast();
      int more = last.connections() - first.connections();
      double each =
          more == 0 || last.peakRssBytes() == null
              ? 0
              : Math.max(0, (last.peakRssBytes() - first.peakRssBytes()) / (double) more);
      double millis =
          carried.stream()
              .filter(it -> it.perSecond() == capacity && it.p50Millis() != null)
              .mapToDouble(TrialRecord::p50Millis)
              .average()
              .orElse(first.meanMillis());
      return new Memory(peak, first.peakRssBytes(), capacity * millis / 1e3, each);
    }

    long reserveBytes() {
      return Math.round(Math.max(PEAK_RESERVE * peakBytes, floorBytes + inFlight * bytesEach));
    }

    String words() {
      return String.format(
          Locale.ROOT,
          "memory for each max(1.15 × %.0f MB, %.0f MB + %.0f in flight × %.1f kB) = %.0f MB",
          peakBytes / 1e6,
          floorBytes / 1e6,
          inFlight,
          bytesEach / 1e3,
          reserveBytes() / 1e6);
    }
  }
}
