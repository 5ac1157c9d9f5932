package rebound.soak.capacity;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Searches the highest rate within an objective (METHODOLOGY 4.2): a bracket, a geometric
/// bisection with short trials, both ends verified with full ones, and a bisection with full
/// trials down to the goal's width. A trial that was spoiled is done again and never counts as a
/// failure of the target. Used by one thread.
public final class RateSearch {
  private static final double COARSE_SHARE = 1.25;
  private static final double EXPANSION = 1.3;
  private static final double SHORT_SHARE = 1.0 / 3;
  private static final int MOST_INVALID = 3;
  private static final int MOST_TRIALS = 60;

  private final Goal goal;
  private final Trials runner;
  private final TreeMap<Double, RateTrials> rates = new TreeMap<>();
  private final List<Trial> all = new ArrayList<>();
  private int invalid;

  /// Offers a rate for some time.
  @FunctionalInterface
  public interface Trials {
    /// Runs one trial.
    ///
    /// @throws InterruptedException when the run is to end
    Trial run(double perSecond, double seconds) throws InterruptedException;
  }

  /// A machine was so disturbed that three trials in a row said nothing.
  public static final class TooNoisyException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TooNoisyException(double perSecond) {
      super(
          "three trials in a row at "
              + Math.round(perSecond)
              + "/s were spoiled: the machine is too noisy to search on");
    }
  }

  /// Prepares a search.
  public RateSearch(Goal goal, Trials runner) {
    this.goal = goal;
    this.runner = runner;
  }

  /// Searches between a tenth and all of what the target did at its most.
  ///
  /// @param saturationPerSecond throughput of a closed load that leaves nothing idle
  /// @throws TooNoisyException when trials keep being spoiled
  public Capacity search(double saturationPerSecond) throws InterruptedException {
    double low = 0.3 * saturationPerSecond;
    double high = 1.05 * saturationPerSecond;
    double shortSeconds = goal.finalSeconds() * SHORT_SHARE;
    while (high / low > COARSE_SHARE) {
      double middle = Math.sqrt(low * high);
      if (fails(trial(middle, shortSeconds))) {
        high = middle;
      } else {
        low = middle;
      }
    }
    low = verifiedLower(low);
    high = verifiedUpper(Math.max(high, low * COARSE_SHARE), low);
    while (!Double.isInfinite(high) && high / low > 1 + goal.width() && all.size() < MOST_TRIALS) {
      double middle = Math.sqrt(low * high);
      if (decide(middle) == RateTrials.Bound.UPPER) {
        high = middle;
      } else {
        low = middle;
      }
    }
    return result();
  }

  private double verifiedLower(double from) throws InterruptedException {
    double low = from;
    while (decide(low) == RateTrials.Bound.UPPER && all.size() < MOST_TRIALS) {
      low /= EXPANSION;
    }
    return low;
  }

  /// @return infinity when the objective is still kept well above where saturation was seen
  private double verifiedUpper(double from, double low) throws InterruptedException {
    double high = from;
    for (int i = 0; i < 4 && all.size() < MOST_TRIALS; i++) {
      if (decide(high) == RateTrials.Bound.UPPER) {
        return high;
      }
      high = Math.max(high, low) * EXPANSION;
    }
    return Double.POSITIVE_INFINITY;
  }

  /// Runs full trials until a rate is one bound or the other.
  private RateTrials.Bound decide(double perSecond) throws InterruptedException {
    RateTrials trials = rates.computeIfAbsent(perSecond, _ -> new RateTrials(goal));
    int most = (int) Math.ceil(goal.sumSeconds() / goal.finalSeconds()) + 1;
    for (int i = 0; trials.classify() == RateTrials.Bound.UNDECIDED && i < most; i++) {
      trial(perSecond, goal.finalSeconds());
    }
    return trials.classify() == RateTrials.Bound.LOWER
        ? RateTrials.Bound.LOWER
        : RateTrials.Bound.UPPER;
  }

  private Trial trial(double perSecond, double seconds) throws InterruptedException {
    for (int i = 0; i < MOST_INVALID; i++) {
      Trial trial = runner.run(perSecond, seconds);
      if (trial.valid()) {
        rates.computeIfAbsent(perSecond, _ -> new RateTrials(goal)).add(trial);
        all.add(trial);
        return trial;
      }
      invalid++;
    }
    throw new TooNoisyException(perSecond);
  }

  private boolean fails(Trial trial) {
    return trial.badRatio() > goal.badRatio();
  }

  /// The relevant lower bound: the largest below every upper bound.
  private Capacity result() {
    double upper = Double.POSITIVE_INFINITY;
    double lower = 0;
    double good = 0;
    for (Map.Entry<Double, RateTrials> rate : rates.entrySet()) {
      switch (rate.getValue().classify()) {
        case UPPER -> upper = Math.min(upper, rate.getKey());
        case LOWER -> {
          if (rate.getKey() < upper) {
            lower = rate.getKey();
            good = goodPerSecond(rate.getValue().trials());
          }
        }
        case UNDECIDED -> {}
      }
    }
    return new Capacity(lower, upper, good, all, invalid);
  }

  private static double goodPerSecond(List<Trial> trials) {
    double good = trials.stream().mapToLong(it -> it.planned() - it.bad()).sum();
    return good / trials.stream().mapToDouble(Trial::seconds).sum();
  }
}
