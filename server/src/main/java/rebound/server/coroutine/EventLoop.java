package rebound.server.coroutine;

import java.util.ArrayDeque;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.xnio.XnioExecutor;
import org.xnio.XnioIoThread;

/// One I/O thread, its coroutines and its timers.
///
/// A coroutine is a virtual thread whose continuations run on this loop, so a woken coroutine costs
/// no switch of threads and shares its loop's state without locks. All methods but [#execute] and
/// [#after] belong to the loop's own thread or its coroutines.
public final class EventLoop implements Executor {
  private static final AtomicInteger MADE = new AtomicInteger();

  private final XnioIoThread thread;
  private final String coroutineName = "coroutine of loop " + MADE.incrementAndGet();
  private final Optional<Thread.Builder.OfVirtual> coroutines;
  private final ArrayDeque<Runnable> ready = new ArrayDeque<>();

  private final Turns turns;
  private boolean running;

  /// A loop over the given I/O thread.
  ///
  /// @param thread the I/O thread, of which there must be one loop only
  public EventLoop(XnioIoThread thread) {
    this.thread = thread;
    this.coroutines = Coroutines.onExecutor(this).map(it -> it.name(coroutineName));
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

  /// Runs a task on the loop: at once when called on its thread, when the coroutine has given the
  /// loop back when called by one of its coroutines, else soon. A virtual thread hands its
  /// continuations here, so a wake-up on the loop is a plain call. A task that comes from within
  /// another runs after it, so that coroutines which wake each other need no stack.
  ///
  /// A coroutine never takes the lock of the I/O thread's queue: the loop and third threads take it
  /// too, and a coroutine that waits for it beside its loop may be the one that is given it, and
  /// then never run to give it back.
  @Override
  public void execute(Runnable task) {
    if (Thread.currentThread() == thread) {
      runOrQueue(task);
    } else if (isOwnCoroutine()) {
      // It runs within a task of this loop, so the queue is looked at when it stops.
      ready.add(task);
    } else {
      thread.execute(() -> runOrQueue(task));
    }
  }

  /// Whether a coroutine of this loop asks. They run on the loop's thread only, and no other thread
  /// has their name, so that the answer needs no state that other threads might see change.
  private boolean isOwnCoroutine() {
    Thread current = Thread.currentThread();
    return current.isVirtual() && current.getName().equals(coroutineName);
  }

  private void runOrQueue(Runnable task) {
    if (running) {
      ready.add(task);
      return;
    }
    running = true;
    try {
      for (Runnable next = task; next != null; next = ready.poll()) {
        next.run();
      }
    } finally {
      running = false;
      if (!ready.isEmpty()) {
        // A task threw: those behind it have their turn all the same.
        thread.execute(() -> runOrQueue(ready.poll()));
      }
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

  /// Runs a task on the loop after a time.
  ///
  /// @param task what to run
  /// @param millis how long to wait, at least 1
  /// @return removes the timer
  public XnioExecutor.Key after(Runnable task, long millis) {
    return thread.executeAfter(task, millis, TimeUnit.MILLISECONDS);
  }
}
