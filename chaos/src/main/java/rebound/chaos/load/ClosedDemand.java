package rebound.chaos.load;

import java.time.Duration;

/// N connections that each wait for their answers. A slot's next request is intended for the moment
/// the slot became free, plus the pause.
final class ClosedDemand implements Demand {
  private static final long TRIES_APART_NANOS = 100_000_000L;

  private final Lane lane;
  private final int connections;
  private final int depth;
  private final long thinkNanos;
  private final Mix mix;
  private long left;

  /// @param requests how many are sent at most; then the lane ends before its time
  ClosedDemand(Lane lane, int connections, int depth, Duration think, long requests, Mix mix) {
    this.lane = lane;
    this.connections = connections;
    this.depth = depth;
    this.thinkNanos = think.toNanos();
    this.left = requests;
    this.mix = mix;
  }

  @Override
  public int connections() {
    return connections;
  }

  @Override
  public int depth() {
    return depth;
  }

  @Override
  public void plan(long durationNanos) {}

  @Override
  public void begin(long startNanos) {
    for (Connection connection : lane.connections()) {
      connection.freeSinceNanos = startNanos;
      if (connection.isOpen()) {
        fill(connection, startNanos, System.nanoTime());
      } else if (connection.isClosed()) {
        connection.connect(System.nanoTime());
      }
    }
    endWhenAllAreAnswered();
  }

  private void endWhenAllAreAnswered() {
    if (left == 0 && lane.inFlight() == 0) {
      lane.stop();
    }
  }

  @Override
  public void end(long nowNanos) {}

  @Override
  public int pending() {
    return 0;
  }

  @Override
  public void abandon(long nowNanos) {}

  @Override
  public void connected(Connection connection, long now) {
    Flights again = connection.again;
    if (again != null && lane.isSending()) {
      while (again.count() > 0) {
        lane.retried();
        lane.send(connection, again.headKind(), true, again.headIntended(), now);
        again.removeHead();
      }
    }
    if (connection.pauses != null) {
      connection.pauses.clear();
    }
    fill(connection, connection.freeSinceNanos, now);
  }

  private void fill(Connection connection, long intendedNanos, long now) {
    if (!lane.isSending()) {
      return;
    }
    while (left > 0 && connection.flights.count() < depth) {
      left--;
      lane.attempted();
      lane.send(connection, mix.next(), false, intendedNanos, now);
    }
    connection.flush();
  }

  @Override
  public void connectFailed(Connection connection, long now) {
    if (lane.isSending()) {
      lane.attempted();
      lane.tally().connectFailed++;
      retryAt(connection, Math.max(now, connection.connectStartedNanos() + TRIES_APART_NANOS));
    }
  }

  private void retryAt(Connection connection, long nanos) {
    connection.freeSinceNanos = nanos;
    connection.wakeAt(nanos);
  }

  @Override
  public void free(Connection connection, long now) {
    if (left == 0) {
      endWhenAllAreAnswered();
    } else if (thinkNanos == 0) {
      fill(connection, now, now);
    } else if (lane.isSending()) {
      Pauses pauses = connection.pauses;
      if (pauses == null) {
        pauses = new Pauses(depth);
        connection.pauses = pauses;
      }
      while (connection.flights.count() + pauses.count() < depth) {
        pauses.add(now + thinkNanos);
      }
      connection.wakeAt(pauses.first());
    }
  }

  @Override
  public void lost(Connection connection, long now) {
    if (!lane.isSending()) {
      return;
    }
    boolean again = connection.again != null && connection.again.count() > 0;
    if (left == 0 && !again) {
      endWhenAllAreAnswered();
    } else if (thinkNanos == 0 || again) {
      connection.freeSinceNanos = now;
      connection.connect(now);
    } else {
      retryAt(connection, now + thinkNanos);
    }
  }

  @Override
  public void retry(Connection connection, int kind, long intendedNanos, long now) {
    if (connection.again == null) {
      connection.again = new Flights(depth);
    }
    connection.again.add(kind, true, intendedNanos, now);
  }

  @Override
  public void wake(Connection connection, long now) {
    if (!lane.isSending()) {
      return;
    }
    if (connection.isClosed()) {
      connection.connect(now);
      return;
    }
    Pauses pauses = connection.pauses;
    if (pauses == null) {
      return;
    }
    while (left > 0 && pauses.count() > 0 && pauses.first() - now <= 0) {
      left--;
      lane.attempted();
      lane.lag(now - pauses.first());
      lane.send(connection, mix.next(), false, pauses.first(), now);
      pauses.removeFirst();
    }
    connection.flush();
    if (pauses.count() > 0 && connection.isOpen()) {
      connection.wakeAt(pauses.first());
    }
  }

  @Override
  public double offered() {
    return Double.NaN;
  }
}
