package rebound.server.database;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.xnio.IoFuture;
import org.xnio.OptionMap;
import org.xnio.Options;
import org.xnio.StreamConnection;
import rebound.server.coroutine.EventLoop;

/// One event loop's connections to the database. Calls take the first connection that has room, in
/// turn; the rest wait in order, bounded. Lost connections are opened again. Belongs to its loop's
/// thread, but [#send] may be called from anywhere.
public final class DatabasePool {
  private static final int LONGEST_QUEUE = 16_384;
  private static final long RETRY_MILLIS = 200;
  private static final long LONGEST_CONNECT_MILLIS = 3_000;
  private static final long WATCH_MILLIS = 1_000;
  private static final long STALLED_NANOS = 30_000_000_000L;
  // What an answer needs to reach the client in time.
  private static final long MARGIN_NANOS = 1_000_000;
  private static final int SCRATCH_BYTES = 16 * 1024;

  private final EventLoop loop;
  private final DatabaseAddress address;
  private final int wanted;
  private final ByteBuffer scratch = ByteBuffer.allocateDirect(SCRATCH_BYTES);
  private final List<DatabaseConnection> connections = new ArrayList<>();
  // Those with room, each once.
  private final ArrayDeque<DatabaseConnection> free = new ArrayDeque<>();
  private final ArrayDeque<DatabaseConnection> unflushed = new ArrayDeque<>();
  private final ArrayDeque<Call> queue = new ArrayDeque<>();
  private String lastFailure = "no connection is open yet";
  private boolean closed;
  private volatile int open;
  private volatile int waiting;
  private volatile long crowded;
  private volatile long late;
  private volatile long unreachable;
  private volatile long lost;

  /// A pool on a loop.
  ///
  /// @param loop the loop that owns it
  /// @param address where the database is
  /// @param wanted how many connections to hold
  public DatabasePool(EventLoop loop, DatabaseAddress address, int wanted) {
    this.loop = loop;
    this.address = address;
    this.wanted = wanted;
  }

  /// Opens the connections; calls may be sent before they are open.
  public void open() {
    loop.execute(
        () -> {
          for (int i = 0; i < wanted; i++) {
            connect();
          }
          loop.after(this::watch, WATCH_MILLIS);
        });
  }

  /// Sends a call from anywhere, as a task of the loop.
  ///
  /// @param call a call that has not been sent yet
  public void send(Call call) {
    loop.execute(() -> sendHere(call));
  }

  /// Sends a call on the loop's own thread, now.
  ///
  /// @param call a call that has not been sent yet
  public void sendHere(Call call) {
    if (call.deadlineNanos() != Long.MAX_VALUE) {
      long leftNanos = call.deadlineNanos() - System.nanoTime() - MARGIN_NANOS;
      if (leftNanos < 1_000_000) {
        late(call);
        return;
      }
      call.timer(loop.after(() -> late(call), leftNanos / 1_000_000));
    }
    // While one waits, none is free: nobody overtakes.
    DatabaseConnection connection = free.poll();
    if (connection != null) {
      place(call, connection);
      if (!connection.isBroken() && connection.load() < address.pipeline()) {
        free.addLast(connection);
      }
    } else if (connections.isEmpty() && queue.size() >= wanted) {
      unreachable(call, new Answer.Unreachable(lastFailure));
    } else if (queue.size() >= LONGEST_QUEUE) {
      long count = crowded;
      crowded = count + 1;
      call.settle(new Answer.Crowded());
    } else {
      queue.add(call);
      waiting = queue.size();
    }
  }

  private void late(Call call) {
    if (call.answer() == null) {
      long count = late;
      late = count + 1;
      call.settle(new Answer.Late());
    }
  }

  /// Settles a call whose connection is not there, or not any more.
  void unreachable(Call call, Answer.Unreachable answer) {
    if (call.answer() == null) {
      long count = unreachable;
      unreachable = count + 1;
      call.settle(answer);
    }
  }

  /// How many connections are open; this and all other figures from any thread.
  public int connections() {
    return open;
  }

  /// How many calls wait for a connection, those included whose asker has given up since.
  public int waiting() {
    return waiting;
  }

  /// How many calls found the queue full.
  public long crowded() {
    return crowded;
  }

  /// How many calls were not answered within their deadline.
  public long late() {
    return late;
  }

  /// How many calls had no connection, or lost it before their answer.
  public long unreachable() {
    return unreachable;
  }

  /// How many connections broke.
  public long lostConnections() {
    return lost;
  }

  /// Closes all connections; calls in flight fail.
  public void close() {
    closed = true;
    for (DatabaseConnection connection : List.copyOf(connections)) {
      connection.fail("the server stops");
    }
  }

  /// A connection has room again.
  void freed(DatabaseConnection connection) {
    // One that was not full is in the list already, and nobody waits.
    if (connection.load() == address.pipeline() - 1) {
      fill(connection);
    }
  }

  /// Gives a connection that is in no list the calls that wait, and lists it when room is left.
  private void fill(DatabaseConnection connection) {
    while (!connection.isBroken() && connection.load() < address.pipeline()) {
      Call next = nextWaiting();
      if (next == null) {
        free.addFirst(connection);
        return;
      }
      place(next, connection);
    }
  }

  /// The next call that somebody still waits for.
  private Call nextWaiting() {
    Call next = queue.poll();
    while (next != null && next.answer() != null) {
      next = queue.poll();
    }
    waiting = queue.size();
    return next;
  }

  void lost(DatabaseConnection connection) {
    connections.remove(connection);
    free.remove(connection);
    open = connections.size();
    long count = lost;
    lost = count + 1;
    lastFailure = "a connection to it broke";
    if (!closed) {
      loop.after(this::connect, RETRY_MILLIS);
    }
  }

  private void place(Call call, DatabaseConnection connection) {
    connection.add(call, System.nanoTime());
    if (address.pipeline() == 1) {
      connection.flush();
      return;
    }
    // Calls of one pass of the loop leave in one write.
    if (unflushed.isEmpty()) {
      loop.thread().execute(this::flush);
    }
    unflushed.add(connection);
  }

  private void flush() {
    for (DatabaseConnection next = unflushed.poll(); next != null; next = unflushed.poll()) {
      next.flush();
    }
  }

  private void connect() {
    if (closed) {
      return;
    }
    IoFuture<StreamConnection> connecting =
        loop.thread()
            .openStreamConnection(
                address.socket(), this::opened, OptionMap.create(Options.TCP_NODELAY, true));
    connecting.addNotifier(this::connected, null);
    // A database that drops connections unseen would hold the calls for minutes. Nothing comes of
    // this once the connection is open.
    loop.after(connecting::cancel, LONGEST_CONNECT_MILLIS);
  }

  private void opened(StreamConnection channel) {
    if (closed) {
      org.xnio.IoUtils.safeClose(channel);
      return;
    }
    DatabaseConnection connection = new DatabaseConnection(channel, this, scratch);
    connections.add(connection);
    open = connections.size();
    connection.open();
    fill(connection);
  }

  private void connected(IoFuture<? extends StreamConnection> future, Object attachment) {
    switch (future.getStatus()) {
      case FAILED -> loop.execute(() -> refused(future.getException().getMessage()));
      case CANCELLED ->
          loop.execute(() -> refused("connecting took over " + LONGEST_CONNECT_MILLIS + " ms"));
      case DONE, WAITING -> {}
    }
  }

  private void refused(String reason) {
    lastFailure = reason;
    if (connections.isEmpty()) {
      failQueue();
    }
    if (!closed) {
      loop.after(this::connect, RETRY_MILLIS);
    }
  }

  private void failQueue() {
    Answer.Unreachable answer = new Answer.Unreachable(lastFailure);
    for (Call call = queue.poll(); call != null; call = queue.poll()) {
      unreachable(call, answer);
    }
    waiting = queue.size();
  }

  /// A database that answers nothing for long holds its connections for ever otherwise.
  private void watch() {
    long now = System.nanoTime();
    for (DatabaseConnection connection : List.copyOf(connections)) {
      if (connection.overdueNanos(now) > STALLED_NANOS) {
        connection.fail("it was silent for 30 s after an answer was due");
      }
    }
    if (!closed) {
      loop.after(this::watch, WATCH_MILLIS);
    }
  }
}
