package rebound.soak.capacity.finding;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import rebound.soak.capacity.Ladders;
import rebound.soak.evidence.PhaseRecord;
import rebound.soak.evidence.capacity.CapacityRecord;
import rebound.soak.evidence.capacity.ObjectiveRecord;
import rebound.soak.evidence.capacity.SizingRecord;
import rebound.soak.evidence.capacity.StepRecord;
import rebound.soak.evidence.capacity.TrialRecord;
import rebound.soak.plan.CapacityPlan;

/// All that a search found, from its trials and phases alone.
public final class CapacityFindings {
  private CapacityFindings() {}

  /// Finds.
  ///
  /// @param trials all of them, in order, spoiled ones too
  /// @param phases the run's phases, of which those of the ladder are read
  /// @param seed of the bootstrap
  public static CapacityRecord of(
      CapacityPlan plan, List<TrialRecord> trials, List<PhaseRecord> phases, long seed) {
    List<PhaseRecord> ladder = phases.stream().filter(Ladders::isStep).toList();
    List<StepRecord> steps = Steps.of(ladder);
    StepRecord top = Steps.top(steps);
    List<ObjectiveRecord> objectives = new ArrayList<>();
    Map<String, Long> perSecond = new LinkedHashMap<>();
    for (CapacityPlan.Objective objective : plan.objectives()) {
      ObjectiveRecord found = Answers.of(plan, objective, trials, top);
      objectives.add(found);
      perSecond.put(found.name(), (long) Math.floor(found.lowerPerSecond()));
    }
    List<SizingRecord> sizing =
        plan.need().isEmpty()
            ? List.of()
            : objectives.stream()
                .map(it -> Sizings.of(plan.need().get(), plan.pool(), it, trials, steps))
                .toList();
    return new CapacityRecord(
        top == null ? null : top.goodPerSecond(),
        top == null ? null : top.connections(),
        objectives,
        perSecond,
        trials,
        steps,
        Scaling.of(ladder, seed),
        Laws.of(plan, ladder, steps, trials, objectives),
        Knees.of(steps, trials),
        sizing);
  }
}
