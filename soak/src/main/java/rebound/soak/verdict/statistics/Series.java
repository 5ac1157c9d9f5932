package rebound.soak.verdict.statistics;

import java.util.Arrays;
import java.util.stream.DoubleStream;

/// Numbers in the order in which they were measured, with the robust figures of them. Immutable.
public final class Series {
  /// A standard deviation for each median absolute deviation of a normal distribution.
  private static final double MAD_TO_SIGMA = 1.4826;

  private final double[] values;
  private final double[] sorted;

  private Series(double[] values) {
    for (double value : values) {
      if (!Double.isFinite(value)) {
        throw new IllegalArgumentException("a series holds " + value + "; only finite numbers");
      }
    }
    this.values = values;
    this.sorted = values.clone();
    Arrays.sort(sorted);
  }

  /// The series of these numbers.
  public static Series of(double... values) {
    return new Series(values.clone());
  }

  /// The series of these numbers.
  public static Series of(DoubleStream values) {
    return new Series(values.toArray());
  }

  /// How many.
  public int size() {
    return values.length;
  }

  /// The one at a place, from 0.
  public double get(int index) {
    return values[index];
  }

  /// A copy.
  public double[] toArray() {
    return values.clone();
  }

  /// The part from a place up to, not with, another.
  public Series slice(int from, int to) {
    return new Series(Arrays.copyOfRange(values, from, to));
  }

  /// The quantile with linear interpolation (Hyndman and Fan's type 7, as R and NumPy give).
  public double quantile(double p) {
    if (sorted.length == 0 || p < 0 || p > 1) {
      throw new IllegalArgumentException("quantile " + p + " of " + sorted.length + " numbers");
    }
    double place = p * (sorted.length - 1);
    int below = (int) Math.floor(place);
    int above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
  }

  /// The median.
  public double median() {
    return quantile(0.5);
  }

  /// The largest.
  public double max() {
    return quantile(1);
  }

  /// The spread as a standard deviation that outliers do not move: 1.4826 × the median distance
  /// from the median.
  public double robustSigma() {
    double median = median();
    return MAD_TO_SIGMA * of(Arrays.stream(values).map(v -> Math.abs(v - median))).median();
  }
}
