package rebound.soak.evidence.capacity;

import java.util.List;
import java.util.Map;

/// What a search for a capacity found.
///
/// @param saturationPerSecond good answers a second at the step of the ladder where they are most;
///     null where no step could be measured
/// @param saturationConnections that step
/// @param objectives the answer to each objective, in the plan's order
/// @param perSecond highest whole rate that kept each objective, by its name: what gates look at
/// @param trials all trials in order, spoiled ones too
/// @param steps the ladder of closed loads, each step's medians
/// @param scaling how good answers grow with connections
/// @param laws checks of the measurement against operational laws
/// @param knees where more load begins to cost, by several rules
/// @param sizing instances and memory for what is needed, an objective each; empty where the plan
///     names no need
public record CapacityRecord(
    Double saturationPerSecond,
    Integer saturationConnections,
    List<ObjectiveRecord> objectives,
    Map<String, Long> perSecond,
    List<TrialRecord> trials,
    List<StepRecord> steps,
    ScalingRecord scaling,
    List<LawRecord> laws,
    List<KneeRecord> knees,
    List<SizingRecord> sizing) {

  /// Copies the lists and the map.
  public CapacityRecord {
    objectives = List.copyOf(objectives);
    perSecond = Map.copyOf(perSecond);
    trials = List.copyOf(trials);
    steps = List.copyOf(steps);
    laws = List.copyOf(laws);
    knees = List.copyOf(knees);
    sizing = List.copyOf(sizing);
  }
}
