package rebound.chaos.load;

import java.util.ArrayDeque;
import java.util.List;
import rebound.chaos.arrival.Arrivals;
import rebound.chaos.arrival.CatchUp;
import rebound.chaos.arrival.Schedule;
import rebound.chaos.loop.EventLoop;

/// Sends by the schedule, whatever the answers do. An arrival takes the connection that has been
/// idle longest; when none is, it opens one and waits for it, up to the bound on requests in
/// flight.
final class OpenDemand implements Demand, EventLoop.Source {
  /// Arrivals later than this are the driver's fault, where late ones are not to be sent.
  private static final long TOO_LATE_NANOS = 10_000_000L;

  /// So many at most before answers are read again.
  private static final int MOST_AT_ONCE = 32;

  private final Lane lane;
  private final Arrivals arrivals;
  private final CatchUp catchUp;
  private final Share share;
  private final int connections;
  private final int maxInFlight;
  private final Mix mix;
  private final long seed;
  private final ArrayDeque<Connection> idle;
  private final ArrayDeque<Connection> spare = new ArrayDeque<>();
  private final Flights waiting;
  private int connecting;
  private Schedule schedule;
  private long startNanos;
  private long dueNanos;
  private long gapNanos;
  private long lastSentNanos;
  private boolean ended = true;

  OpenDemand(
      Lane lane,
      LoadModel.Open model,
      CatchUp catchUp,
      Share share,
      List<Request> requests,
      long seed) {
    this.lane = lane;
    this.arrivals = model.arrivals();
    this.catchUp = catchUp;
    this.share = share;
    this.connections = share.of(model.connections());
    this.maxInFlight = Math.max(1, share.of(model.maxInFlight()));
    this.mix = Mix.of(requests, seed + share.index());
    this.seed = seed;
    this.idle = new ArrayDeque<>(maxInFlight + 1);
    this.waiting = new Flights(maxInFlight);
    if (arrivals instanceof Arrivals.Replay) {
      // A file that cannot be read is to be said before anything is opened.
      plan(Long.MAX_VALUE);
    }
  }

  @Override
  public int connections() {
    return connections;
  }

  @Override
  public int depth() {
    return 1;
  }

  @Override
  public void plan(long durationNanos) {
    schedule = Schedule.of(arrivals, durationNanos, seed);
    for (int i = 0; i < share.index(); i++) {
      schedule.nextNanos();
    }
  }

  @Override
  public void begin(long start) {
    startNanos = start;
    lastSentNanos = start;
    for (Connection connection : lane.connections()) {
      if (connection.isOpen()) {
        rest(connection);
      } else if (connection.isClosed()) {
        spare.add(connection);
      } else {
        connecting++;
      }
    }
    ended = false;
    dueNanos = start;
    advance();
    lane.loop().add(this);
  }

  private void advance() {
    long next = schedule.nextNanos();
    for (int i = 1; i < share.loops() && next != Schedule.END; i++) {
      schedule.nextNanos();
    }
    if (next == Schedule.END) {
      ended = true;
    } else {
      gapNanos = startNanos + next - dueNanos;
      dueNanos = startNanos + next;
    }
  }

  @Override
  public void end(long now) {
    // What became due while the loop was busy with something else is an attempt all the same.
    while (!ended && dueNanos - now <= 0) {
      if (catchUp == CatchUp.PACED) {
        lane.attempted();
        lane.lag(now - dueNanos);
        lane.tally().driverLate++;
      } else {
        arrive(dueNanos, System.nanoTime());
      }
      advance();
    }
    ended = true;
    lane.loop().remove(this);
  }

  @Override
  public int pending() {
    return waiting.count();
  }

  @Override
  public long run(long loopNanos) {
    long now = loopNanos;
    for (int i = 0; i < MOST_AT_ONCE && !ended; i++) {
      if (dueNanos - now > 0) {
        now = System.nanoTime();
        if (dueNanos - now > 0) {
          return dueNanos - loopNanos;
        }
      }
      long allowed = lastSentNanos + gapNanos / 2;
      if (catchUp == CatchUp.PACED && allowed - now > 0) {
        return allowed - loopNanos;
      }
      arrive(dueNanos, now);
      lastSentNanos = now;
      advance();
      now = System.nanoTime();
    }
    return ended ? EventLoop.NEVER : 0;
  }

  private void arrive(long due, long now) {
    boolean late = now - due > TOO_LATE_NANOS;
    lane.attempted();
    lane.lag(now - due);
    if (catchUp == CatchUp.NONE && late) {
      lane.tally().driverLate++;
    } else if (lane.inFlight() + waiting.count() >= maxInFlight) {
      // A full house is the target's doing only while the driver itself keeps time.
      if (late) {
        lane.tally().driverLate++;
      } else {
        lane.tally().capReached++;
      }
    } else {
      dispatch(mix.next(), false, due, now);
    }
  }

  private void dispatch(int kind, boolean retry, long due, long now) {
    Connection connection = nextIdle();
    if (connection != null) {
      lane.send(connection, kind, retry, due, now);
      connection.flush();
    } else {
      waiting.add(kind, retry, due, now);
      openForWaiting(now);
    }
  }

  private Connection nextIdle() {
    for (Connection next = idle.poll(); next != null; next = idle.poll()) {
      next.queued = false;
      if (next.isOpen()) {
        return next;
      }
    }
    return null;
  }

  private void openForWaiting(long now) {
    while (connecting < waiting.count()) {
      Connection connection = spare.poll();
      if (connection == null) {
        connection = lane.newConnection();
      }
      connecting++;
      connection.connect(now);
    }
  }

  private void rest(Connection connection) {
    if (!connection.queued) {
      connection.queued = true;
      idle.add(connection);
    }
  }

  @Override
  public void connected(Connection connection, long now) {
    connecting--;
    free(connection, now);
  }

  @Override
  public void connectFailed(Connection connection, long now) {
    connecting--;
    spare.add(connection);
    if (waiting.count() > connecting) {
      lane.tally().connectFailed++;
      waiting.removeHead();
    }
  }

  @Override
  public void free(Connection connection, long now) {
    if (waiting.count() == 0) {
      rest(connection);
      return;
    }
    boolean retry = waiting.headIsRetry();
    lane.send(
        connection, waiting.headKind(), retry, waiting.headIntended(), waiting.headDispatched());
    waiting.removeHead();
    connection.flush();
  }

  @Override
  public void lost(Connection connection, long now) {
    spare.add(connection);
    openForWaiting(now);
  }

  @Override
  public void retry(Connection connection, int kind, long intendedNanos, long now) {
    if (lane.isSending() && lane.inFlight() + waiting.count() < maxInFlight) {
      lane.retried();
      waiting.add(kind, true, intendedNanos, now);
    }
  }

  @Override
  public void wake(Connection connection, long now) {}

  @Override
  public void abandon(long now) {
    while (waiting.count() > 0) {
      lane.tally().inFlightAtEnd++;
      lane.recorder().ended(now - waiting.headIntended(), 0);
      waiting.removeHead();
    }
  }

  @Override
  public double offered() {
    return schedule.count();
  }
}
