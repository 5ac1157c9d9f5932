package rebound.server.database;

import java.util.concurrent.locks.LockSupport;
import org.xnio.XnioExecutor;

/// One question to the database and its answer. The pool's loop settles it once; one waiter, of any
/// thread, may wait for it or be called back on the loop.
public final class Call {
  private final byte[] command;
  private final long deadlineNanos;
  private final long delayNanos;
  private volatile Answer answer;
  private volatile Thread waiter;
  private Runnable whenSettled;
  private XnioExecutor.Key timer;
  private long sentNanos;

  /// A call of a command that stands in RESP already.
  ///
  /// @param command what is sent, not copied
  /// @param deadlineNanos when its asker gives up, as `System.nanoTime()`, or [Long#MAX_VALUE]
  /// @param delayNanos how long the command tells the database to take, 0 where it says nothing
  public Call(byte[] command, long deadlineNanos, long delayNanos) {
    this.command = command;
    this.deadlineNanos = deadlineNanos;
    this.delayNanos = delayNanos;
  }

  /// Waits until the call is settled, at the latest soon after its deadline.
  public Answer await() {
    waiter = Thread.currentThread();
    while (answer == null) {
      LockSupport.park(this);
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

  long delayNanos() {
    return delayNanos;
  }

  /// When its asker gives up, as `System.nanoTime()`, or [Long#MAX_VALUE].
  long deadlineNanos() {
    return deadlineNanos;
  }

  /// Keeps the timer of the deadline, to be removed when the call is settled.
  void timer(XnioExecutor.Key key) {
    timer = key;
  }

  /// Settles the call, unless it is: an answer that comes after the deadline is for nobody.
  void settle(Answer settled) {
    if (answer != null) {
      return;
    }
    answer = settled;
    if (timer != null) {
      timer.remove();
    }
    Thread sleeper = waiter;
    if (sleeper != null) {
      LockSupport.unpark(sleeper);
    }
    if (whenSettled != null) {
      whenSettled.run();
    }
  }
}
