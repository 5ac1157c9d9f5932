package rebound.soak.verdict.recovery;

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

  private static final double[] LENGTHS = {0.2, 0.5, 1, 2, 5};

  /// A window's length: the smallest that holds enough requests for p99, 300, or 60 for p95.
  ///
  /// @param seconds w
  /// @param quantile that its requests can carry, 0.99 or 0.95
  public record Length(double seconds, double quantile) {}

  /// Chooses it.
  ///
  /// @param offeredPerSecond λ
  public static Length length(double offeredPerSecond) {
    for (double seconds : LENGTHS) {
      if (offeredPerSecond * seconds >= 300) {
        return new Length(seconds, 0.99);
      }
    }
    for (double seconds : LENGTHS) {
      if (offeredPerSecond * seconds >= 60) {
        return new Length(seconds, 0.95);
      }
    }
    throw new IllegalArgumentException(
        "offered load is "
            + offeredPerSecond
            + "/s; recovery needs 12/s at least, 60 requests in a window of 5 s");
  }
}
