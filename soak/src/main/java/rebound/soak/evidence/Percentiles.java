package rebound.soak.evidence;

import org.HdrHistogram.Histogram;

/// Percentiles of a histogram in milliseconds. A percentile that the samples cannot carry, with
/// fewer than ten of them above it (METHODOLOGY 1.6), is null and prints as the maximum with n.
///
/// @param p50 median
/// @param p90 90th percentile
/// @param p95 95th percentile
/// @param p99 99th percentile
/// @param p999 99.9th percentile
/// @param mean arithmetic mean
/// @param min smallest value
/// @param max largest value
/// @param count samples
public record Percentiles(
    Double p50,
    Double p90,
    Double p95,
    Double p99,
    Double p999,
    Double mean,
    Double min,
    Double max,
    long count) {

  /// Samples that must lie above a percentile before it is shown.
  public static final int LEAST_ABOVE = 10;

  private static final double NANOS_PER_MILLI = 1e6;

  /// Reads a histogram of nanoseconds.
  public static Percentiles of(Histogram nanos) {
    long count = nanos.getTotalCount();
    if (count == 0) {
      return new Percentiles(null, null, null, null, null, null, null, null, 0);
    }
    return new Percentiles(
        at(nanos, 0.50),
        at(nanos, 0.90),
        at(nanos, 0.95),
        at(nanos, 0.99),
        at(nanos, 0.999),
        round(Math.round(nanos.getMean())),
        round(nanos.getMinValue()),
        round(nanos.getMaxValue()),
        count);
  }

  private static Double at(Histogram nanos, double quantile) {
    // The small term forgives 0.01 * 1000 not being 10 in binary fractions.
    boolean carried = nanos.getTotalCount() * (1 - quantile) + 1e-6 >= LEAST_ABOVE;
    return carried
        ? round(Math.min(nanos.getValueAtPercentile(quantile * 100), nanos.getMaxValue()))
        : null;
  }

  private static Double round(long nanos) {
    return Math.round(nanos / 10.0) / (NANOS_PER_MILLI / 10);
  }
}
