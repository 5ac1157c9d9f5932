package rebound.server.guard;

import java.util.ArrayDeque;
import rebound.server.coroutine.EventLoop;

/// Connections whose clients have left, closed some at a time a moment later. Each time that XNIO
/// closes one it asks the system for up to 1,024 that are ready, and those of all who left at once
/// are: 9,000 that leave would keep the loop away for 4 s. So they are taken out of the system's
/// sight as they are found, and closed when no more are found. Belongs to its loop's thread.
final class Leavers {
  private static final long WAIT_MILLIS = 1;
  // So many within one wait are a crowd, of which more will come; and so many are closed at a time.
  private static final int CROWD = 64;
  private static final int MOST_WAITS = 200;

  private final EventLoop loop;
  private final ArrayDeque<ConnectionGuard> waiting = new ArrayDeque<>();
  private int fresh;
  private int waits;

  Leavers(EventLoop loop) {
    this.loop = loop;
  }

  /// Takes a connection that nobody reads any more.
  void add(ConnectionGuard guard) {
    waiting.add(guard);
    fresh++;
    if (waiting.size() == 1) {
      waits = 0;
      loop.after(this::look, WAIT_MILLIS);
    }
  }

  private void look() {
    waits++;
    if (fresh < CROWD || waits > MOST_WAITS) {
      for (int i = Math.min(CROWD, waiting.size()); i > 0; i--) {
        waiting.remove().close();
      }
    }
    fresh = 0;
    if (!waiting.isEmpty()) {
      loop.after(this::look, WAIT_MILLIS);
    }
  }
}
