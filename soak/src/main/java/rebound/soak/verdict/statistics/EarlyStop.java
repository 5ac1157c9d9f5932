package rebound.soak.verdict.statistics;

import org.apache.commons.statistics.distribution.BinomialDistribution;

/// When a share of good answers is certain enough to stop (METHODOLOGY 1.6, as MLPerf's early
/// stopping): with t bad ones, n answers are enough when P[Bin(n, badRatio) ≤ t] ≤ 1 − confidence.
///
/// @param badRatio the share of bad answers that the service level allows, 0.01 for p99
/// @param confidence for example 0.95
public record EarlyStop(double badRatio, double confidence) {
  public EarlyStop {
    if (!(badRatio > 0 && badRatio < 1) || !(confidence > 0 && confidence < 1)) {
      throw new IllegalArgumentException(
          "badRatio is " + badRatio + ", confidence is " + confidence + "; both within 0 and 1");
    }
  }

  /// Whether the service level is certain.
  public boolean certified(long answers, long bad) {
    if (bad < 0 || bad > answers || answers > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(bad + " bad of " + answers + " answers");
    }
    return answers > 0
        && BinomialDistribution.of((int) answers, badRatio).cumulativeProbability((int) bad)
            <= 1 - confidence;
  }

  /// The smallest number of answers that is enough with so many bad ones among them: 299, 473, 628,
  /// 773, 913 for p99 at 95 %.
  public long needed(long bad) {
    long low = bad;
    long high = Math.max(1, bad);
    while (!certified(high, bad)) {
      low = high;
      high *= 2;
    }
    while (high - low > 1) {
      long middle = (low + high) / 2;
      if (certified(middle, bad)) {
        high = middle;
      } else {
        low = middle;
      }
    }
    return high;
  }
}
