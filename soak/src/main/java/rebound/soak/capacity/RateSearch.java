package rebound.soak.capacity;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;

/// Searches the highest rate within an objective (METHODOLOGY 4.2): a bracket, a geometric
/// bisection with short trials, both ends verified with full ones, and a bisection with full
/// trials down to the goal's width. A trial that was spoiled is done again and never counts as a
/// failure of the target; a rate at which three in a row were spoiled cannot be measured here, and
/// the search stays below it. Used by one thread.
public final class RateSearch {
  /// Short trials are this share of a full one.
  public static final double SHORT_SHARE = 1.0 / 3;

  /// The search begins with this share of what the target did at its most.
  public static final double FROM_SHARE = 0.3;

  /// And ends with this one, where it is not kept.
  public static final double TO_SHARE = 1.05;

  private static final MathContext SIX_DIGITS = new MathContext(6);
  private static final double COARSE_SHARE = 1.25;
  private static final double EXPANSION = 1.3;
  private static final double LEAST_SHARE = 0.005;
  private static final int MOST_EXPANSIONS = 4;
  private static final int MOST_SPOILED = 3;

  private final Goal goal;
  private final Trials runner;
  private final RateBook book;
  private double unmeasurable = Double.POSITIVE_INFINITY;

  /// Offers a rate for some time.
  public interface Trials {
    /// Runs one trial.
    ///
    /// @throws InterruptedException when the run is to end
    Trial run(double perSecond, double seconds) throws InterruptedException;

    /// True when no further trial may be run: the search ends with what it has.
    default boolean over() {
      return false;
    }
  }

  /// Prepares a search.
  ///
  /// @param known trials that were made already, as this objective sees them
  public RateSearch(Goal goal, List<Trial> known, Trials runner) {
    this.goal = goal;
    this.runner = runner;
    this.book = RateBook.of(goal, known);
  }

  /// Searches around what the target did at its most.
  ///
  /// @param saturationPerSecond good answers of a closed load that leaves nothing idle
  public Capacity search(double saturationPerSecond) throws InterruptedException {
    double high = tidy(book.lowestFailed(TO_SHARE * saturationPerSecond));
    double from = Math.min(FROM_SHARE * saturationPerSecond, high / 2);
    double low = tidy(book.highestKeptBelow(high, from));
    while (high / low > COARSE_SHARE && !runner.over()) {
      double middle = tidy(Math.sqrt(low * high));
      if (keeps(middle, goal.finalSeconds() * SHORT_SHARE)) {
        low = middle;
      } else {
        high = middle;
      }
    }
    low = verifiedLower(low, LEAST_SHARE * saturationPerSecond);
    if (book.bound(low) != Bound.LOWER) {
      return book.capacity();
    }
    high = verifiedUpper(Math.max(high, low * COARSE_SHARE), low);
    while (high / low > 1 + goal.width() && Double.isFinite(high) && !runner.over()) {
      double middle = tidy(Math.sqrt(low * high));
      if (decide(middle) == Bound.LOWER) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return book.capacity();
  }

  /// Six digits, so that a rate that is reached by two ways is one rate.
  private static double tidy(double perSecond) {
    return new BigDecimal(perSecond).round(SIX_DIGITS).doubleValue();
  }

  private double verifiedLower(double from, double least) throws InterruptedException {
    double low = from;
    double step = EXPANSION;
    while (decide(low) != Bound.LOWER && low > least && !runner.over()) {
      low = tidy(low / step);
      step *= step;
    }
    return low;
  }

  /// @return infinity when the objective is still kept well above where saturation was seen
  private double verifiedUpper(double from, double low) throws InterruptedException {
    double high = tidy(from);
    for (int i = 0; i <= MOST_EXPANSIONS && !runner.over(); i++) {
      if (high >= unmeasurable || decide(high) != Bound.LOWER) {
        return high;
      }
      high = tidy(Math.max(high, low) * EXPANSION);
    }
    return Double.POSITIVE_INFINITY;
  }

  /// Runs full trials until a rate is one bound or the other.
  private Bound decide(double perSecond) throws InterruptedException {
    int most = (int) Math.ceil(goal.sumSeconds() / goal.finalSeconds()) + 1;
    for (int i = 0; book.bound(perSecond) == Bound.UNDECIDED && i < most; i++) {
      keeps(perSecond, goal.finalSeconds());
    }
    return book.bound(perSecond);
  }

  /// Runs a trial, again where it is spoiled.
  ///
  /// @return false also when it cannot be measured
  private boolean keeps(double perSecond, double seconds) throws InterruptedException {
    for (int i = 0; i < MOST_SPOILED && perSecond < unmeasurable && !runner.over(); i++) {
      Trial trial = runner.run(perSecond, seconds);
      book.add(trial);
      if (trial.valid()) {
        return trial.kept();
      }
    }
    if (!runner.over()) {
      unmeasurable = Math.min(unmeasurable, perSecond);
    }
    return false;
  }
}
