package rebound.server.database;

import java.util.concurrent.locks.LockSupport;

/// One question to the database and its answer. The pool's loop settles it once; one waiter, of any
/// thread, may wait for it or be called back on the loop.
public final class Call {
  private final byte[] command;
  private volatile Answer answer;
  private volatile Thread waiter;
  private Runnable whenSettled;
  private long sentNanos;

  /// A call of a command that stands in RESP already.
  ///
  /// @param command what is sent, not copied
  public Call(byte[] command) {
    this.command = command;
  }

  /// Waits until the call is settled.
  ///
  /// @param deadlineNanos when to give up, as `System.nanoTime()`, or [Long#MAX_VALUE]
  /// @return the answer
  public Answer await(long deadlineNanos) {
    waiter = Thread.currentThread();
    while (answer == null) {
      if (deadlineNanos == Long.MAX_VALUE) {
        LockSupport.park(this);
      } else {
        long left = deadlineNanos - System.nanoTime();
        if (left <= 0) {
          return new Answer.Late();
        }
        LockSupport.parkNanos(this, left);
      }
    }
    return answer;
  }

  /// Has a task run on the pool's loop when the call is settled; to be set on that loop before the
  /// call is sent.
  public void whenSettled(Runnable task) {
    whenSettled = task;
  }

  /// The answer, or null while there is none.
  public Answer answer() {
    return answer;
  }

  byte[] command() {
    return command;
  }

  void sent(long nanos) {
    sentNanos = nanos;
  }

  long sentNanos() {
    return sentNanos;
  }

  void settle(Answer settled) {
    answer = settled;
    Thread sleeper = waiter;
    if (sleeper != null) {
      LockSupport.unpark(sleeper);
    }
    if (whenSettled != null) {
      whenSettled.run();
    }
  }
}
