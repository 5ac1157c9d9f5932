package rebound.soak.capacity;

import java.util.ArrayList;
import java.util.List;

/// The valid trials of one rate, and what they make of it. Used by one thread.
final class RateTrials {
  private final Goal goal;
  private final List<Trial> trials = new ArrayList<>();

  RateTrials(Goal goal) {
    this.goal = goal;
  }

  void add(Trial trial) {
    trials.add(trial);
  }

  /// Right answers a second over all of them.
  double goodPerSecond() {
    return trials.stream().mapToLong(Trial::good).sum()
        / trials.stream().mapToDouble(Trial::seconds).sum();
  }

  /// True when some trial failed, or kept it where the other is asked for.
  boolean any(boolean kept) {
    return trials.stream().anyMatch(it -> it.kept() == kept);
  }

  /// MLRsearch's classification (METHODOLOGY 4.2), with E the exceed ratio: short trials count with
  /// balance, so that a rate that only short trials failed can still be saved by long ones.
  Bound classify() {
    double fullLow = 0;
    double fullHigh = 0;
    double shortLow = 0;
    double shortHigh = 0;
    for (Trial trial : trials) {
      boolean full = trial.seconds() >= goal.finalSeconds() * 0.999;
      fullLow += full && trial.kept() ? trial.seconds() : 0;
      fullHigh += full && !trial.kept() ? trial.seconds() : 0;
      shortLow += !full && trial.kept() ? trial.seconds() : 0;
      shortHigh += !full && !trial.kept() ? trial.seconds() : 0;
    }
    double exceed = goal.exceedRatio();
    double excess = Math.max(0, shortHigh - shortLow * exceed / (1 - exceed));
    double effectiveHigh = fullHigh + excess;
    double whole = Math.max(fullLow + effectiveHigh, goal.sumSeconds());
    if (whole - fullLow <= whole * exceed) {
      return Bound.LOWER;
    }
    return effectiveHigh > whole * exceed ? Bound.UPPER : Bound.UNDECIDED;
  }
}
