package rebound.chaos.arrival;

import java.time.Duration;
import java.util.Arrays;
import java.util.SplittableRandom;

/// A rate over the length of a phase in straight pieces, and its integral: how many arrivals are
/// due up to an instant, and when the n-th is due. Immutable once made.
final class RateCurve {
  private static final double NANOS_PER_SECOND = 1e9;

  private double[] startSeconds = new double[4];
  private double[] fromPerSecond = new double[4];
  private double[] slope = new double[4];
  private double[] countBefore = new double[5];
  private int pieces;
  private double endSeconds;

  private RateCurve() {}

  /// The curve of everything but a replay.
  static RateCurve of(Arrivals arrivals, long durationNanos, long seed) {
    double seconds = durationNanos / NANOS_PER_SECOND;
    RateCurve curve = new RateCurve();
    switch (arrivals) {
      case Arrivals.Constant(double rate) -> curve.piece(rate, rate, seconds);
      case Arrivals.Poisson(double rate) -> curve.piece(rate, rate, seconds);
      case Arrivals.Ramp(double from, double to) -> curve.piece(from, to, seconds);
      case Arrivals.Stairs(double from, double to, int steps) -> {
        for (int i = 0; i < steps; i++) {
          double rate = from + (to - from) * i / (steps - 1);
          curve.piece(rate, rate, seconds / steps);
        }
      }
      case Arrivals.Burst(double rate, double burst, Duration at, Duration lasting) -> {
        double begin = Math.min(seconds, at.toNanos() / NANOS_PER_SECOND);
        double length = Math.min(seconds - begin, lasting.toNanos() / NANOS_PER_SECOND);
        curve.piece(rate, rate, begin);
        curve.piece(burst, burst, length);
        curve.piece(rate, rate, seconds - begin - length);
      }
      case Arrivals.OnOff(double high, double low, Duration meanHigh, Duration meanLow) -> {
        SplittableRandom random = new SplittableRandom(seed ^ 0x6f6e6f6666L);
        boolean on = true;
        while (curve.endSeconds < seconds) {
          double mean = (on ? meanHigh : meanLow).toNanos() / NANOS_PER_SECOND;
          double stay = Math.max(1e-6, -Math.log1p(-random.nextDouble()) * mean);
          double rate = on ? high : low;
          curve.piece(rate, rate, Math.min(stay, seconds - curve.endSeconds));
          on = !on;
        }
      }
      case Arrivals.Replay replay ->
          throw new IllegalArgumentException("a replay has no rate curve: " + replay.file());
    }
    return curve;
  }

  private void piece(double from, double to, double seconds) {
    if (seconds <= 0) {
      return;
    }
    if (pieces == startSeconds.length) {
      startSeconds = Arrays.copyOf(startSeconds, pieces * 2);
      fromPerSecond = Arrays.copyOf(fromPerSecond, pieces * 2);
      slope = Arrays.copyOf(slope, pieces * 2);
      countBefore = Arrays.copyOf(countBefore, pieces * 2 + 1);
    }
    startSeconds[pieces] = endSeconds;
    fromPerSecond[pieces] = from;
    slope[pieces] = (to - from) / seconds;
    countBefore[pieces + 1] = countBefore[pieces] + (from + to) / 2 * seconds;
    endSeconds += seconds;
    pieces++;
  }

  /// The integral of the rate over the whole length.
  double total() {
    return countBefore[pieces];
  }

  int pieces() {
    return pieces;
  }

  /// True when the n-th arrival (a real number, from 0) lies at or after the end of a piece.
  boolean isAfter(int piece, double n) {
    return n >= countBefore[piece + 1];
  }

  /// When the integral reaches n within a piece: t = (-r + sqrt(r² + 2an)) / a for slope a, in the
  /// form that does not lose digits where a is small.
  ///
  /// @return nanoseconds from the start of the phase
  long nanosAt(int piece, double n) {
    double rest = n - countBefore[piece];
    double rate = fromPerSecond[piece];
    double a = slope[piece];
    double seconds;
    if (rest <= 0) {
      seconds = 0;
    } else {
      double root = Math.sqrt(Math.max(0, rate * rate + 2 * a * rest));
      seconds = 2 * rest / (rate + root);
    }
    return Math.round((startSeconds[piece] + seconds) * NANOS_PER_SECOND);
  }
}
