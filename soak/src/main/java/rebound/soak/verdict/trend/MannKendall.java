package rebound.soak.verdict.trend;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.NormalDistribution;
import rebound.soak.verdict.statistics.Series;

/// Mann and Kendall's test: do later numbers exceed earlier ones oftener than chance would have it?
///
/// It takes the numbers as independent; memory is not, so use [Trend], which makes it so.
///
/// @param n how many numbers
/// @param s pairs that rise less pairs that fall
/// @param variance of S without a trend, ties taken into account
/// @param ties whether two numbers are equal
public record MannKendall(int n, long s, double variance, boolean ties) {
  /// Up to here the exact distribution is used where there are no ties.
  private static final int EXACT_UP_TO = 12;

  /// Tests a series.
  public static MannKendall of(Series series) {
    int n = series.size();
    long s = 0;
    for (int i = 0; i < n; i++) {
      for (int j = i + 1; j < n; j++) {
        s += (long) Math.signum(series.get(j) - series.get(i));
      }
    }
    double[] sorted = series.toArray();
    Arrays.sort(sorted);
    double variance = spread(n);
    boolean ties = false;
    for (int from = 0; from < n; ) {
      int to = from + 1;
      while (to < n && sorted[to] == sorted[from]) {
        to++;
      }
      ties |= to - from > 1;
      variance -= spread(to - from);
      from = to;
    }
    return new MannKendall(n, s, variance / 18, ties);
  }

  private static double spread(double n) {
    return n * (n - 1) * (2 * n + 5);
  }

  /// One-sided p for "it rises": exact for few numbers without ties, the normal approximation with
  /// continuity correction otherwise.
  public double risingP() {
    if (n <= EXACT_UP_TO && !ties) {
      return exactP();
    }
    if (variance <= 0) {
      return 0.5;
    }
    return NormalDistribution.of(0, 1).survivalProbability(z());
  }

  /// (S − sgn S)/√Var, 0 for a constant series.
  public double z() {
    return variance <= 0 ? 0 : (s - Math.signum((double) s)) / Math.sqrt(variance);
  }

  /// The share of all n! orders with at least this S: n strictly rising numbers give 1/n!.
  private double exactP() {
    // orders[k]: share of the orders of the numbers so far that have k falling pairs.
    double[] orders = {1};
    for (int m = 2; m <= n; m++) {
      double[] next = new double[orders.length + m - 1];
      for (int k = 0; k < orders.length; k++) {
        for (int fall = 0; fall < m; fall++) {
          next[k + fall] += orders[k] / m;
        }
      }
      orders = next;
    }
    long falling = ((long) n * (n - 1) / 2 - s) / 2;
    double p = 0;
    for (int k = 0; k <= falling && k < orders.length; k++) {
      p += orders[k];
    }
    return Math.min(1, p);
  }
}
