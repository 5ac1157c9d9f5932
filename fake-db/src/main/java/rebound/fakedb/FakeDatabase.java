package rebound.fakedb;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import rebound.fakedb.capacity.ConnectionLimit;
import rebound.fakedb.control.ControlApi;
import rebound.fakedb.control.ControlSession;
import rebound.fakedb.fault.FaultPlan;
import rebound.fakedb.fault.Faults;
import rebound.fakedb.query.Accuracy;
import rebound.fakedb.query.Desk;
import rebound.fakedb.query.QueryLog;
import rebound.fakedb.rule.RuleBook;
import rebound.fakedb.wire.EventLoop;
import rebound.fakedb.wire.Port;
import rebound.fakedb.wire.postgres.PgService;
import rebound.fakedb.wire.postgres.PgSession;
import rebound.fakedb.wire.resp.Keyspace;
import rebound.fakedb.wire.resp.RespService;
import rebound.fakedb.wire.resp.RespSession;

/// All parts put together: the ports, the desk behind them, the loop that runs both.
public final class FakeDatabase implements AutoCloseable {
  private static final long BUFFERED_MAX_BYTES = 16L * 1024 * 1024;
  private static final long STORED_MAX_BYTES = 16L * 1024 * 1024;
  private static final long LOG_LINES_MAX = 10_000_000;
  private static final long DRAIN_MAX_NANOS = 2_000_000_000;
  private static final String LOOPBACK = "127.0.0.1";

  private final EventLoop loop;
  private final QueryLog queryLog;
  private final Desk desk;
  private final Port redis;
  private final Port postgres;
  private final Port control;

  private FakeDatabase(EventLoop loop, Options options, Configuration configuration)
      throws IOException {
    this.loop = loop;
    this.queryLog = log(configuration);
    Accuracy accuracy = new Accuracy(queryLog);
    AtomicReference<Desk> later = new AtomicReference<>();
    Ports ports = new Ports();
    Faults faults = new Faults(ports, ramp -> later.get().releaseHeld(ramp));
    this.desk = new Desk(loop, faults, accuracy, configuration.seed());
    later.set(desk);
    desk.latency(configuration.latency());
    desk.capacity(configuration.capacity());
    desk.rules(new RuleBook(configuration.rules(), configuration.seed()));
    ConnectionLimit limit = new ConnectionLimit(configuration.connectionLimit());
    RespService resp =
        new RespService(
            desk,
            new Keyspace(STORED_MAX_BYTES),
            limit,
            configuration.serial(),
            configuration.user(),
            configuration.password());
    PgService pg =
        new PgService(
            desk, limit, configuration.user(), configuration.password(), configuration.scram());
    redis =
        new Port(
            "redis",
            loop,
            address(options.host(), options.redisPort()),
            connection -> new RespSession(connection, resp));
    postgres =
        new Port(
            "postgres",
            loop,
            address(options.host(), options.postgresPort()),
            connection -> new PgSession(connection, pg));
    ports.add(redis, faults);
    ports.add(postgres, faults);
    ControlApi api = new ControlApi(desk, faults, accuracy, limit, List.of(redis, postgres), true);
    control =
        new Port(
            "control",
            loop,
            address(LOOPBACK, options.controlPort()),
            connection -> new ControlSession(connection, api));
    listen("--redis-port", redis);
    listen("--postgres-port", postgres);
    listen("--control-port", control);
    loop.add(redis);
    loop.add(postgres);
    loop.add(control);
    loop.add(faults);
    loop.add(desk);
    for (FaultPlan plan : configuration.faults()) {
      faults.order(plan, System.nanoTime());
    }
  }

  /// Opens the ports and starts to answer.
  ///
  /// @throws IOException where a port is taken, with the remedy
  static FakeDatabase start(Options options) throws IOException {
    Configuration configuration =
        options.configFile().map(Configuration::load).orElse(Configuration.DEFAULT).with(options);
    EventLoop loop = new EventLoop(BUFFERED_MAX_BYTES);
    FakeDatabase database = new FakeDatabase(loop, options, configuration);
    loop.start();
    return database;
  }

  private static QueryLog log(Configuration configuration) throws IOException {
    return configuration.queryLog().isPresent()
        ? QueryLog.to(Path.of(configuration.queryLog().get()), LOG_LINES_MAX)
        : QueryLog.none();
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
    return address.getAddress().getHostAddress() + ":" + address.getPort();
  }

  /// Where RESP is spoken.
  ///
  /// @return the address, with the real port
  public InetSocketAddress redis() {
    return redis.address();
  }

  /// Where the PostgreSQL protocol is spoken.
  ///
  /// @return the address, with the real port
  public InetSocketAddress postgres() {
    return postgres.address();
  }

  /// Where the control API is.
  ///
  /// @return the address, with the real port
  public InetSocketAddress control() {
    return control.address();
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

  /// Whether a bug of ours ended it.
  boolean failed() {
    return loop.failed();
  }

  /// Lets nobody in any more, and waits until those inside have their answers, for a while.
  void drain() {
    loop.execute(
        () -> {
          redis.refuse();
          postgres.refuse();
        });
    long deadline = System.nanoTime() + DRAIN_MAX_NANOS;
    while (waiting() > 0 && deadline - System.nanoTime() > 0) {
      LockSupport.parkNanos(10_000_000);
    }
  }

  /// Asked of the loop; nobody waits where the loop has ended.
  private int waiting() {
    FutureTask<Integer> asked = new FutureTask<>(() -> desk.counters().waiting());
    loop.execute(asked);
    try {
      return asked.get(1, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      return 0;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return 0;
    }
  }

  @Override
  public void close() {
    loop.close();
    queryLog.close();
  }
}
