package rebound.fakedb.wire;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

/// The timer thread: wakes the event loop at an instant.
///
/// A selector's own timeout counts whole milliseconds, a parked thread some fifty microseconds.
/// [#at] is for the event loop thread alone.
final class Alarm implements Runnable {
  private static final long NEVER = Long.MAX_VALUE;

  private final Thread thread;
  private final Runnable wakeUp;
  private volatile long dueNanos = NEVER;
  private volatile long parkedUntilNanos = NEVER;
  private volatile boolean stopped;

  Alarm(Runnable wakeUp) {
    this.wakeUp = wakeUp;
    this.thread = Thread.ofPlatform().daemon().name("fake-db-timer").unstarted(this);
  }

  void start() {
    thread.start();
  }

  void stop() {
    stopped = true;
    LockSupport.unpark(thread);
  }

  /// Wakes the loop at that instant; replaces the last one. Costs a system call only when the
  /// thread sleeps past it.
  void at(long nanos) {
    if (dueNanos != nanos) {
      dueNanos = nanos;
    }
    if (isBefore(nanos, parkedUntilNanos)) {
      LockSupport.unpark(thread);
    }
  }

  /// The thread says until when it will sleep before it looks at the due time a last time, so an
  /// earlier one set in between is seen either here or by [#at].
  @Override
  public void run() {
    sharpen();
    while (!stopped) {
      long due = dueNanos;
      parkedUntilNanos = due;
      if (due != dueNanos) {
        continue;
      }
      if (due == NEVER) {
        LockSupport.park(this);
        continue;
      }
      long left = due - System.nanoTime();
      if (left > 0) {
        LockSupport.parkNanos(this, left);
      } else {
        dueNanos = NEVER;
        wakeUp.run();
      }
    }
  }

  /// Linux lets a sleeping thread oversleep by 50 µs to save wake-ups; this one is to be punctual.
  private static void sharpen() {
    try {
      Path thread = Files.readSymbolicLink(Path.of("/proc/thread-self")).getFileName();
      Files.writeString(Path.of("/proc/" + thread + "/timerslack_ns"), "1000");
    } catch (IOException e) {
      System.err.println("fake-db: timers stay 50 µs blunter, the slack cannot be set: " + e);
    }
  }

  private static boolean isBefore(long nanos, long other) {
    return nanos != NEVER && (other == NEVER || nanos - other < 0);
  }
}
