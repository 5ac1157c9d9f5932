package rebound.soak.capacity.finding;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import rebound.soak.evidence.PhaseRecord;
import rebound.soak.evidence.PopulationRecord;
import rebound.soak.evidence.capacity.StepRecord;

/// The ladder's steps, each as the medians of its runs.
final class Steps {
  private Steps() {}

  static List<StepRecord> of(List<PhaseRecord> ladder) {
    Map<Integer, List<PhaseRecord>> byConnections = new TreeMap<>();
    for (PhaseRecord phase : ladder) {
      if (!phase.populations().isEmpty() && users(phase).responseMillis().count() > 0) {
        byConnections
            .computeIfAbsent(users(phase).connections(), _ -> new ArrayList<>())
            .add(phase);
      }
    }
    List<StepRecord> steps = new ArrayList<>();
    byConnections.forEach(
        (connections, runs) ->
            steps.add(
                new StepRecord(
                    connections,
                    runs.size(),
                    median(runs, it -> users(it).goodputPerSecond()),
                    median(runs, it -> users(it).throughputPerSecond()),
                    median(runs, it -> users(it).responseMillis().mean()),
                    median(runs, it -> users(it).responseMillis().p99()),
                    runs.stream()
                        .map(it -> it.memory().peakBytes())
                        .filter(Objects::nonNull)
                        .max(Comparator.naturalOrder())
                        .orElse(null))));
    return steps;
  }

  /// The step with the most good answers; null without one.
  static StepRecord top(List<StepRecord> steps) {
    return steps.stream().max(Comparator.comparingDouble(StepRecord::goodPerSecond)).orElse(null);
  }

  static PopulationRecord users(PhaseRecord phase) {
    return phase.populations().getFirst();
  }

  /// The median of what is known; null where some run does not know it.
  private static Double median(List<PhaseRecord> runs, Function<PhaseRecord, Double> figure) {
    List<Double> values = runs.stream().map(figure).filter(Objects::nonNull).sorted().toList();
    if (values.size() < runs.size()) {
      return null;
    }
    int middle = values.size() / 2;
    return values.size() % 2 == 1
        ? values.get(middle)
        : Double.valueOf((values.get(middle - 1) + values.get(middle)) / 2);
  }
}
