package rebound.server.overload;

/// Additive increase, multiplicative decrease: one more for each good end while the limit is in
/// use, a tenth less for each that missed its time (Netflix concurrency-limits, AIMDLimit).
final class AimdLimit implements Limit {
  private static final double BACKOFF = 0.9;
  private static final long TIMEOUT_NANOS = 5_000_000_000L;

  private final int least;
  private final int most;
  private int limit;

  AimdLimit(int least, int most) {
    this.least = least;
    this.most = most;
    this.limit = least;
  }

  @Override
  public int limit() {
    return limit;
  }

  @Override
  public void ended(long tookNanos, int underWay, boolean dropped) {
    if (dropped || tookNanos > TIMEOUT_NANOS) {
      limit = Math.max(least, (int) (limit * BACKOFF));
    } else if (underWay * 2 >= limit) {
      limit = Math.min(most, limit + 1);
    }
  }
}
