package rebound.soak.verdict.statistics;

/// A range that holds the true value with a stated confidence.
///
/// @param low lower end, may be -∞
/// @param high upper end, may be ∞
public record Interval(double low, double high) {
  public Interval {
    if (Double.isNaN(low) || Double.isNaN(high) || low > high) {
      throw new IllegalArgumentException("interval from " + low + " to " + high + " is none");
    }
  }

  /// True when the whole range lies below a limit.
  public boolean below(double limit) {
    return high < limit;
  }

  /// True when the value lies in the range.
  public boolean contains(double value) {
    return low <= value && value <= high;
  }

  /// How far the ends are apart.
  public double width() {
    return high - low;
  }
}
