package rebound.server.overload;

/// Follows the ratio of a long average of the service time to its latest value (Netflix
/// concurrency-limits, Gradient2Limit): where requests take longer than they used to, fewer are let
/// in. Samples are gathered over windows, so that one slow request says little; one that missed its
/// time limit counts by the time it took, like any other.
final class Gradient2Limit implements Limit {
  private static final long WINDOW_NANOS = 1_000_000_000L;
  private static final int LEAST_SAMPLES = 10;
  private static final long LEAST_NANOS = 100_000;
  private static final int LONG_SAMPLES = 600;
  private static final int WARM_SAMPLES = 10;
  private static final double TOLERANCE = 1.5;
  private static final double SMOOTHING = 0.2;
  private static final int QUEUE = 4;

  private final Clock clock;
  private final int least;
  private final int most;
  private double limit;
  private double longNanos;
  private int longSamples;
  private long windowStart;
  private double windowNanos;
  private int windowSamples;
  private int windowUnderWay;

  Gradient2Limit(Clock clock, int least, int most) {
    this.clock = clock;
    this.least = least;
    this.most = most;
    this.limit = least;
    this.windowStart = clock.nanos();
  }

  @Override
  public int limit() {
    return (int) limit;
  }

  @Override
  public void ended(long tookNanos, int underWay, boolean dropped) {
    windowUnderWay = Math.max(windowUnderWay, underWay);
    if (tookNanos >= LEAST_NANOS) {
      windowNanos += tookNanos;
      windowSamples++;
    }
    if (clock.nanos() - windowStart >= WINDOW_NANOS && windowSamples >= LEAST_SAMPLES) {
      update(windowNanos / windowSamples);
      windowStart = clock.nanos();
      windowNanos = 0;
      windowSamples = 0;
      windowUnderWay = 0;
    }
  }

  private void update(double shortNanos) {
    remember(shortNanos);
    if (longNanos / shortNanos > 2) {
      // The long average is from worse times: let it come down quickly.
      longNanos *= 0.95;
    }
    if (windowUnderWay < limit / 2) {
      return; // the limit is not in use, so its samples say nothing about it
    }
    double gradient = Math.clamp(TOLERANCE * longNanos / shortNanos, 0.5, 1.0);
    double wanted = gradient * limit + QUEUE;
    limit = Math.clamp((1 - SMOOTHING) * limit + SMOOTHING * wanted, least, most);
  }

  private void remember(double nanos) {
    if (longSamples < WARM_SAMPLES) {
      longNanos = (longNanos * longSamples + nanos) / (longSamples + 1);
      longSamples++;
    } else {
      longNanos += (nanos - longNanos) * 2.0 / (LONG_SAMPLES + 1);
    }
  }
}
