package rebound.soak.capacity;

import java.util.List;
import java.util.function.Predicate;
import rebound.chaos.measure.IntervalSample;
import rebound.soak.plan.CapacityPlan.Objective;

/// Sees in the middle of a trial that it can keep no objective any more (METHODOLOGY 4.2): more
/// requests went wrong than the whole of it allows. What is in doubt counts as kept, so that no
/// trial ends that could still pass. Used by one thread.
public final class Hopeless implements Predicate<IntervalSample> {
  // A Poisson count lies above this many standard deviations three times in 100,000.
  private static final double DEVIATIONS = 4;

  private final List<Objective> objectives;
  private final double mostPlanned;
  private final long[] slow;
  private long wrong;

  /// Watches a trial from its begin.
  ///
  /// @param perSecond offered rate
  /// @param seconds how long it is to be offered
  public Hopeless(List<Objective> objectives, double perSecond, double seconds) {
    this.objectives = List.copyOf(objectives);
    double planned = perSecond * seconds;
    this.mostPlanned = planned + DEVIATIONS * Math.sqrt(planned);
    this.slow = new long[objectives.size()];
  }

  /// Adds what an interval showed.
  ///
  /// @return true when no objective can be kept any more
  @Override
  public boolean test(IntervalSample sample) {
    long notGood = sample.completed() - sample.good();
    wrong += notGood + sample.failed();
    // Wrong and late answers are in the histogram too, refusals are not.
    long others = Math.max(0, notGood - sample.shed());
    for (int i = 0; i < slow.length; i++) {
      long limit = objectives.get(i).p99().toNanos();
      long above =
          sample.response().getTotalCount() - sample.response().getCountBetweenValues(0, limit);
      slow[i] += Math.max(0, above - others);
    }
    return over();
  }

  /// True when no objective can be kept any more.
  public boolean over() {
    for (int i = 0; i < slow.length; i++) {
      double late = Objectives.TAIL_RATIO * mostPlanned;
      double bad = (1 - objectives.get(i).goodRatio()) * mostPlanned;
      if (wrong + slow[i] <= late && wrong <= bad) {
        return false;
      }
    }
    return true;
  }
}
