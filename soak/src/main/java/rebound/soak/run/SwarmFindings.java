package rebound.soak.run;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import rebound.chaos.hostile.swarm.SwarmTraffic;
import rebound.soak.plan.Phase;

/// What a target did wrong to hostile clients, in lines to note.
final class SwarmFindings {
  private static final int MOST = 20;

  private SwarmFindings() {}

  /// The findings of a phase's population, the most frequent first, twenty at most.
  static List<String> of(Phase phase, SwarmTraffic swarm) {
    return swarm.findings().entrySet().stream()
        .sorted(
            Comparator.comparingLong((Map.Entry<String, Long> it) -> it.getValue())
                .reversed()
                .thenComparing(Map.Entry::getKey))
        .limit(MOST)
        .map(
            it ->
                "phase "
                    + phase.name()
                    + ", "
                    + swarm.name()
                    + ": "
                    + it.getKey()
                    + " ("
                    + it.getValue()
                    + " times)")
        .toList();
  }
}
