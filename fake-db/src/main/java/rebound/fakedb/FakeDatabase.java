package rebound.fakedb;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import rebound.fakedb.latency.LatencyModel;
import rebound.fakedb.query.Desk;
import rebound.fakedb.wire.EventLoop;
import rebound.fakedb.wire.Port;
import rebound.fakedb.wire.resp.RespSession;

/// All parts put together: the ports, the desk behind them, the loop that runs both.
public final class FakeDatabase implements AutoCloseable {
  private static final long BUFFERED_MAX_BYTES = 16L * 1024 * 1024;

  private final EventLoop loop;
  private final Port redis;
  private final Port postgres;
  private final Port control;

  private FakeDatabase(EventLoop loop, Options options) throws IOException {
    this.loop = loop;
    Desk desk = new Desk(loop, options.latency().orElse(new LatencyModel.Fixed(5_000_000)));
    loop.add(desk);
    redis =
        new Port(
            "redis",
            loop,
            address(options.host(), options.redisPort()),
            connection -> new RespSession(connection, desk, false));
    postgres =
        new Port(
            "postgres",
            loop,
            address(options.host(), options.postgresPort()),
            connection -> new RespSession(connection, desk, true));
    control =
        new Port(
            "control",
            loop,
            address("127.0.0.1", options.controlPort()),
            connection -> new RespSession(connection, desk, true));
    listen("--redis-port", redis);
    listen("--postgres-port", postgres);
    listen("--control-port", control);
  }

  /// Opens the ports and starts to answer.
  ///
  /// @throws IOException where a port is taken, with the remedy
  static FakeDatabase start(Options options) throws IOException {
    EventLoop loop = new EventLoop(BUFFERED_MAX_BYTES);
    FakeDatabase database = new FakeDatabase(loop, options);
    loop.start();
    return database;
  }

  /// A name with several addresses means its first.
  private static InetSocketAddress address(String host, int port) throws IOException {
    return new InetSocketAddress(InetAddress.getAllByName(host)[0], port);
  }

  private static void listen(String flag, Port port) throws IOException {
    try {
      port.listen();
    } catch (IOException e) {
      throw new IOException(
          flag
              + ": cannot listen on "
              + text(port.address())
              + " ("
              + e.getMessage()
              + "); end what holds it, or choose another with "
              + flag
              + " (0 takes a free one)",
          e);
    }
  }

  private static String text(InetSocketAddress address) {
    return address.getHostString() + ":" + address.getPort();
  }

  /// Where RESP is spoken.
  ///
  /// @return the address, with the real port
  public InetSocketAddress redis() {
    return redis.address();
  }

  /// The line that says that all ports are open.
  String readyLine() {
    return "ready: fake-db redis="
        + text(redis.address())
        + " postgres="
        + text(postgres.address())
        + " control="
        + text(control.address());
  }

  /// Waits until it has ended.
  void join() throws InterruptedException {
    loop.join();
  }

  @Override
  public void close() {
    loop.close();
  }
}
