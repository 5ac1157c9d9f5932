package rebound.soak.verdict.recovery;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;
import rebound.soak.verdict.statistics.Series;

/// The mock server of METHODOLOGY 3.2: one queue of capacity C, clients that give up after D and
/// may try again. It works in steps of a millisecond, and does not learn that a client
/// has gone.
final class QueueMock {
  private static final double STEP = 0.001;
  private static final double CAPACITY = 1000;
  private static final double DEADLINE = 0.5;
  private static final int RETRIES = 3;

  private static final double TOLD_PAUSE = 0.05;
  private static final double MOST_TOKENS = 100;

  /// A column of the table: what clients and server do about it.
  enum Column {
    /// Nobody tries again, the queue has no bound.
    NO_RETRIES,
    /// Three retries, no bound.
    RETRIES,
    /// Three retries; what finds 0.1 s of work queued is dropped without a word.
    SHORT_QUEUE,
    /// Three retries; what finds 0.1 s of work in the house is refused at once.
    LIMIT,
    /// Three retries; each good answer allows a tenth of one (Brooker 2022).
    BUDGET,
    /// Three retries, newest first.
    LIFO
  }

  private final Random random = new Random(11);
  private final double utilisation;
  private final Column column;
  private double tokens = MOST_TOKENS / 10;
  private final Deque<Attempt> queue = new ArrayDeque<>();
  private final Deque<Attempt> waiting = new ArrayDeque<>();
  private final Deque<Attempt> refused = new ArrayDeque<>();
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

  QueueMock(double utilisation, Column column) {
    this.utilisation = utilisation;
    this.column = column;
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
      if (!late.done) {
        // Seen by the client as no answer: its time is at least the deadline.
        responses.add(Math.nextUp(DEADLINE));
        retry(late);
      }
    }
    while (!refused.isEmpty() && now - refused.peek().begun >= TOLD_PAUSE) {
      retry(refused.remove());
    }
    credit = Math.min(1, credit) + CAPACITY * STEP * (now >= -10 && now < 0 ? 0.2 : 1);
    while (credit >= 1 && !queue.isEmpty()) {
      Attempt served = column == Column.LIFO ? queue.removeLast() : queue.remove();
      served.done = true;
      if (now - served.begun <= DEADLINE) {
        responses.add(now - served.begun);
        tokens = Math.min(MOST_TOKENS, tokens + 0.1);
      }
      credit--;
    }
    now += STEP;
    return arrivals;
  }

  private void send(Attempt attempt) {
    boolean full = queue.size() >= 0.1 * CAPACITY;
    switch (column) {
      case NO_RETRIES, RETRIES, BUDGET, LIFO -> {
        waiting.add(attempt);
        queue.add(attempt);
      }
      case SHORT_QUEUE -> {
        waiting.add(attempt);
        if (!full) {
          queue.add(attempt);
        }
      }
      case LIMIT -> {
        (full ? refused : waiting).add(attempt);
        if (!full) {
          queue.add(attempt);
        }
      }
    }
  }

  private void retry(Attempt attempt) {
    boolean allowed =
        switch (column) {
          case NO_RETRIES -> false;
          case RETRIES, SHORT_QUEUE, LIMIT, LIFO -> true;
          case BUDGET -> tokens >= 1;
        };
    if (allowed && attempt.number < RETRIES) {
      tokens -= column == Column.BUDGET ? 1 : 0;
      send(new Attempt(attempt.planned, now, attempt.number + 1));
    }
  }
}
