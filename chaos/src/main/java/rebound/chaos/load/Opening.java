package rebound.chaos.load;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import rebound.chaos.loop.Timer;

/// Opens a lane's connections before the phase, at a bounded rate and with a bounded number of
/// handshakes at once, so that a listen backlog is not overrun by mere preparation. A connection
/// that fails is tried three times. Used on the loop's thread but for [#await].
final class Opening implements Timer.Alarm {
  private static final int MOST_AT_ONCE = 256;
  private static final int MOST_TRIES = 3;
  private static final long TRIES_APART_NANOS = 100_000_000L;

  private final Lane lane;
  private final double perSecond;
  private final Timer timer = new Timer(this);
  private final CountDownLatch done = new CountDownLatch(1);
  private boolean active;
  private long beginNanos;
  private int begun;
  private int settled;
  private int connecting;

  /// Opens at most so many a second; 0 for no bound.
  Opening(Lane lane, double perSecond) {
    this.lane = lane;
    this.perSecond = perSecond;
  }

  CountDownLatch done() {
    return done;
  }

  void begin(long now) {
    active = true;
    beginNanos = now;
    ring(now);
  }

  /// Ends the opening: what does not stand yet is left as it is.
  void stop() {
    active = false;
    lane.loop().clear(timer);
    done.countDown();
  }

  @Override
  public void ring(long now) {
    List<Connection> connections = lane.connections();
    while (active && begun < connections.size() && connecting < MOST_AT_ONCE) {
      long due = perSecond > 0 ? beginNanos + (long) (begun / perSecond * 1e9) : now;
      if (due - now > 0) {
        lane.loop().set(timer, due);
        return;
      }
      connect(connections.get(begun++), now);
    }
    if (active && settled == connections.size()) {
      stop();
    }
  }

  private void connect(Connection connection, long now) {
    connecting++;
    connection.openingTries++;
    connection.connect(now);
  }

  /// A handshake has ended, well or not.
  void settled(Connection connection, boolean stands, long now) {
    if (!active) {
      return;
    }
    connecting--;
    if (stands || connection.openingTries >= MOST_TRIES) {
      settled++;
    } else {
      connection.wakeAt(now + TRIES_APART_NANOS);
    }
    // Through the timer: connect() may settle within the call that ring() is in the middle of.
    lane.loop().set(timer, now);
  }

  void wake(Connection connection, long now) {
    if (active && connection.isClosed()) {
      connect(connection, now);
    }
  }
}
