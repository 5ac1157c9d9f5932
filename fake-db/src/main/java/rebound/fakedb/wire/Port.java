package rebound.fakedb.wire;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/// One listening port, its protocol and its connections. Event loop thread only, once started.
public final class Port implements Timed {
  private static final int BACKLOG = 4096;
  private static final int ACCEPTS_A_TURN = 256;
  private static final long ACCEPT_PAUSE_NANOS = 50_000_000;

  private final String name;
  private final EventLoop loop;
  private final Function<Connection, Session> sessions;
  private final Set<Connection> connections = new LinkedHashSet<>();
  private Consumer<Connection> greeter = connection -> {};
  private InetSocketAddress address;
  private ServerSocketChannel channel;
  private long retryNanos = Long.MAX_VALUE;
  private long accepted;
  private long refused;
  private long overflows;
  private long receivedBytes;
  private long sentBytes;

  /// A port that does not listen yet.
  ///
  /// @param name for people and metrics
  /// @param loop where it lives
  /// @param address where to listen; port 0 takes a free one, which it keeps from then on
  /// @param sessions makes the session of a new connection
  public Port(
      String name,
      EventLoop loop,
      InetSocketAddress address,
      Function<Connection, Session> sessions) {
    this.name = name;
    this.loop = loop;
    this.address = address;
    this.sessions = sessions;
  }

  /// Begins to listen; nothing happens where it already does.
  ///
  /// @throws IOException where the address is taken or not ours
  public void listen() throws IOException {
    if (channel != null) {
      return;
    }
    ServerSocketChannel opened = ServerSocketChannel.open();
    try {
      opened.setOption(StandardSocketOptions.SO_REUSEADDR, true);
      opened.bind(address, BACKLOG);
      opened.configureBlocking(false);
      opened.register(loop.selector(), SelectionKey.OP_ACCEPT, this);
      address = (InetSocketAddress) opened.getLocalAddress();
    } catch (IOException e) {
      opened.close();
      throw e;
    }
    channel = opened;
  }

  /// Stops listening, so that the system refuses new connections. Those that exist stay.
  public void refuse() {
    if (channel == null) {
      return;
    }
    try {
      channel.close();
      // A closed listener leaves its port only when the selector has seen it.
      loop.selector().selectNow(key -> {});
    } catch (IOException e) {
      throw new UncheckedIOException(name + ": the listener would not close", e);
    } finally {
      channel = null;
    }
  }

  /// Has a look at each new connection.
  ///
  /// @param greeter called once for each
  public void greeter(Consumer<Connection> greeter) {
    this.greeter = greeter;
  }

  /// Its name.
  ///
  /// @return as `redis`
  public String name() {
    return name;
  }

  /// Where it listens, or listened.
  ///
  /// @return the address, with the real port once it has listened
  public InetSocketAddress address() {
    return address;
  }

  /// Whether it listens.
  ///
  /// @return false before [#listen] and after [#refuse]
  public boolean isListening() {
    return channel != null;
  }

  /// Its open connections.
  ///
  /// @return a copy, oldest first
  public List<Connection> connections() {
    return new ArrayList<>(connections);
  }

  /// How many connections are open.
  ///
  /// @return the number
  public int openConnections() {
    return connections.size();
  }

  /// Its counters since the start.
  ///
  /// @return a snapshot
  public Traffic traffic() {
    return new Traffic(
        name, connections.size(), accepted, refused, overflows, receivedBytes, sentBytes);
  }

  void accept() {
    try {
      for (int i = 0; i < ACCEPTS_A_TURN && channel != null; i++) {
        SocketChannel socket = channel.accept();
        if (socket == null) {
          return;
        }
        accept(socket);
      }
    } catch (IOException e) {
      // Out of descriptors, or the client left again: both pass. The backlog holds the others, and
      // a pause keeps the loop from asking in vain all the time.
      refused++;
      pause();
    }
  }

  private void accept(SocketChannel socket) throws IOException {
    accepted++;
    Connection connection = new Connection(loop, socket, this, accepted);
    try {
      connection.open();
      if (connection.isOpen()) {
        connections.add(connection);
        greeter.accept(connection);
      }
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  private void pause() {
    SelectionKey key = channel == null ? null : channel.keyFor(loop.selector());
    if (key != null && key.isValid()) {
      key.interestOps(0);
      retryNanos = System.nanoTime() + ACCEPT_PAUSE_NANOS;
    }
  }

  @Override
  public long nextNanos() {
    return retryNanos;
  }

  @Override
  public void fire(long nowNanos) {
    retryNanos = Long.MAX_VALUE;
    SelectionKey key = channel == null ? null : channel.keyFor(loop.selector());
    if (key != null && key.isValid()) {
      key.interestOps(SelectionKey.OP_ACCEPT);
    }
  }

  Session open(Connection connection) {
    return sessions.apply(connection);
  }

  void closed(Connection connection) {
    connections.remove(connection);
  }

  void close() {
    refuse();
  }

  void countReceived(int bytes) {
    receivedBytes += bytes;
  }

  void countSent(int bytes) {
    sentBytes += bytes;
  }

  void countOverflow() {
    overflows++;
  }
}
