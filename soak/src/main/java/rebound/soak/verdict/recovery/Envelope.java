package rebound.soak.verdict.recovery;

import java.util.List;
import rebound.soak.verdict.statistics.Series;

/// What service is like without a fault, calibrated on the baseline (METHODOLOGY 3.4): 5th
/// percentile of g, 95th percentile of the windows' tails.
///
/// @param goodRatioLow g_lo
/// @param tailMillisHigh q_hi
/// @param goodRatioMedian g_base
/// @param passRatio share of the baseline's own windows that are OK, q: at least 0.95, else the
///     windows are too short
public record Envelope(
    double goodRatioLow, double tailMillisHigh, double goodRatioMedian, double passRatio) {
  /// Windows that a baseline needs.
  public static final int LEAST_WINDOWS = 30;

  private static final double GOOD_TOLERANCE = 0.02;
  private static final double TAIL_TOLERANCE = 1.25;

  /// Calibrates.
  ///
  /// @throws IllegalArgumentException with fewer than [#LEAST_WINDOWS] windows that have a tail
  public static Envelope of(List<ServiceWindow> baseline) {
    List<ServiceWindow> with = baseline.stream().filter(w -> w.tailMillis().isPresent()).toList();
    if (with.size() < LEAST_WINDOWS) {
      throw new IllegalArgumentException(
          "the baseline has " + with.size() + " windows with answers; it needs " + LEAST_WINDOWS);
    }
    Series good = Series.of(with.stream().mapToDouble(ServiceWindow::goodRatio));
    Series tail = Series.of(with.stream().mapToDouble(w -> w.tailMillis().getAsDouble()));
    Envelope envelope = new Envelope(good.quantile(0.05), tail.quantile(0.95), good.median(), 1);
    long passed = baseline.stream().filter(envelope::holds).count();
    return new Envelope(
        envelope.goodRatioLow,
        envelope.tailMillisHigh,
        envelope.goodRatioMedian,
        (double) passed / baseline.size());
  }

  /// Whether a window is as good as before: g ≥ g_lo − 0.02, tail ≤ 1.25·q_hi, no probe failed.
  public boolean holds(ServiceWindow window) {
    return !window.probeFailed()
        && window.goodRatio() >= goodRatioLow - GOOD_TOLERANCE
        && window.tailMillis().isPresent()
        && window.tailMillis().getAsDouble() <= tailMillisHigh * TAIL_TOLERANCE;
  }
}
