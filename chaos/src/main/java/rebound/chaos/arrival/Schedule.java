package rebound.chaos.arrival;

import java.util.Arrays;
import java.util.SplittableRandom;

/// The instants at which requests are due, one after the other, in whole nanoseconds from the
/// phase's start. It follows from the plan's words, the length and the seed alone, holds the same
/// memory for a second as for a day, and allocates nothing once made. Used by one thread.
///
/// The count is the integral of the rate, rounded (up in the steady forms, whose first arrival is
/// due at 0). Random arrivals keep that count too: n arrivals of a Poisson process, given that n
/// come, are n sorted uniform draws, made here from n + 1 exponential gaps divided by their sum.
public final class Schedule {
  /// What [#nextNanos()] says when nothing is left.
  public static final long END = Long.MAX_VALUE;

  private static final double ROUNDING = 1e-6;

  private final RateCurve curve;
  private final SplittableRandom random;
  private final double scale;
  private final long count;
  private final long[] replay;

  private long given;
  private int piece;
  private double position;
  private long lastNanos = -1;

  private Schedule(RateCurve curve, SplittableRandom random, double scale, long count) {
    this.curve = curve;
    this.random = random;
    this.scale = scale;
    this.count = count;
    this.replay = new long[0];
  }

  private Schedule(long[] replay) {
    this.curve = null;
    this.random = null;
    this.scale = 1;
    this.count = replay.length;
    this.replay = replay;
  }

  /// The schedule of a phase. A replay is read from its file here.
  ///
  /// @throws IllegalArgumentException when a replay's file cannot be read or is no schedule
  public static Schedule of(Arrivals arrivals, long durationNanos, long seed) {
    if (arrivals instanceof Arrivals.Replay fromFile) {
      return new Schedule(ReplayFile.read(fromFile, durationNanos));
    }
    RateCurve curve = RateCurve.of(arrivals, durationNanos, seed);
    return switch (arrivals) {
      case Arrivals.Constant _, Arrivals.Ramp _, Arrivals.Stairs _, Arrivals.Burst _ ->
          new Schedule(curve, null, 1, (long) Math.ceil(curve.total() - ROUNDING));
      case Arrivals.Poisson _, Arrivals.OnOff _ -> {
        long count = Math.round(curve.total());
        SplittableRandom dry = new SplittableRandom(seed);
        double sum = 0;
        for (long i = 0; i <= count; i++) {
          sum += exponential(dry);
        }
        yield new Schedule(curve, new SplittableRandom(seed), curve.total() / sum, count);
      }
      case Arrivals.Replay _ -> throw new IllegalStateException("a replay has no curve");
    };
  }

  /// How many arrivals a phase has, without the work of a schedule but for a replay's file.
  ///
  /// @throws IllegalArgumentException when a replay's file cannot be read or is no schedule
  public static double expected(Arrivals arrivals, long durationNanos) {
    return arrivals instanceof Arrivals.Replay
        ? of(arrivals, durationNanos, 1).count()
        : RateCurve.of(arrivals, durationNanos, 1).total();
  }

  private static double exponential(SplittableRandom random) {
    return -Math.log1p(-random.nextDouble());
  }

  /// How many arrivals there are in all.
  public long count() {
    return count;
  }

  /// The next arrival in nanoseconds from the phase's start, strictly after the one before, or
  /// [#END].
  public long nextNanos() {
    if (given == count) {
      return END;
    }
    long nanos = replay.length > 0 ? replay[(int) given] : fromCurve();
    given++;
    lastNanos = Math.max(nanos, lastNanos + 1);
    return lastNanos;
  }

  private long fromCurve() {
    if (random == null) {
      position = given;
    } else {
      position += exponential(random) * scale;
    }
    while (piece < curve.pieces() - 1 && curve.isAfter(piece, position)) {
      piece++;
    }
    return curve.nanosAt(piece, position);
  }

  /// All arrivals that are left, for tests and for charts of a plan.
  public long[] remaining() {
    long[] all = new long[Math.toIntExact(count - given)];
    Arrays.setAll(all, _ -> nextNanos());
    return all;
  }
}
