package rebound.fakedb.wire;

/// How long before an instant the timer has to ring, so that the loop is awake at it: waking two
/// threads takes its time, and that hardly changes from one moment to the next. Event loop thread
/// only.
///
/// A loop that is early waits for the instant by spinning, for at most [#SPIN_MAX_NANOS]: nothing
/// ever leaves before it is due.
final class HeadStart {
  private static final long MAX_NANOS = 150_000;
  private static final long SPIN_MAX_NANOS = 60_000;

  private long nanos;

  long nanos() {
    return nanos;
  }

  /// Called when the loop woke with nothing to read: by the timer, then, or nearly so.
  void awaitAndLearn(long dueNanos) {
    long now = System.nanoTime();
    long late = now - (dueNanos - nanos);
    if (late >= 0 && late < 10 * MAX_NANOS) {
      // A step up or down by a fixed amount settles at a quantile: four tenths, a bit under the
      // median, so that most wake-ups need no spinning.
      nanos = Math.clamp(nanos + (late > nanos ? 400 : -600), 0, MAX_NANOS);
    }
    while (dueNanos - now > 0 && dueNanos - now <= SPIN_MAX_NANOS) {
      Thread.onSpinWait();
      now = System.nanoTime();
    }
  }
}
