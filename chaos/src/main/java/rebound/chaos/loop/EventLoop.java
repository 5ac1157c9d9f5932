package rebound.chaos.loop;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;

/// One thread and one selector: runs what other threads hand it, rings alarms, and tells channels
/// that they are ready. Everything that belongs to a loop is touched on its thread alone. A bug in
/// what it calls ends the loop and is kept for [#failure()], so that it can never pass unseen.
public final class EventLoop implements AutoCloseable {
  /// The end of time, for [Source#nextNanos].
  public static final long NEVER = Long.MAX_VALUE;

  private static final long LONGEST_WAIT_NANOS = 1_000_000_000L;

  /// What a channel's key carries as its attachment.
  public interface Ready {
    /// The channel is ready for some of what it is interested in.
    void ready(SelectionKey key);
  }

  /// Work that is due at instants of its own, to the microsecond.
  public interface Source {
    /// Does what is due.
    ///
    /// @return how many nanoseconds after `nowNanos` it wants to be called next, or [#NEVER]
    long run(long nowNanos);
  }

  private final Thread thread;
  private final Selector selector;
  private final PreciseWait precise;
  private final TimerHeap timers = new TimerHeap();
  private final List<Source> sources = new ArrayList<>();
  private final ConcurrentLinkedQueue<Runnable> mailbox = new ConcurrentLinkedQueue<>();
  // Made once: select() is called with it a hundred thousand times a second.
  private final Consumer<SelectionKey> dispatch = EventLoop::dispatch;
  private boolean changed;
  private volatile boolean ending;
  private volatile Throwable failure;
  private volatile long nativeThreadId;

  /// Makes and starts a loop.
  ///
  /// @param name of its thread
  public EventLoop(String name) {
    synchronized (EventLoop.class) {
      PreciseWait.Probe probe = PreciseWait.Probe.before();
      try {
        selector = Selector.open();
      } catch (IOException e) {
        throw new UncheckedIOException("no selector: raise the limit of open files (ulimit -n)", e);
      }
      precise = probe.after(selector);
    }
    thread = new Thread(this::run, name);
    thread.setDaemon(true);
    thread.start();
  }

  /// Runs something on the loop's thread, soon. Any thread may call.
  public void execute(Runnable work) {
    mailbox.add(work);
    selector.wakeup();
  }

  /// What ended the loop before its time, or null.
  public Throwable failure() {
    return failure;
  }

  /// The kernel's id of the loop's thread, for `/proc`; 0 until it runs.
  public long nativeThreadId() {
    return nativeThreadId;
  }

  /// The selector, for registering channels on the loop's thread.
  public Selector selector() {
    return selector;
  }

  /// To be called after a channel was registered or closed, or its interest changed: the selector
  /// tells the kernel only when it selects, and a precise wait does not select. On the loop's
  /// thread.
  public void changed() {
    changed = true;
  }

  /// Sets or resets an alarm; on the loop's thread.
  public void set(Timer timer, long dueNanos) {
    timers.set(timer, dueNanos);
  }

  /// Unsets an alarm; on the loop's thread.
  public void clear(Timer timer) {
    timers.clear(timer);
  }

  /// Adds work with instants of its own; on the loop's thread.
  public void add(Source source) {
    sources.add(source);
  }

  /// Takes it away again; on the loop's thread.
  public void remove(Source source) {
    sources.remove(source);
  }

  private void run() {
    try {
      nativeThreadId = ThreadStat.ownId();
      precise.prepareThread();
      while (!ending) {
        turn();
      }
    } catch (Throwable e) {
      failure = e;
    } finally {
      closeSelector();
    }
  }

  private void turn() throws IOException {
    for (Runnable work = mailbox.poll(); work != null; work = mailbox.poll()) {
      work.run();
    }
    long now = System.nanoTime();
    long wait = Math.min(LONGEST_WAIT_NANOS, ringAlarms(now));
    boolean sharp = false;
    for (int i = 0; i < sources.size(); i++) {
      long next = sources.get(i).run(now);
      sharp |= next < LONGEST_WAIT_NANOS;
      wait = Math.min(wait, next);
    }
    if (wait <= 0 || (sharp && changed)) {
      changed = false;
      selector.selectNow(dispatch);
    } else if (sharp) {
      long passed = System.nanoTime() - now;
      precise.await(selector, wait - passed, dispatch);
    } else {
      selector.select(dispatch, (wait + 999_999) / 1_000_000);
    }
  }

  private static void dispatch(SelectionKey key) {
    ((Ready) key.attachment()).ready(key);
  }

  private long ringAlarms(long now) {
    for (Timer first = timers.first(); first != null; first = timers.first()) {
      long left = first.dueNanos - now;
      if (left > 0) {
        return left;
      }
      timers.clear(first);
      first.alarm.ring(now);
    }
    return NEVER;
  }

  private void closeSelector() {
    try {
      for (SelectionKey key : List.copyOf(selector.keys())) {
        key.channel().close();
      }
      selector.close();
    } catch (IOException e) {
      if (failure == null) {
        failure = e;
      }
    }
  }

  /// Ends the thread and closes all channels that are registered with it.
  @Override
  public void close() {
    ending = true;
    selector.wakeup();
    boolean interrupted = false;
    while (true) {
      try {
        thread.join();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
