package rebound.soak.capacity;

import java.util.List;
import rebound.soak.evidence.capacity.TrialRecord;
import rebound.soak.plan.CapacityPlan;
import rebound.soak.plan.CapacityPlan.Objective;

/// How an objective sees a trial. What was refused, failed or never sent counts in both of its
/// shares, so that survivors alone pass nobody (METHODOLOGY 4.2).
public final class Objectives {
  static final double TAIL_RATIO = 0.01;
  private static final double NANOS = 1e9;

  private Objectives() {}

  /// True when a trial kept an objective.
  public static boolean kept(Objective objective, TrialRecord trial) {
    return kept(objective.name(), objective.goodRatio(), trial);
  }

  /// The same for one that is known by its name.
  ///
  /// @param goodRatio share of requests that has to be answered right before the deadline
  public static boolean kept(String name, double goodRatio, TrialRecord trial) {
    long late = trial.planned() - trial.inTime().getOrDefault(name, 0L);
    return trial.planned() > 0
        && late <= TAIL_RATIO * trial.planned()
        && trial.good() >= goodRatio * trial.planned();
  }

  /// The trial for the search of one objective.
  public static Trial seen(Objective objective, TrialRecord trial) {
    return new Trial(
        trial.perSecond(),
        trial.seconds(),
        Math.round(trial.good() * trial.seconds() / trial.offeredSeconds()),
        kept(objective, trial),
        trial.valid());
  }

  /// The trials for the search of one objective.
  public static List<Trial> seen(Objective objective, List<TrialRecord> trials) {
    return trials.stream().map(it -> seen(objective, it)).toList();
  }

  /// How sure a plan wants to be.
  public static Goal goal(CapacityPlan plan) {
    CapacityPlan.Trials trials = plan.trials();
    return new Goal(
        trials.duration().toNanos() / NANOS,
        trials.sum().toNanos() / NANOS,
        trials.exceedRatio(),
        trials.resolution());
  }
}
