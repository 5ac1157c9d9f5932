package rebound.soak.verdict.statistics;

import java.util.Optional;
import org.apache.commons.statistics.distribution.BinomialDistribution;

/// What n samples can say about a quantile, whatever the distribution (METHODOLOGY 1.6).
///
/// The samples are taken as independent. Latencies of one run are not quite, so inside a run the
/// range is a little too narrow: good for a gate, not for a claim about builds.
///
/// @param quantile 0.99 for p99
/// @param samples n
public record Percentile(double quantile, long samples) {
  public Percentile {
    if (!(quantile > 0 && quantile < 1)) {
      throw new IllegalArgumentException("quantile is " + quantile + "; p99 is written 0.99");
    }
    if (samples < 0) {
      throw new IllegalArgumentException("samples are " + samples + "; they count from 0");
    }
  }

  /// Whether the figure may be printed: at least ten samples are expected above it, n(1−p) ≥ 10.
  public boolean carried() {
    // 1,000 × (1 − 0.99) is 10.000000000000009 or 9.99…: compare with a grain of tolerance.
    return samples * (1 - quantile) >= 10 - 1e-6;
  }

  /// How many samples would carry it.
  public long needed() {
    return (long) Math.ceil(10 / (1 - quantile) - 1e-6);
  }

  /// Ranks of the order statistics that hold the quantile, counted from 1.
  ///
  /// @param low rank of the lower end
  /// @param high rank of the upper end; empty where even the largest sample is no upper bound
  public record Ranks(long low, Optional<Long> high) {}

  /// The distribution-free interval: l = B⁻¹(α/2; n, p) and u = B⁻¹(1−α/2; n, p) + 1, B the
  /// binomial distribution.
  ///
  /// @param confidence two-sided, for example 0.95
  public Ranks ranks(double confidence) {
    if (samples == 0 || samples > Integer.MAX_VALUE) {
      throw new IllegalArgumentException("no ranks for " + samples + " samples");
    }
    BinomialDistribution binomial = BinomialDistribution.of((int) samples, quantile);
    double half = (1 - confidence) / 2;
    long low = Math.max(1, binomial.inverseCumulativeProbability(half));
    long high = binomial.inverseSurvivalProbability(half) + 1L;
    return new Ranks(low, high > samples ? Optional.empty() : Optional.of(high));
  }
}
