package rebound.soak.evidence;

import java.util.Locale;

/// How well the fake database kept the delays that it was asked for, by its own clock.
///
/// @param count answers
/// @param medianMillis median of actual minus planned departure; null without an answer
/// @param p99Millis the same at the 99th percentile
/// @param late answers later than the in-run limit: 5 ms or a tenth of their delay
/// @param verdict `ACCURATE`, `INACCURATE`, or `TOO_FEW` where its answers cannot say
public record DatabaseRecord(
    long count, Double medianMillis, Double p99Millis, long late, String verdict) {

  /// Why a phase cannot be trusted for it, or null where it can.
  public String complaint() {
    return verdict.equals("INACCURATE")
        ? String.format(
            Locale.ROOT,
            "the fake database answered late: median %.2f ms, p99 %.2f ms beyond what was asked, at"
                + " most 0.50 ms and the greater of 5 ms and 10 %%",
            medianMillis,
            p99Millis)
        : null;
  }
}
