package rebound.soak.verdict.compare;

import java.util.ArrayList;
import java.util.List;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.apache.commons.statistics.inference.AlternativeHypothesis;
import org.apache.commons.statistics.inference.WilcoxonSignedRankTest;
import rebound.soak.verdict.statistics.Interval;
import rebound.soak.verdict.statistics.Series;

/// Blocks of two adjacent runs, base and candidate, each a fresh process (METHODOLOGY 1.7).
///
/// Effect: d = ln(candidate/base); the estimate is Hodges and Lehmann's, the median of all Walsh
/// averages (d_i + d_j)/2, i ≤ j. The interval is exact: order statistics of d, P = 1 −
/// 2·P[Bin(n, ½) < k].
///
/// @param margin what is compared, and how much worse it may get
/// @param ratio estimated candidate/base
/// @param interval of the ratio, at least 95 %; infinite with fewer than six blocks, which cannot
///     reach it
/// @param confidence that the interval really has; 0 with fewer than six blocks
/// @param worseP one-sided signed-rank p for "worse by more than the margin"
/// @param blocks n
/// @param marginRatio the margin as a ratio of the base, 0.05 for 5 %
public record Paired(
    Margin margin,
    double ratio,
    Interval interval,
    double confidence,
    double worseP,
    int blocks,
    double marginRatio) {
  /// Blocks below which 95 % cannot be reached: 1 − 2/2⁵ is 93.75 %.
  public static final int LEAST_BLOCKS = 6;

  private static final double CONFIDENCE = 0.95;

  /// A block.
  ///
  /// @param base the metric of the base's run, above 0
  /// @param candidate of the candidate's
  public record Block(double base, double candidate) {
    public Block {
      if (!(base > 0) || !(candidate > 0) || Double.isInfinite(base + candidate)) {
        throw new IllegalArgumentException(
            "block of " + base + " and " + candidate + " has no ratio; both are above 0");
      }
    }

    /// The block with its labels exchanged. Exchanging them is the point.
    @SuppressWarnings("ArgumentSelectionDefectChecker")
    public Block turned() {
      return new Block(candidate, base);
    }
  }

  /// Compares.
  ///
  /// @param blocks at least one
  public static Paired of(Margin margin, List<Block> blocks) {
    if (blocks.isEmpty()) {
      throw new IllegalArgumentException(margin.metric() + ": there is no block to compare");
    }
    Series d = Series.of(blocks.stream().mapToDouble(b -> Math.log(b.candidate() / b.base())));
    double base = Series.of(blocks.stream().mapToDouble(Block::base)).median();
    double allowed = margin.logRatio(base);
    int rank = rank(blocks.size());
    double[] sorted = d.toArray();
    java.util.Arrays.sort(sorted);
    Interval interval =
        rank == 0
            ? new Interval(0, Double.POSITIVE_INFINITY)
            : new Interval(Math.exp(sorted[rank - 1]), Math.exp(sorted[sorted.length - rank]));
    return new Paired(
        margin,
        Math.exp(hodgesLehmann(d)),
        interval,
        rank == 0 ? 0 : confidence(blocks.size(), rank),
        worseP(d, margin.higherIsBetter() ? -1 : 1, allowed),
        blocks.size(),
        margin.higherIsBetter() ? -Math.expm1(-allowed) : Math.expm1(allowed));
  }

  /// The rank k, counted from 1, whose order statistics k and n+1−k reach 95 %; 0 where none does.
  static int rank(int n) {
    int rank = 0;
    while (rank + 1 <= (n + 1) / 2 && confidence(n, rank + 1) >= CONFIDENCE) {
      rank++;
    }
    return rank;
  }

  static double confidence(int n, int rank) {
    return 1 - 2 * BinomialDistribution.of(n, 0.5).cumulativeProbability(rank - 1);
  }

  static double hodgesLehmann(Series d) {
    List<Double> averages = new ArrayList<>();
    for (int i = 0; i < d.size(); i++) {
      for (int j = i; j < d.size(); j++) {
        averages.add((d.get(i) + d.get(j)) / 2);
      }
    }
    return Series.of(averages.stream().mapToDouble(Double::doubleValue)).median();
  }

  private static double worseP(Series d, int bad, double allowed) {
    double[] beyond = d.toArray();
    boolean moves = false;
    for (int i = 0; i < beyond.length; i++) {
      beyond[i] = bad * beyond[i] - allowed;
      moves |= beyond[i] != 0;
    }
    return moves
        ? WilcoxonSignedRankTest.withDefaults()
            .with(AlternativeHypothesis.GREATER_THAN)
            .test(beyond)
            .getPValue()
        : 1;
  }

  /// The verdict of this metric alone: REGRESSED where the interval lies wholly beyond the
  /// margin, OK where its bad end lies inside, INCONCLUSIVE otherwise.
  public Regression verdict() {
    if (blocks < LEAST_BLOCKS) {
      return Regression.INCONCLUSIVE;
    }
    double log = Math.log1p(marginRatio);
    boolean beyond =
        margin.higherIsBetter() ? interval.below(1 - marginRatio) : Math.log(interval.low()) > log;
    boolean inside =
        margin.higherIsBetter()
            ? interval.low() >= 1 - marginRatio
            : interval.high() <= 1 + marginRatio;
    if (beyond) {
      return Regression.REGRESSED;
    }
    return inside ? Regression.OK : Regression.INCONCLUSIVE;
  }
}
