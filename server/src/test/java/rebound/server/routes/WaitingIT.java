package rebound.server.routes;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.undertow.server.DefaultByteBufferPool;
import io.undertow.server.protocol.http.HttpOpenListener;
import io.undertow.util.Methods;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.xnio.OptionMap;
import org.xnio.Options;
import org.xnio.StreamConnection;
import org.xnio.Xnio;
import org.xnio.XnioWorker;
import org.xnio.channels.AcceptingChannel;
import rebound.server.RawClient;
import rebound.server.RawClient.Response;
import rebound.server.coroutine.Await;
import rebound.server.coroutine.EventLoop;
import rebound.server.guard.Budget;
import rebound.server.guard.GuardRoom;
import rebound.server.guard.Patience;
import rebound.server.overload.Admission;
import rebound.server.overload.Clock;
import rebound.server.overload.Gate;
import rebound.server.overload.Policy;
import rebound.server.wire.Reply;

/// Handlers that throw what they must not: each is answered, and none keeps its place at the gate.
final class WaitingIT {
  private static final int PLACES = 2;

  private XnioWorker worker;
  private AcceptingChannel<StreamConnection> acceptor;
  private Gate gate;

  /// Throws at once, or in a continuation where the strategy has them.
  private record Throwing(boolean later) implements Handling.Waits {
    @Override
    public Reply answer(Request request) {
      throw new StackOverflowError("meant by the test");
    }

    @Override
    public void answer(Request request, Consumer<Reply> then) {
      if (!later) {
        throw new StackOverflowError("meant by the test");
      }
      Runnable part =
          () -> {
            throw new AssertionError("meant by the test");
          };
      request.lane().loop().thread().execute(() -> request.run(part));
    }
  }

  /// Answers twice, and the second time with a bug of its own.
  private static final class Twice implements Handling.Waits {
    @Override
    public Reply answer(Request request) {
      return Reply.text("once".getBytes(UTF_8));
    }

    @Override
    public void answer(Request request, Consumer<Reply> then) {
      then.accept(answer(request));
      throw new IllegalStateException("meant by the test");
    }
  }

  private static Reply overflow(Request request) {
    throw new StackOverflowError("meant by the test");
  }

  private void start(String strategy) throws IOException {
    worker =
        Xnio.getInstance()
            .createWorker(OptionMap.builder().set(Options.WORKER_IO_THREADS, 1).getMap());
    EventLoop loop = new EventLoop(worker.getIoThread(0));
    Budget budget = new Budget(1024);
    GuardRoom guards = new GuardRoom(loop, Patience.usual(), budget, 1024, 100);
    guards.open();
    RouteTable table =
        new RouteTable()
            .on(Methods.GET, "/now", new Handling.Asking(new Throwing(false)))
            .on(Methods.GET, "/later", new Handling.Asking(new Throwing(true)))
            .on(Methods.GET, "/yielding", new Handling.Yielding(new Throwing(false)))
            .on(Methods.GET, "/computing", new Handling.Computing(WaitingIT::overflow))
            .on(Methods.GET, "/direct", new Handling.Direct(WaitingIT::overflow))
            .on(Methods.GET, "/twice", new Handling.Asking(new Twice()));
    gate = new Admission(Policy.FIXED, PLACES, PLACES).gate("test", PLACES, 1, Clock.system());
    Lane lane = new Lane(loop, null, gate, gate, null, budget, table.endpoints().size());
    Waiting waiting = new Waiting(Await.parse(strategy), loop.hasCoroutines());
    HttpOpenListener http = new HttpOpenListener(new DefaultByteBufferPool(true, 16 * 1024));
    http.setRootHandler(new Front(new Lane[] {lane}, table, waiting, budget));
    acceptor =
        worker.createStreamConnectionServer(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            channel -> accept(channel, guards, http),
            OptionMap.EMPTY);
    acceptor.resumeAccepts();
  }

  private static void accept(
      AcceptingChannel<StreamConnection> channel, GuardRoom guards, HttpOpenListener http) {
    try {
      StreamConnection connection = channel.accept();
      if (connection != null) {
        guards.admit(connection);
        http.handleEvent(connection);
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @AfterEach
  void stop() {
    worker.shutdownNow();
  }

  private Response get(String path) throws IOException {
    return RawClient.get(acceptor.getLocalAddress(InetSocketAddress.class).getPort(), path);
  }

  @ParameterizedTest
  @ValueSource(strings = {"coroutine", "coroutine-pool", "threads-2", "blocking", "callback"})
  void anErrorIsAnsweredAndGivesItsPlaceBack(String strategy) throws IOException {
    start(strategy);
    for (int i = 0; i < 2 * PLACES; i++) {
      for (String path : new String[] {"/now", "/later", "/yielding", "/computing", "/direct"}) {
        assertThat(get(path).status()).as("%s %s", path, strategy).isEqualTo(500);
      }
    }
    await().untilAsserted(() -> assertThat(gate.underWay()).isZero());
  }

  @Test
  void theFirstAnswerCountsAndThePlaceIsGivenBackOnce() throws Exception {
    start("callback");
    for (int i = 0; i < 2 * PLACES; i++) {
      assertThat(get("/twice").body()).isEqualTo("once");
    }
    CountDownLatch turn = new CountDownLatch(1);
    worker.getIoThread(0).execute(turn::countDown);
    assertThat(turn.await(10, TimeUnit.SECONDS)).isTrue();
    assertThat(gate.underWay()).isZero();
  }
}
