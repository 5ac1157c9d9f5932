package rebound.fakedb.wire;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;

/// The one thread on which everything happens: reads, answers, timers, control.
///
/// Only [#execute] and [#stop] may be called from elsewhere.
public final class EventLoop implements AutoCloseable {
  private static final int BUFFER_BYTES = 64 * 1024;

  private final Selector selector;
  private final Alarm alarm;
  private final Thread thread;
  private final List<Timed> timers = new ArrayList<>();
  private final ConcurrentLinkedQueue<Runnable> tasks = new ConcurrentLinkedQueue<>();
  private final Budget budget;
  private final HeadStart headStart = new HeadStart();
  private final Consumer<SelectionKey> onReady = this::ready;
  private final ByteBuffer input = ByteBuffer.allocateDirect(BUFFER_BYTES);
  private final byte[] inputBytes = new byte[BUFFER_BYTES];
  private final ByteBuffer output = ByteBuffer.allocateDirect(2 * BUFFER_BYTES);
  private Connection corked;
  private long wokeNanos;
  private boolean woke;
  private volatile boolean stopped;
  private volatile boolean endedBadly;

  /// A loop that is not yet running.
  ///
  /// @param bufferedBytesMax what all connections together may hold of unread or unsent bytes
  /// @throws IOException where the system gives no selector
  public EventLoop(long bufferedBytesMax) throws IOException {
    this.selector = Selector.open();
    this.alarm = new Alarm(selector::wakeup);
    this.thread = Thread.ofPlatform().name("fake-db-loop").unstarted(this::run);
    this.budget = new Budget(bufferedBytesMax);
  }

  /// Starts both threads. Timers and ports that exist before need no [#execute].
  public void start() {
    alarm.start();
    thread.start();
  }

  /// Adds something that has its own instants; before [#start] or on the loop.
  ///
  /// @param timed asked before each wait
  public void add(Timed timed) {
    timers.add(timed);
  }

  /// Runs something on the loop, soon. Any thread.
  ///
  /// @param task must not wait
  public void execute(Runnable task) {
    tasks.add(task);
    selector.wakeup();
  }

  /// Ends the loop after what it is doing; any thread. [#close] waits for it.
  public void stop() {
    stopped = true;
    selector.wakeup();
  }

  /// Whether the loop ended by an exception, which is a bug of ours.
  ///
  /// @return false while it runs well, and after [#stop]
  public boolean failed() {
    return endedBadly;
  }

  /// Waits until the loop has ended.
  ///
  /// @throws InterruptedException when interrupted meanwhile
  public void join() throws InterruptedException {
    thread.join();
  }

  @Override
  public void close() {
    stop();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// When this turn of the loop began: the arrival of all that it reads. A busy loop that reads a
  /// connection late does not hide its own lateness in this way.
  ///
  /// @return in `System.nanoTime`
  public long nowNanos() {
    return wokeNanos;
  }

  Selector selector() {
    return selector;
  }

  Budget budget() {
    return budget;
  }

  private void run() {
    boolean well = false;
    try {
      while (!stopped) {
        turn();
      }
      well = true;
    } catch (IOException e) {
      throw new UncheckedIOException("the selector failed", e);
    } finally {
      endedBadly = !well;
      end();
    }
  }

  private void turn() throws IOException {
    woke = false;
    long next = nextNanos();
    if (!tasks.isEmpty() || next - System.nanoTime() <= 0) {
      selector.selectNow(onReady);
    } else {
      alarm.at(next - headStart.nanos());
      selector.select(onReady);
      if (!woke) {
        headStart.awaitAndLearn(next);
      }
    }
    flush();
    runTasks();
    long now = System.nanoTime();
    for (int i = 0; i < timers.size(); i++) {
      Timed timed = timers.get(i);
      if (timed.nextNanos() - now <= 0) {
        wokeNanos = now;
        timed.fire(now);
      }
    }
    flush();
  }

  private long nextNanos() {
    long next = Long.MAX_VALUE;
    for (int i = 0; i < timers.size(); i++) {
      long own = timers.get(i).nextNanos();
      if (own != Long.MAX_VALUE && (next == Long.MAX_VALUE || own - next < 0)) {
        next = own;
      }
    }
    return next == Long.MAX_VALUE ? System.nanoTime() + Long.MAX_VALUE / 4 : next;
  }

  private void runTasks() {
    for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
      wokeNanos = System.nanoTime();
      task.run();
    }
  }

  private void ready(SelectionKey key) {
    if (!woke) {
      woke = true;
      wokeNanos = System.nanoTime();
    }
    switch (key.attachment()) {
      case Connection connection -> connection.ready(key, input, inputBytes);
      case Port port -> port.accept();
      case Object other -> throw new IllegalStateException("registered by nobody: " + other);
    }
  }

  /// Takes bytes for a connection; they leave with [#flush] or when another connection writes.
  void put(Connection connection, byte[] bytes, int from, int length) {
    if (corked != connection) {
      flush();
      corked = connection;
    }
    int at = from;
    int left = length;
    while (left > output.remaining()) {
      int part = output.remaining();
      output.put(bytes, at, part);
      at += part;
      left -= part;
      send();
      if (corked != connection) {
        // It did not survive that: what is left must not go to the next one.
        return;
      }
    }
    output.put(bytes, at, left);
  }

  /// Sends what was written and not yet sent.
  public void flush() {
    if (corked != null) {
      send();
      corked = null;
    }
  }

  private void send() {
    output.flip();
    if (output.hasRemaining()) {
      corked.send(output);
    }
    output.clear();
  }

  /// Forgets what was written for a connection that is gone.
  void forget(Connection connection) {
    if (corked == connection) {
      corked = null;
      output.clear();
    }
  }

  private void end() {
    alarm.stop();
    for (SelectionKey key : Set.copyOf(selector.keys())) {
      switch (key.attachment()) {
        case Connection connection -> connection.close();
        case Port port -> port.close();
        case null -> {}
        case Object other -> throw new IllegalStateException("registered by nobody: " + other);
      }
    }
    try {
      selector.close();
    } catch (IOException e) {
      throw new UncheckedIOException("the selector would not close", e);
    }
  }
}
