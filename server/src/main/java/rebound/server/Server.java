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
import java.util.concurrent.TimeUnit;
import org.xnio.ChannelListener;
import org.xnio.ChannelListeners;
import org.xnio.IoUtils;
import org.xnio.OptionMap;
import org.xnio.Options;
import org.xnio.StreamConnection;
import org.xnio.Xnio;
import org.xnio.XnioWorker;
import org.xnio.channels.AcceptingChannel;
import rebound.server.coroutine.Await;
import rebound.server.coroutine.EventLoop;
import rebound.server.database.DatabaseAddress;
import rebound.server.database.DatabasePool;
import rebound.server.guard.Budget;
import rebound.server.guard.GuardRoom;
import rebound.server.routes.Application;
import rebound.server.wire.BodyReader;

/// A running server: event loops, a listening socket, the application behind it.
final class Server {
  private static final int BACKLOG = 4_096;
  private static final int BUFFER_BYTES = 16 * 1024;
  private static final int MOST_POOLED = 256;
  // What unfinished heads and bodies may hold together.
  private static final long BUDGET_BYTES = 8L * 1024 * 1024;
  private static final int LARGEST_HEAD_BYTES = 16 * 1024;

  private final XnioWorker worker;
  private final AcceptingChannel<StreamConnection> acceptor;
  private final HttpOpenListener http;

  private Server(
      XnioWorker worker, AcceptingChannel<StreamConnection> acceptor, HttpOpenListener http) {
    this.worker = worker;
    this.acceptor = acceptor;
    this.http = http;
  }

  static Server start(ServerOptions options) throws IOException {
    // Without this XNIO builds a platform MBean server and a dynamic proxy: a third of the start.
    System.setProperty("javax.management.builder.initial", "none");
    XnioWorker worker = worker("http", options.eventLoops());
    List<EventLoop> loops = loops(worker);
    List<DatabasePool> pools =
        options.database().map(address -> pools(options, address, loops)).orElse(List.of());
    pools.forEach(DatabasePool::open);
    HttpOpenListener http = new HttpOpenListener(bufferPool(options), httpOptions());
    Budget budget = new Budget(BUDGET_BYTES);
    List<GuardRoom> guards = new ArrayList<>();
    for (EventLoop loop : loops) {
      guards.add(new GuardRoom(loop, options.patience(), budget, BodyReader.LIMIT_BYTES));
      guards.getLast().open();
    }
    http.setRootHandler(Application.over(loops, guards, pools, options.await(), budget));
    ChannelListener<StreamConnection> guarded =
        channel -> {
          guards.get(channel.getIoThread().getNumber()).admit(channel);
          http.handleEvent(channel);
        };
    return new Server(worker, listen(options, worker, guarded), http);
  }

  int port() {
    return acceptor.getLocalAddress(InetSocketAddress.class).getPort();
  }

  void drain() {
    IoUtils.safeClose(acceptor);
    http.closeConnections();
    worker.shutdown();
    try {
      worker.awaitTermination(1, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static XnioWorker worker(String name, int loops) throws IOException {
    return Xnio.getInstance("nio", Server.class.getClassLoader())
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

  private static List<DatabasePool> pools(
      ServerOptions options, DatabaseAddress address, List<EventLoop> loops) {
    List<DatabasePool> pools = new ArrayList<>();
    for (EventLoop loop : databaseLoops(options, loops)) {
      int share = Math.max(1, address.connections() / loops.size());
      pools.add(new DatabasePool(loop, address, share));
    }
    return pools;
  }

  /// A blocked loop could not read the answer that it waits for: that strategy has its database on
  /// loops of its own.
  private static List<EventLoop> databaseLoops(ServerOptions options, List<EventLoop> loops) {
    if (!(options.await() instanceof Await.Blocking)) {
      return loops;
    }
    try {
      return loops(worker("database", loops.size()));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
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

  private static AcceptingChannel<StreamConnection> listen(
      ServerOptions options, XnioWorker worker, ChannelListener<StreamConnection> opened)
      throws IOException {
    InetSocketAddress address = new InetSocketAddress(options.host(), options.port());
    OptionMap socket =
        OptionMap.builder()
            .set(Options.TCP_NODELAY, true)
            .set(Options.REUSE_ADDRESSES, true)
            .set(Options.BACKLOG, BACKLOG)
            .getMap();
    try {
      AcceptingChannel<StreamConnection> acceptor =
          worker.createStreamConnectionServer(
              address, ChannelListeners.openListenerAdapter(opened), socket);
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
