package rebound.soak.capacity;

import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import rebound.soak.evidence.PhaseRecord;
import rebound.soak.evidence.PopulationRecord;
import rebound.soak.plan.CapacityPlan;

/// What a search and its judge agree on: names, seeds, bounds, and where the ladder saturates.
public final class Ladders {
  /// Names of the ladder's phases begin so, behind the process.
  public static final String PREFIX = "ladder-";

  private static final long PRIME = 1_000_003;
  private static final int TRIALS_EACH = 10_000;

  private Ladders() {}

  /// The name of a phase; that of a further process begins with it.
  public static String name(int process, String name) {
    return process == 1 ? name : "p" + process + "-" + name;
  }

  /// The seed of a trial's phase.
  public static long trialSeed(long seed, int process, int number) {
    return seed * PRIME + (long) process * TRIALS_EACH + number;
  }

  /// The bound on requests in flight in a trial: twice what Little's law gives for the longest time
  /// that an objective allows. Who comes above it would wait longer than that, and is unsent, which
  /// is bad as well.
  public static int maxInFlight(CapacityPlan plan, double perSecond) {
    double useful = 2 * perSecond * plan.longest().toNanos() / 1e9;
    return (int) Math.clamp(Math.ceil(useful), plan.connections(), plan.maxInFlight());
  }

  /// True for a phase of the ladder.
  public static boolean isStep(PhaseRecord phase) {
    return phase.name().matches("(p\\d+-)?" + PREFIX + ".*");
  }

  /// The median of good answers a second at the step where it is highest; 0 without a step.
  public static double saturationPerSecond(List<PhaseRecord> steps) {
    TreeMap<Integer, List<Double>> bySize =
        steps.stream()
            .filter(it -> !it.populations().isEmpty())
            .map(it -> it.populations().getFirst())
            .collect(
                Collectors.groupingBy(
                    PopulationRecord::connections,
                    TreeMap::new,
                    Collectors.mapping(PopulationRecord::goodputPerSecond, Collectors.toList())));
    return bySize.values().stream().mapToDouble(Ladders::median).max().orElse(0);
  }

  /// The middle value; the mean of the middle two of an even number.
  static double median(List<Double> values) {
    List<Double> sorted = values.stream().sorted().toList();
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(middle)
        : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
  }
}
