package rebound.soak.verdict.trend;

import rebound.soak.verdict.statistics.Series;

/// The robust slope of a few numbers, without a test.
public final class Slope {
  private Slope() {}

  /// Theil and Sen's slope, in units each step.
  ///
  /// @throws IllegalArgumentException with fewer than two numbers
  public static double of(Series series) {
    return new TheilSen(series).slope();
  }
}
