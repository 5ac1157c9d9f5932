package rebound.server;

import io.undertow.UndertowOptions;
import io.undertow.connector.ByteBufferPool;
import io.undertow.server.DefaultByteBufferPool;
import io.undertow.server.protocol.http.HttpOpenListener;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.xnio.IoUtils;
import org.xnio.OptionMap;
import org.xnio.Options;
import org.xnio.StreamConnection;
import org.xnio.XnioWorker;
import org.xnio.channels.AcceptingChannel;
import org.xnio.nio.NioXnioProvider;
import rebound.server.coroutine.Await;
import rebound.server.coroutine.EventLoop;
import rebound.server.database.DatabaseAddress;
import rebound.server.database.DatabasePool;
import rebound.server.guard.Budget;
import rebound.server.guard.Doorman;
import rebound.server.guard.GuardRoom;
import rebound.server.routes.Application;
import rebound.server.wire.BodyReader;

/// A running server: event loops, a listening socket, the application behind it.
final class Server {
  private static final int BACKLOG = 4_096;
  private static final int BUFFER_BYTES = 16 * 1024;
  private static final int MOST_POOLED = 256;
  // What bodies, messages and answers that wait for their clients may hold together.
  private static final long BUDGET_BYTES = 8L * 1024 * 1024;
  private static final long HEADS_BUDGET_BYTES = 2L * 1024 * 1024;
  private static final int LARGEST_HEAD_BYTES = 16 * 1024;

  private static final long DRAIN_MILLIS = 10_000;
  private static final long ACCEPT_MILLIS = 1_000;
  private static final long DRAIN_STEP_MILLIS = 20;

  private final List<XnioWorker> workers;
  private final AcceptingChannel<StreamConnection> acceptor;
  private final List<EventLoop> loops;
  private final List<GuardRoom> guards;
  private final Application application;

  private Server(
      List<XnioWorker> workers,
      AcceptingChannel<StreamConnection> acceptor,
      List<EventLoop> loops,
      List<GuardRoom> guards,
      Application application) {
    this.workers = workers;
    this.acceptor = acceptor;
    this.loops = loops;
    this.guards = guards;
    this.application = application;
  }

  static Server start(ServerOptions options) throws IOException {
    leaveOut();
    List<XnioWorker> workers = new ArrayList<>();
    workers.add(worker("http", options.eventLoops()));
    List<EventLoop> loops = loops(workers.getFirst());
    List<DatabasePool> pools = new ArrayList<>();
    if (options.database().isPresent()) {
      pools.addAll(pools(options.database().get(), databaseLoops(options, loops, workers)));
    }
    pools.forEach(DatabasePool::open);
    Budget budget = new Budget(BUDGET_BYTES);
    // Of their own: bodies that fill theirs must not keep others from asking.
    Budget heads = new Budget(HEADS_BUDGET_BYTES);
    List<GuardRoom> guards = new ArrayList<>();
    for (EventLoop loop : loops) {
      int share = Math.max(1, options.connections() / loops.size());
      guards.add(new GuardRoom(loop, options.patience(), heads, BodyReader.LIMIT_BYTES, share));
      guards.getLast().open();
    }
    Application application =
        Application.over(
            loops,
            guards,
            pools,
            options.await(),
            options.admission(),
            budget,
            options.bufferPool() == ServerOptions.BufferPool.DEFAULT);
    HttpOpenListener http = new HttpOpenListener(bufferPool(options), httpOptions());
    http.setRootHandler(application.handler());
    List<Doorman> doormen = new ArrayList<>();
    for (int i = 0; i < loops.size(); i++) {
      doormen.add(new Doorman(loops.get(i), guards.get(i), http));
    }
    AcceptingChannel<StreamConnection> acceptor = listen(options, workers.getFirst(), doormen);
    return new Server(workers, acceptor, loops, guards, application);
  }

  int port() {
    return acceptor.getLocalAddress(InetSocketAddress.class).getPort();
  }

  /// How many requests have been answered; from any thread.
  long answers() {
    return application.answers();
  }

  /// Serves who waits to be accepted, stops accepting, lets every accepted request end, closes each
  /// connection when nothing is under way on it, and stops the loops; gives up after ten seconds.
  void drain() {
    application.drain();
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(DRAIN_MILLIS);
    try {
      acceptTheRest();
      IoUtils.safeClose(acceptor);
      while (closeIdle() > 0 && System.nanoTime() - end < 0) {
        Thread.sleep(DRAIN_STEP_MILLIS);
      }
      // From here on XNIO complains of every connection and timer that is left.
      StderrLogging.fallSilent();
      for (XnioWorker worker : workers) {
        worker.shutdown();
      }
      for (XnioWorker worker : workers) {
        worker.awaitTermination(1, TimeUnit.SECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// Closing the listener resets all who wait in the kernel's queue, their requests sent. So it
  /// stays until a step has brought nobody, at most for a second: new clients may never end.
  private void acceptTheRest() throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ACCEPT_MILLIS);
    long before;
    do {
      before = admitted();
      closeIdle();
      Thread.sleep(DRAIN_STEP_MILLIS);
    } while (admitted() > before && System.nanoTime() - end < 0);
  }

  private long admitted() {
    return guards.stream().mapToLong(GuardRoom::admitted).sum();
  }

  /// Closes what is idle, on each loop after its running pass: what had come by then has been read.
  ///
  /// @return how many connections are left
  private int closeIdle() throws InterruptedException {
    AtomicInteger left = new AtomicInteger();
    CountDownLatch done = new CountDownLatch(loops.size());
    for (int i = 0; i < loops.size(); i++) {
      GuardRoom room = guards.get(i);
      loops
          .get(i)
          .after(
              () -> {
                left.addAndGet(room.closeIdle());
                done.countDown();
              },
              1);
    }
    return done.await(1, TimeUnit.SECONDS) ? left.get() : 1;
  }

  /// Spares the start what nobody uses here.
  private static void leaveOut() {
    // No language: for any, each kind of log message is looked for in every jar.
    System.setProperty("org.jboss.logging.locale", "-x");
    // A management bean of the worker's pool; those of XNIO: Xnio$MBeanHolder.
    System.setProperty("jboss.threads.eqe.disable-mbean", "true");
  }

  private static XnioWorker worker(String name, int loops) throws IOException {
    // Named, since looking for it would open every jar.
    return new NioXnioProvider()
        .getInstance()
        .createWorker(
            OptionMap.builder()
                .set(Options.WORKER_NAME, name)
                .set(Options.WORKER_IO_THREADS, loops)
                .set(Options.WORKER_TASK_CORE_THREADS, 1)
                .set(Options.WORKER_TASK_MAX_THREADS, 1)
                .getMap());
  }

  private static List<EventLoop> loops(XnioWorker worker) {
    List<EventLoop> loops = new ArrayList<>();
    for (int i = 0; i < worker.getIoThreadCount(); i++) {
      loops.add(new EventLoop(worker.getIoThread(i)));
    }
    return loops;
  }

  private static List<DatabasePool> pools(DatabaseAddress address, List<EventLoop> loops) {
    int share = Math.max(1, address.connections() / loops.size());
    return loops.stream().map(loop -> new DatabasePool(loop, address, share)).toList();
  }

  /// A blocked loop could not read the answer that it waits for: that strategy has its database on
  /// loops of its own.
  private static List<EventLoop> databaseLoops(
      ServerOptions options, List<EventLoop> loops, List<XnioWorker> workers) throws IOException {
    if (options.await().kind() != Await.Kind.BLOCKING) {
      return loops;
    }
    workers.add(worker("database", loops.size()));
    return loops(workers.getLast());
  }

  private static ByteBufferPool bufferPool(ServerOptions options) {
    return switch (options.bufferPool()) {
      case BOUNDED -> new DefaultByteBufferPool(true, BUFFER_BYTES, MOST_POOLED, 0, 0);
      case DEFAULT -> new DefaultByteBufferPool(true, BUFFER_BYTES);
    };
  }

  private static OptionMap httpOptions() {
    return OptionMap.builder()
        .set(UndertowOptions.MAX_HEADER_SIZE, 2 * LARGEST_HEAD_BYTES)
        .set(UndertowOptions.DECODE_URL, false)
        // The guard before it has counted fields and bytes already; Undertow's own refusals would
        // lose the answers before them.
        .set(UndertowOptions.MAX_PARAMETERS, LARGEST_HEAD_BYTES)
        .set(UndertowOptions.MAX_ENTITY_SIZE, -1L)
        .getMap();
  }

  private static void accept(AcceptingChannel<StreamConnection> channel, List<Doorman> doormen) {
    try {
      StreamConnection connection = channel.accept();
      if (connection != null) {
        doormen.get(connection.getIoThread().getNumber()).admit(channel, connection);
      }
    } catch (IOException e) {
      System.err.println("server: a connection was lost while it was accepted: " + e.getMessage());
    }
  }

  private static AcceptingChannel<StreamConnection> listen(
      ServerOptions options, XnioWorker worker, List<Doorman> doormen) throws IOException {
    InetSocketAddress address = new InetSocketAddress(options.host(), options.port());
    OptionMap socket =
        OptionMap.builder()
            .set(Options.TCP_NODELAY, true)
            .set(Options.REUSE_ADDRESSES, true)
            .set(Options.BACKLOG, BACKLOG)
            // Above it the kernel's backlog holds new connections; running out of descriptors would
            // keep XNIO from accepting for up to half a minute.
            // XNIO counts the accept that finds nobody too, so its mark is one higher.
            .set(Options.CONNECTION_HIGH_WATER, options.connections() + 1)
            .set(Options.CONNECTION_LOW_WATER, options.connections())
            .getMap();
    try {
      AcceptingChannel<StreamConnection> acceptor =
          worker.createStreamConnectionServer(address, channel -> accept(channel, doormen), socket);
      acceptor.resumeAccepts();
      return acceptor;
    } catch (BindException e) {
      throw (BindException)
          new BindException(
                  "port: %d cannot be listened on at %s (%s); stop what listens there or use --port 0"
                      .formatted(options.port(), options.host(), e.getMessage()))
              .initCause(e);
    }
  }
}
