package rebound.soak.plan;

import java.time.Duration;

/// What a request waits for, and so what no server can exceed: N connections, each waiting for
/// `calls` answers of `delay`, get at most N / (calls × delay) responses a second.
///
/// @param calls calls to the dependency, in sequence
/// @param delay how long each takes
public record Ceiling(int calls, Duration delay) {
  /// Refuses no calls and no delay.
  public Ceiling {
    if (calls < 1 || delay.isZero() || delay.isNegative()) {
      throw new IllegalArgumentException(
          "ceiling has " + calls + " calls of " + delay + ": use at least one, longer than 0s");
    }
  }

  /// Responses a second that so many waiting requests can get at most.
  public double perSecond(int waiting) {
    return waiting / (calls * (delay.toNanos() / 1e9));
  }
}
