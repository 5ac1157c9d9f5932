package rebound.soak.verdict.recovery;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;
import rebound.soak.verdict.statistics.Series;

/// The mock server of METHODOLOGY 3.2: one queue of capacity C, clients that give up after D and
/// try again up to R times. It works in steps of a millisecond, and does not learn that a client
/// has gone.
final class QueueMock {
  private static final double STEP = 0.001;
  private static final double CAPACITY = 1000;
  private static final double DEADLINE = 0.5;

  private final Random random = new Random(11);
  private final double utilisation;
  private final int retries;
  private final double longestQueueSeconds;
  private final Deque<Attempt> queue = new ArrayDeque<>();
  private final Deque<Attempt> waiting = new ArrayDeque<>();
  private double now = -60;
  private double credit;

  private static final class Attempt {
    private final double planned;
    private final double begun;
    private final int number;
    private boolean done;

    Attempt(double planned, double begun, int number) {
      this.planned = planned;
      this.begun = begun;
      this.number = number;
    }
  }

  QueueMock(double utilisation, int retries, double longestQueueSeconds) {
    this.utilisation = utilisation;
    this.retries = retries;
    this.longestQueueSeconds = longestQueueSeconds;
  }

  double offeredPerSecond() {
    return utilisation * CAPACITY;
  }

  /// Windows of a second up to a time; the fault leaves 0.2 of the capacity from −10 s to 0.
  List<ServiceWindow> until(double end, double offeredShare) {
    List<ServiceWindow> windows = new ArrayList<>();
    while (now < end - STEP / 2) {
      List<Double> responses = new ArrayList<>();
      double start = now;
      long offered = 0;
      while (now < start + 1 - STEP / 2) {
        offered += step(offeredShare, responses);
      }
      long good = responses.stream().filter(r -> r <= DEADLINE).count();
      OptionalDouble tail =
          responses.isEmpty()
              ? OptionalDouble.empty()
              : OptionalDouble.of(
                  1000
                      * Series.of(responses.stream().mapToDouble(Double::doubleValue))
                          .quantile(0.99));
      windows.add(
          new ServiceWindow(
              Math.round(start), offered == 0 ? 0 : (double) good / offered, tail, false));
    }
    return windows;
  }

  private long step(double offeredShare, List<Double> responses) {
    long arrivals = 0;
    double mean = offeredPerSecond() * offeredShare * STEP;
    for (double gap = -Math.log1p(-random.nextDouble());
        gap < mean;
        gap += -Math.log1p(-random.nextDouble())) {
      send(new Attempt(now, now, 0));
      arrivals++;
    }
    while (!waiting.isEmpty() && now - waiting.peek().begun >= DEADLINE) {
      Attempt late = waiting.remove();
      if (!late.done && late.number < retries) {
        send(new Attempt(late.planned, now, late.number + 1));
      }
    }
    credit = Math.min(1, credit) + CAPACITY * STEP * (now >= -10 && now < 0 ? 0.2 : 1);
    while (credit >= 1 && !queue.isEmpty()) {
      Attempt served = queue.remove();
      served.done = true;
      responses.add(now - served.begun);
      credit--;
    }
    now += STEP;
    return arrivals;
  }

  private void send(Attempt attempt) {
    waiting.add(attempt);
    if (queue.size() < longestQueueSeconds * CAPACITY) {
      queue.add(attempt);
    }
  }
}
