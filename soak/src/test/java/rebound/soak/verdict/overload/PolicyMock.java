package rebound.soak.verdict.overload;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import rebound.soak.verdict.statistics.Series;

/// The mock server of METHODOLOGY 2.3 as a discrete-event simulation: two workers, exponential
/// service of 5 ms on average, refusals that cost ρ of that on a worker and go first, Poisson
/// arrivals, a deadline of 200 ms.
final class PolicyMock {
  static final double CAPACITY = 400;

  private static final int WORKERS = 2;
  private static final double SERVICE = 0.005;
  private static final double REJECTION = 0.03 * SERVICE;
  private static final double DEADLINE = 0.2;

  /// Who is let in, and who is served.
  enum Policy {
    /// First in, first out, without a bound.
    FIFO,
    /// The same; whoever is past the deadline when his turn comes is refused then.
    DROP_EXPIRED,
    /// At most 8 in the house.
    LIMIT_8,
    /// At most 60 in the house.
    LIMIT_60,
    /// folly's CoDel with a target of 5 ms and an interval of 100 ms, first in, first out.
    CODEL
  }

  /// What clients felt, after a fifth of the time.
  ///
  /// @param fraction φ = G/G0
  /// @param goodP99Millis of good answers
  record Felt(double fraction, double goodP99Millis) {}

  private final Policy policy;
  private final SplittableRandom random;
  private final PriorityQueue<Double> ends = new PriorityQueue<>();
  private final Deque<Double> queue = new ArrayDeque<>();
  private final DoubleStream.Builder good = DoubleStream.builder();
  private double rejectionWork;
  private boolean overloaded;
  private double intervalEnd;
  private double leastDelay = Double.POSITIVE_INFINITY;

  private PolicyMock(Policy policy, long seed) {
    this.policy = policy;
    this.random = new SplittableRandom(seed);
  }

  /// Runs it.
  ///
  /// @param multiple m, offered load over capacity
  static Felt run(Policy policy, double multiple, double seconds, long seed) {
    return new PolicyMock(policy, seed).run(multiple, seconds);
  }

  private Felt run(double multiple, double seconds) {
    double from = seconds / 5;
    double nextArrival = exponential(1 / (multiple * CAPACITY));
    double now = 0;
    while (now < seconds) {
      double nextEnd = ends.isEmpty() ? Double.POSITIVE_INFINITY : ends.peek();
      if (nextArrival <= nextEnd) {
        now = nextArrival;
        nextArrival += exponential(1 / (multiple * CAPACITY));
        arrive(now);
      } else {
        now = ends.remove();
      }
      serve(now, from);
    }
    double[] responses = good.build().toArray();
    double p99 = responses.length == 0 ? 0 : Series.of(responses).quantile(0.99) * 1_000;
    return new Felt(responses.length / (seconds - from) / CAPACITY, p99);
  }

  private void arrive(double now) {
    int most =
        switch (policy) {
          case LIMIT_8 -> 8;
          case LIMIT_60 -> 60;
          case FIFO, DROP_EXPIRED, CODEL -> Integer.MAX_VALUE;
        };
    if (ends.size() + queue.size() >= most) {
      rejectionWork += REJECTION;
    } else {
      queue.addLast(now);
    }
  }

  private void serve(double now, double from) {
    while (ends.size() < WORKERS) {
      if (rejectionWork >= REJECTION) {
        // Refusals wait in front: the worker that is free does all of them first.
        double work = rejectionWork;
        rejectionWork = 0;
        ends.add(now + work);
        continue;
      }
      if (queue.isEmpty()) {
        return;
      }
      double arrived = queue.removeFirst();
      if (refusedNow(arrived, now)) {
        rejectionWork += REJECTION;
        continue;
      }
      double end = now + exponential(SERVICE);
      ends.add(end);
      if (arrived >= from && end - arrived <= DEADLINE) {
        good.add(end - arrived);
      }
    }
  }

  private boolean refusedNow(double arrived, double now) {
    return switch (policy) {
      case FIFO, LIMIT_8, LIMIT_60 -> false;
      case DROP_EXPIRED -> now - arrived > DEADLINE;
      case CODEL -> codel(now - arrived, now);
    };
  }

  private boolean codel(double delay, double now) {
    if (now > intervalEnd) {
      overloaded = leastDelay > 0.005 && leastDelay < Double.POSITIVE_INFINITY;
      leastDelay = delay;
      intervalEnd = now + 0.1;
      return false;
    }
    leastDelay = Math.min(leastDelay, delay);
    return overloaded && delay > 0.01;
  }

  private double exponential(double mean) {
    return -mean * Math.log1p(-random.nextDouble());
  }
}
