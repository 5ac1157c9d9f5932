package rebound.soak.verdict.statistics;

import org.apache.commons.statistics.distribution.NormalDistribution;

/// A share of events, `hits` of `trials`, with Wilson's score interval.
///
/// The interval is right for few trials and for shares near 0 and 1, where hits/trials ± z·σ is
/// not: 40 probes of which one was lost do not prove that a server is alive less than 99 % of the
/// time.
///
/// @param hits how often it happened
/// @param trials how often it could have
public record Proportion(long hits, long trials) {
  public Proportion {
    if (hits < 0 || trials < hits) {
      throw new IllegalArgumentException(hits + " hits of " + trials + " trials is no share");
    }
  }

  /// hits/trials, NaN without a trial.
  public double ratio() {
    return trials == 0 ? Double.NaN : (double) hits / trials;
  }

  /// Wilson's interval (E. B. Wilson, JASA 22, 1927):
  /// (p + z²/2n ± z·√(p(1−p)/n + z²/4n²)) / (1 + z²/n). Without a trial it is 0 to 1.
  ///
  /// @param confidence two-sided, for example 0.95
  public Interval wilson(double confidence) {
    if (confidence <= 0 || confidence >= 1) {
      throw new IllegalArgumentException("confidence is " + confidence + "; it is within 0 and 1");
    }
    if (trials == 0) {
      return new Interval(0, 1);
    }
    double z = NormalDistribution.of(0, 1).inverseSurvivalProbability((1 - confidence) / 2);
    double n = trials;
    double p = ratio();
    double centre = p + z * z / (2 * n);
    double spread = z * Math.sqrt(p * (1 - p) / n + z * z / (4 * n * n));
    double scale = 1 + z * z / n;
    // Rounding must not cut off what was seen: at 0 and n hits the bound is exact.
    double low = hits == 0 ? 0 : Math.max(0, (centre - spread) / scale);
    double high = hits == trials ? 1 : Math.min(1, (centre + spread) / scale);
    return new Interval(Math.min(low, p), Math.max(high, p));
  }
}
