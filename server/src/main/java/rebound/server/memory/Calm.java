package rebound.server.memory;

/// Judges when a load is over: the rate has been a small share of its peak for some seconds. Says
/// so once for each load. Pure: one second a step.
final class Calm {
  private static final double SHARE = 0.05;
  private static final int SECONDS = 3;
  private static final long LEAST_PEAK = 200;

  private long peak;
  private int calmSeconds;

  /// A second has passed.
  ///
  /// @param requests how many requests came in it
  /// @return true when a load has just ended
  boolean second(long requests) {
    peak = Math.max(peak, requests);
    calmSeconds = requests <= peak * SHARE ? calmSeconds + 1 : 0;
    if (peak < LEAST_PEAK || calmSeconds < SECONDS) {
      return false;
    }
    peak = 0;
    calmSeconds = 0;
    return true;
  }
}
