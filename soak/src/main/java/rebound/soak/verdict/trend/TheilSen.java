package rebound.soak.verdict.trend;

import org.apache.commons.numbers.arrays.Selection;
import rebound.soak.verdict.statistics.Interval;
import rebound.soak.verdict.statistics.Series;

/// The slopes between all pairs of a series (Sen, JASA 63, 1968). Their median is a slope that a
/// quarter of wild values does not move. Used by one thread: looking a rank up reorders them.
final class TheilSen {
  private final double[] slopes;

  /// All pairs of numbers that stand one step apart: n(n−1)/2 slopes.
  TheilSen(Series series) {
    int n = series.size();
    if (n < 2) {
      throw new IllegalArgumentException("a slope needs two numbers, there are " + n);
    }
    slopes = new double[n * (n - 1) / 2];
    int next = 0;
    for (int i = 0; i < n; i++) {
      for (int j = i + 1; j < n; j++) {
        slopes[next] = (series.get(j) - series.get(i)) / (j - i);
        next++;
      }
    }
  }

  /// The median slope, per step.
  double slope() {
    int middle = slopes.length / 2;
    Selection.select(slopes, middle);
    if (slopes.length % 2 == 1) {
      return slopes[middle];
    }
    double upper = slopes[middle];
    Selection.select(slopes, middle - 1);
    return (slopes[middle - 1] + upper) / 2;
  }

  /// Sen's interval: the slopes at the ranks (M ± C)/2 of all M pairs.
  ///
  /// @param c z·√Var(S), S Mann and Kendall's statistic
  Interval between(double c) {
    double pairs = slopes.length;
    int low = (int) Math.floor((pairs - c) / 2) - 1;
    int high = (int) Math.ceil((pairs + c) / 2);
    return new Interval(
        low < 0 ? Double.NEGATIVE_INFINITY : rank(low),
        high >= slopes.length ? Double.POSITIVE_INFINITY : rank(high));
  }

  private double rank(int index) {
    Selection.select(slopes, index);
    return slopes[index];
  }
}
