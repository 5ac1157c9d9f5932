package rebound.fakedb.query;

import org.HdrHistogram.Histogram;

/// How late answers left: actual minus planned. Event loop thread only.
///
/// A run may trust its delays while the median is at most 0.5 ms and at most one answer in a
/// hundred
/// is later than 5 ms or a tenth of its own delay, whichever is more.
public final class Accuracy {
  private static final long IN_RUN_MEDIAN_NANOS = 500_000;
  private static final long IN_RUN_LATE_NANOS = 5_000_000;
  private static final int SAMPLES_MIN = 20;

  private final Histogram overshoot = new Histogram(1, 3_600_000_000_000L, 3);
  private long late;

  /// The state of the limits.
  public enum Verdict {
    /// Within its limits.
    ACCURATE,
    /// Beyond its limits: a run that saw this is INVALID.
    INACCURATE,
    /// Too few delayed answers to say.
    TOO_FEW
  }

  void record(long plannedDelayNanos, long overshootNanos) {
    overshoot.recordValue(Math.clamp(overshootNanos, 0, 3_600_000_000_000L));
    if (overshootNanos > Math.max(IN_RUN_LATE_NANOS, plannedDelayNanos / 10)) {
      late++;
    }
  }

  /// Whether a run may trust the delays that it saw.
  ///
  /// @return the in-run verdict
  public Verdict verdict() {
    long count = overshoot.getTotalCount();
    if (count < SAMPLES_MIN) {
      return Verdict.TOO_FEW;
    }
    boolean good =
        overshoot.getValueAtPercentile(50) <= IN_RUN_MEDIAN_NANOS
            && late <= Math.max(1, count / 100);
    return good ? Verdict.ACCURATE : Verdict.INACCURATE;
  }

  /// The overshoots so far.
  ///
  /// @return nanoseconds; not a copy
  public Histogram overshoot() {
    return overshoot;
  }
}
