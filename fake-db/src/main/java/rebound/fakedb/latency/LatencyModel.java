package rebound.fakedb.latency;

import java.util.List;
import rebound.fakedb.words.Durations;

/// How long answers take, as data; [DelaySource] draws from it, [LatencyWords] reads and writes it.
public sealed interface LatencyModel {
  /// No delay at all.
  LatencyModel NONE = new Fixed(0);

  /// Always the same.
  ///
  /// @param nanos from arrival to answer
  record Fixed(long nanos) implements LatencyModel {
    /// Checks it.
    public Fixed {
      Durations.check(nanos);
    }
  }

  /// Every value between two equally often.
  ///
  /// @param minNanos the least
  /// @param maxNanos the most
  record Uniform(long minNanos, long maxNanos) implements LatencyModel {
    /// Checks it.
    public Uniform {
      Durations.check(minNanos);
      Durations.check(maxNanos);
      require(minNanos <= maxNanos, "min must be at most max", minNanos, maxNanos);
    }
  }

  /// The bell; a draw below 0 is drawn again, which lifts the mean where sigma is large.
  ///
  /// @param meanNanos of the bell
  /// @param sigmaNanos its standard deviation
  record Normal(long meanNanos, long sigmaNanos) implements LatencyModel {
    /// Checks it.
    public Normal {
      Durations.check(meanNanos);
      Durations.check(sigmaNanos);
    }
  }

  /// Without memory, as in the textbook queue M/M/c.
  ///
  /// @param meanNanos its mean
  record Exponential(long meanNanos) implements LatencyModel {
    /// Checks it.
    public Exponential {
      Durations.check(meanNanos);
    }
  }

  /// What real services look like: many near the median, a long tail.
  ///
  /// @param medianNanos half are faster
  /// @param p99Nanos one in a hundred is slower
  record Lognormal(long medianNanos, long p99Nanos) implements LatencyModel {
    /// Checks it.
    public Lognormal {
      Durations.check(medianNanos);
      Durations.check(p99Nanos);
      require(medianNanos > 0, "median must be above 0", medianNanos, p99Nanos);
      require(medianNanos <= p99Nanos, "median must be at most p99", medianNanos, p99Nanos);
    }
  }

  /// A tail so heavy that its mean needs a cap.
  ///
  /// @param minNanos the least, also the most frequent
  /// @param alpha of the tail; 2 and below have no variance
  /// @param maxNanos the cap
  record Pareto(long minNanos, double alpha, long maxNanos) implements LatencyModel {
    /// Checks it.
    public Pareto {
      Durations.check(minNanos);
      Durations.check(maxNanos);
      require(minNanos > 0, "min must be above 0", minNanos, maxNanos);
      require(minNanos <= maxNanos, "min must be at most max", minNanos, maxNanos);
      if (!(alpha > 0 && alpha <= 100)) {
        throw new IllegalArgumentException("alpha must be above 0 and at most 100, not " + alpha);
      }
    }
  }

  /// Two kinds of answers, as of a cache that hits or misses.
  ///
  /// @param share of the first, from 0 to 1
  /// @param first the one
  /// @param second the other
  record Bimodal(double share, LatencyModel first, LatencyModel second) implements LatencyModel {
    /// Checks it.
    public Bimodal {
      if (!(share >= 0 && share <= 1)) {
        throw new IllegalArgumentException("share must be from 0 to 1, not " + share);
      }
    }
  }

  /// Bursts: good and bad times that last for exponential stays.
  ///
  /// @param good in good times
  /// @param bad in bad times
  /// @param goodStayNanos how long good times last on average
  /// @param badStayNanos how long bad times last on average
  record Modulated(LatencyModel good, LatencyModel bad, long goodStayNanos, long badStayNanos)
      implements LatencyModel {
    /// Checks it.
    public Modulated {
      Durations.check(goodStayNanos);
      Durations.check(badStayNanos);
      require(
          goodStayNanos > 0 && badStayNanos > 0,
          "stays must be above 0",
          goodStayNanos,
          badStayNanos);
    }
  }

  /// As it was measured.
  ///
  /// @param file where it was read
  /// @param unit of its values
  /// @param replay whether its intervals come one after the other, then from the start again
  /// @param intervals what was read; a single one without a replay
  record Empirical(String file, String unit, boolean replay, List<Quantiles> intervals)
      implements LatencyModel {
    /// Copies the list.
    public Empirical {
      intervals = List.copyOf(intervals);
      if (intervals.isEmpty()) {
        throw new IllegalArgumentException(file + ": has no samples");
      }
    }
  }

  /// Slower the larger the answer.
  ///
  /// @param base of an empty answer
  /// @param bytesPerSecond the bandwidth
  record Sized(LatencyModel base, long bytesPerSecond) implements LatencyModel {
    /// Checks it.
    public Sized {
      if (bytesPerSecond <= 0) {
        throw new IllegalArgumentException("bandwidth must be above 0, not " + bytesPerSecond);
      }
    }
  }

  /// Any model, never above a bound.
  ///
  /// @param model what is bounded
  /// @param maxNanos the bound
  record Capped(LatencyModel model, long maxNanos) implements LatencyModel {
    /// Checks it.
    public Capped {
      Durations.check(maxNanos);
    }
  }

  private static void require(boolean good, String rule, long first, long second) {
    if (!good) {
      throw new IllegalArgumentException(
          rule + ", not " + Durations.text(first) + " and " + Durations.text(second));
    }
  }
}
