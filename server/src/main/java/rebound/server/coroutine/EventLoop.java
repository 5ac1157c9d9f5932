package rebound.server.coroutine;

import java.util.ArrayDeque;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.xnio.XnioExecutor;
import org.xnio.XnioIoThread;

/// One I/O thread, its coroutines and its timers.
///
/// A coroutine is a virtual thread whose continuations run on this loop, so a woken coroutine costs
/// no switch of threads and shares its loop's state without locks. All methods but [#execute],
/// [#isCurrent] and [#after] belong to the loop's own thread or its coroutines.
public final class EventLoop implements Executor {
  private final XnioIoThread thread;
  private final Optional<Thread.Builder.OfVirtual> coroutines;
  private final ArrayDeque<Runnable> ready = new ArrayDeque<>();

  private final Turns turns;
  private boolean running;

  /// A loop over the given I/O thread.
  ///
  /// @param thread the I/O thread, of which there must be one loop only
  public EventLoop(XnioIoThread thread) {
    this.thread = thread;
    this.coroutines = Coroutines.onExecutor(this);
    this.turns = new Turns(thread);
  }

  /// The thread below, for registering channels.
  public XnioIoThread thread() {
    return thread;
  }

  /// The loop's ordinal, from 0.
  public int number() {
    return thread.getNumber();
  }

  /// True on the loop's own thread, outside of its coroutines.
  public boolean isCurrent() {
    return Thread.currentThread() == thread;
  }

  /// Runs a task on the loop: at once when called from the loop itself, else soon. A virtual thread
  /// hands its continuations here, so a wake-up on the loop is a plain call. A task that comes from
  /// within another runs after it, so that coroutines which wake each other need no stack.
  @Override
  public void execute(Runnable task) {
    if (Thread.currentThread() != thread) {
      thread.execute(() -> execute(task));
    } else if (running) {
      ready.add(task);
    } else {
      running = true;
      try {
        runAll(task);
      } finally {
        running = false;
      }
    }
  }

  private void runAll(Runnable first) {
    for (Runnable task = first; task != null; task = ready.poll()) {
      task.run();
    }
  }

  /// Runs a long task on the loop, in turn: between two of them the loop looks at its sockets, so
  /// that new requests are seen, and refused if need be, while it is busy.
  ///
  /// @param task what computes for a millisecond or so
  public void inTurn(Runnable task) {
    turns.add(task);
  }

  /// Starts a coroutine on this loop and runs it to its first wait.
  ///
  /// @param body what it does
  /// @throws java.util.NoSuchElementException where [#hasCoroutines] is false
  public void coroutine(Runnable body) {
    coroutines.orElseThrow().unstarted(body).start();
  }

  /// True where the JDK gives virtual threads on this loop.
  public boolean hasCoroutines() {
    return coroutines.isPresent();
  }

  /// Runs a task when the running coroutine has given the loop back: called by a coroutine for what
  /// has to run on the loop's own thread, such as sending its answer.
  ///
  /// @param task what to run
  public void afterwards(Runnable task) {
    ready.add(task);
  }

  /// Runs a task on the loop after a time.
  ///
  /// @param task what to run
  /// @param millis how long to wait, at least 1
  /// @return removes the timer
  public XnioExecutor.Key after(Runnable task, long millis) {
    return thread.executeAfter(task, millis, TimeUnit.MILLISECONDS);
  }
}
