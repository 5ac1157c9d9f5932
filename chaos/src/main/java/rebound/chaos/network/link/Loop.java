package rebound.chaos.network.link;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/// One thread with one selector that owns everything of one server: sockets, timers, proxies.
///
/// Nothing on it waits for anybody, so no stalled peer can hold up another connection or the API.
/// [#execute] and [#call] may be used by any thread, all else by the loop's own.
public final class Loop implements Executor, AutoCloseable {
  private static final int SCRATCH_BYTES = Blocks.LARGEST_BYTES;
  private static final int MOST_LOOKUPS = 8;

  private final Selector selector;
  private final Alarm alarm;
  private final Thread thread;
  private final ConcurrentLinkedQueue<Runnable> tasks = new ConcurrentLinkedQueue<>();
  private final PriorityQueue<Timer> timers =
      new PriorityQueue<>(Comparator.comparingLong(Timer::sinceStartNanos));
  private List<Runnable> settling = new ArrayList<>(0);
  private final long startNanos = System.nanoTime();
  private final ByteBuffer scratch = ByteBuffer.allocateDirect(SCRATCH_BYTES);
  private final Blocks blocks;
  private final ThreadPoolExecutor lookups;
  private volatile boolean closing;
  private volatile Throwable failure;

  /// Something to do at a moment, on the loop's thread.
  private record Timer(long sinceStartNanos, Runnable action) {}

  /// @param name of its threads
  /// @param mostHeldBytes how much all toxics together may hold; with more, senders have to wait
  public Loop(String name, long mostHeldBytes) throws IOException {
    this.selector = Selector.open();
    this.alarm = new Alarm(selector, name + "-alarm");
    this.blocks = new Blocks(mostHeldBytes);
    this.thread = Thread.ofPlatform().name(name).daemon().unstarted(this::run);
    this.lookups =
        new ThreadPoolExecutor(
            MOST_LOOKUPS,
            MOST_LOOKUPS,
            5,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            Thread.ofPlatform().name(name + "-lookup-", 0).daemon().factory());
    lookups.allowCoreThreadTimeOut(true);
  }

  /// Starts its threads. A bug ends the loop, closes everything and shows its trace on the standard
  /// error: connections that go on half served would be worse.
  public void start() {
    alarm.start();
    thread.start();
  }

  /// Runs a task on the loop's thread, soon.
  @Override
  public void execute(Runnable task) {
    tasks.add(task);
    selector.wakeup();
  }

  /// Runs a task on the loop's thread and waits for what it gives.
  ///
  /// @throws IllegalStateException when the loop has ended
  public <T> T call(Callable<T> task) throws IOException {
    FutureTask<T> future = new FutureTask<>(task);
    execute(future);
    try {
      while (true) {
        try {
          return future.get(100, TimeUnit.MILLISECONDS);
        } catch (java.util.concurrent.TimeoutException waiting) {
          if (!thread.isAlive() && !future.isDone()) {
            throw new IllegalStateException("the loop " + thread.getName() + " has ended", failure);
          }
        }
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while waiting for " + thread.getName(), interrupted);
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof IOException io) {
        throw io;
      }
      throw new IllegalStateException(failed.getCause().getMessage(), failed.getCause());
    }
  }

  /// Registers a channel; the loop calls `ready` when it can do what `ops` asks for.
  public SelectionKey register(SelectableChannel channel, int ops, Ready ready) throws IOException {
    channel.configureBlocking(false);
    return channel.register(selector, ops, ready);
  }

  /// Runs an action at a moment on the clock of [System#nanoTime]. It cannot be called off: an
  /// action checks whether it is still wanted.
  public void at(long nanos, Runnable action) {
    timers.add(new Timer(nanos - startNanos, action));
  }

  /// Runs an action once every channel that was closed before is really closed: one that is
  /// registered keeps its port until the selector has let go of it.
  public void afterClosing(Runnable action) {
    settling.add(action);
  }

  /// A buffer for whoever runs on the loop's thread, empty; its content does not outlive the call.
  public ByteBuffer scratch() {
    return scratch.clear();
  }

  Blocks blocks() {
    return blocks;
  }

  /// For what may block: looking names up.
  Executor lookups() {
    return lookups;
  }

  /// True when the calling thread is the loop's own.
  public boolean isCurrent() {
    return Thread.currentThread() == thread;
  }

  /// Waits for the end of the loop.
  ///
  /// @return what made it fail, or null when it was closed
  public Throwable join() throws InterruptedException {
    thread.join();
    return failure;
  }

  /// Ends the threads and closes every channel that is registered.
  @Override
  public void close() {
    closing = true;
    selector.wakeup();
    if (thread.getState() == Thread.State.NEW) {
      closeChannels();
      return;
    }
    if (!isCurrent() && thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void run() {
    try {
      while (!closing) {
        runTasks();
        long nextNanos = runTimers();
        List<Runnable> settled = settling;
        settling = new ArrayList<>(0);
        if (nextNanos == 0 || !settled.isEmpty()) {
          selector.selectNow(Loop::dispatch);
        } else {
          if (nextNanos > 0) {
            alarm.wakeAt(System.nanoTime() + nextNanos);
          }
          selector.select(Loop::dispatch);
        }
        settled.forEach(Runnable::run);
      }
    } catch (IOException failed) {
      failure = failed;
      throw new UncheckedIOException(failed);
    } catch (RuntimeException | Error failed) {
      failure = failed;
      throw failed;
    } finally {
      alarm.close();
      lookups.shutdownNow();
      closeChannels();
      blocks.close();
    }
  }

  private static void dispatch(SelectionKey key) {
    if (key.isValid()) {
      ((Ready) key.attachment()).ready(key.readyOps());
    }
  }

  private void runTasks() {
    for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
      task.run();
    }
  }

  /// @return nanoseconds until the next timer: 0 when it is due, negative when there is none
  private long runTimers() {
    if (timers.isEmpty()) {
      return -1;
    }
    long nowNanos = System.nanoTime() - startNanos;
    // Only what was due at the beginning: a timer that starts itself again must not keep the
    // sockets waiting.
    while (!timers.isEmpty() && timers.peek().sinceStartNanos() <= nowNanos) {
      timers.poll().action().run();
    }
    return timers.isEmpty() ? -1 : Math.max(0, timers.peek().sinceStartNanos() - nowNanos);
  }

  private void closeChannels() {
    try (Selector ending = selector) {
      for (SelectionKey key : ending.keys()) {
        key.channel().close();
      }
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
