package rebound.soak.judge;

import java.io.IOException;
import java.util.Map;
import rebound.soak.capacity.finding.CapacityFindings;
import rebound.soak.evidence.capacity.CapacityRecord;
import rebound.soak.evidence.overload.OverloadRecord;
import rebound.soak.evidence.overload.SurfaceRecord;
import rebound.soak.journal.RunFolder;
import rebound.soak.overload.OverloadSeconds;
import rebound.soak.overload.Overloads;
import rebound.soak.overload.Surfaces;
import rebound.soak.plan.CapacityPlan;
import rebound.soak.plan.OverloadPlan;
import rebound.soak.plan.Plan;
import rebound.soak.plan.SurfacePlan;

/// What a plan's experiment found, read out of the journal.
///
/// @param capacity null where the plan has no such search
/// @param overload null where the plan has none, or it did not come to a step
/// @param surface null where the plan has none, or it did not come to a cell
record Experiments(CapacityRecord capacity, OverloadRecord overload, SurfaceRecord surface) {
  static Experiments of(RunFolder folder, Plan plan, Story story) throws IOException {
    if (plan.experiment().isEmpty()) {
      return new Experiments(null, null, null);
    }
    return switch (plan.experiment().get()) {
      case CapacityPlan search ->
          new Experiments(
              CapacityFindings.of(search, story.trials(), story.phases(), story.started().seed()),
              null,
              null);
      case OverloadPlan overload ->
          new Experiments(
              null,
              Overloads.of(
                  overload,
                  story.phases(),
                  OverloadSeconds.read(folder.journal()),
                  cpus(plan, story.started().environment().facts())),
              null);
      case SurfacePlan _ -> new Experiments(null, null, Surfaces.of(story.phases()));
    };
  }

  /// Processors that the target may use.
  private static int cpus(Plan plan, Map<String, Object> facts) {
    int all = facts.get("cpus") instanceof Number number ? number.intValue() : 1;
    return plan.cpus().target().map(Experiments::count).orElse(all);
  }

  /// Processors of a list as `taskset -c` takes it.
  private static int count(String list) {
    int count = 0;
    for (String part : list.split(",", -1)) {
      String[] ends = part.split("-", -1);
      count += ends.length == 1 ? 1 : Integer.parseInt(ends[1]) - Integer.parseInt(ends[0]) + 1;
    }
    return count;
  }
}
