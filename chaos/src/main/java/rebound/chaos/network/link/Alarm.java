package rebound.chaos.network.link;

import java.nio.channels.Selector;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/// Wakes the loop when its next timer is due.
///
/// A thread of its own, because a selector's own timeout counts whole milliseconds and comes half a
/// millisecond late at the median, and parking for nanoseconds comes a tenth late.
final class Alarm implements AutoCloseable {
  private static final long NEVER = Long.MAX_VALUE;

  private final Selector selector;
  private final AtomicLong dueNanos = new AtomicLong(NEVER);
  private final Thread thread;
  private volatile boolean closed;

  Alarm(Selector selector, String name) {
    this.selector = selector;
    this.thread = Thread.ofPlatform().name(name).daemon().unstarted(this::run);
  }

  void start() {
    thread.start();
  }

  /// Asks for one wake-up; only the earliest of several is kept, later ones have to be asked again.
  void wakeAt(long nanos) {
    long before = dueNanos.get();
    if (before == NEVER || nanos - before < 0) {
      dueNanos.set(nanos);
      LockSupport.unpark(thread);
    }
  }

  private void run() {
    while (!closed) {
      long due = dueNanos.get();
      if (due == NEVER) {
        LockSupport.park(this);
        continue;
      }
      long waitNanos = due - System.nanoTime();
      if (waitNanos > 0) {
        LockSupport.parkNanos(this, waitNanos);
      } else if (dueNanos.compareAndSet(due, NEVER)) {
        selector.wakeup();
      }
    }
  }

  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
  }
}
