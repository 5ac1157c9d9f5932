package rebound.soak.verdict.recovery;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/// Service in a short window.
///
/// @param startSeconds from the moment when the fault ended; negative before
/// @param goodRatio goodput over offered load, g; above 1 while a backlog drains
/// @param tailMillis p99 of response time (p95 with few requests); empty when nothing was answered
/// @param probeFailed a liveness probe failed in it
public record ServiceWindow(
    double startSeconds, double goodRatio, OptionalDouble tailMillis, boolean probeFailed) {
  public ServiceWindow {
    if (!(goodRatio >= 0) || !Double.isFinite(startSeconds)) {
      throw new IllegalArgumentException(
          "a window at " + startSeconds + " s with goodRatio " + goodRatio + " is none");
    }
  }

  /// g of a window in which requests were due by a schedule: over those that were due in it, not
  /// over λw. Poisson arrivals alone differ from that by 1/√(λw), 4 % at 600, which is no harm.
  ///
  /// @param good right answers in time
  /// @param due requests that became due in the window
  /// @param expected λw, for a window in which none did
  public static double scheduledRatio(long good, long due, double expected) {
    return good / (due > 0 ? due : expected);
  }

  /// Requests that the shortest window needs, for its p95.
  public static final int LEAST_REQUESTS = 60;

  private static final int REQUESTS_FOR_P99 = 300;

  /// The lengths that windows may have, in seconds.
  public static final List<Double> LENGTHS = List.of(0.2, 0.5, 1.0, 2.0, 5.0);

  /// A window's length: the smallest that holds enough requests for p99, 300, or 60 for p95.
  ///
  /// @param seconds w
  /// @param quantile that its requests can carry, 0.99 or 0.95
  public record Length(double seconds, double quantile) {}

  /// The lengths that a load allows, the best first: the shortest with p99, then longer ones, then
  /// those that can carry p95 only.
  ///
  /// @param offeredPerSecond λ
  public static List<Length> lengths(double offeredPerSecond) {
    List<Length> lengths = new ArrayList<>();
    for (double seconds : LENGTHS) {
      if (offeredPerSecond * seconds >= REQUESTS_FOR_P99) {
        lengths.add(new Length(seconds, 0.99));
      }
    }
    for (double seconds : LENGTHS) {
      if (offeredPerSecond * seconds >= LEAST_REQUESTS
          && offeredPerSecond * seconds < REQUESTS_FOR_P99) {
        lengths.add(new Length(seconds, 0.95));
      }
    }
    if (lengths.isEmpty()) {
      throw new IllegalArgumentException(
          "offered load is "
              + offeredPerSecond
              + "/s; recovery needs 12/s at least, 60 requests in a window of 5 s");
    }
    return lengths;
  }
}
