package rebound.server.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.xnio.OptionMap;
import org.xnio.Options;
import org.xnio.Xnio;
import org.xnio.XnioWorker;
import rebound.server.RespStub;
import rebound.server.coroutine.EventLoop;

/// A pool over a real loop and real sockets, while its connections break with calls in the queue.
final class DatabasePoolIT {
  private static final int CONNECTIONS = 2;
  private static final int PIPELINE = 4;

  private RespStub database;
  private XnioWorker worker;
  private EventLoop loop;
  private DatabasePool pool;

  @BeforeEach
  void start() throws IOException {
    database = new RespStub();
    worker =
        Xnio.getInstance()
            .createWorker(OptionMap.builder().set(Options.WORKER_IO_THREADS, 1).getMap());
    loop = new EventLoop(worker.getIoThread(0));
    DatabaseAddress address = DatabaseAddress.parse(database.address(), CONNECTIONS, PIPELINE);
    pool = new DatabasePool(loop, address, CONNECTIONS);
    pool.open();
    await().until(() -> database.connections() == CONNECTIONS);
  }

  @AfterEach
  void stop() throws IOException {
    worker.shutdownNow();
    database.close();
  }

  @Test
  void aReconnectWithAQueueKeepsTheBoundAndForgetsNoCall() throws IOException {
    List<Call> full = calls(CONNECTIONS * PIPELINE, Commands.delay("60000"));
    await().until(() -> database.queries() == full.size());
    List<Call> queued = calls(100, Commands.get("a"));
    database.dropConnections();
    await()
        .untilAsserted(() -> assertThat(answers(queued)).allMatch(Answer.Value.class::isInstance));
    assertThat(answers(full)).allMatch(Answer.Unreachable.class::isInstance);
    assertThat(pool.unreachable()).isEqualTo(full.size());
    assertThat(pool.lostConnections()).isEqualTo(CONNECTIONS);
    assertThat(pool.waiting()).isZero();

    List<Call> after = calls(40, Commands.delay("20"));
    await()
        .untilAsserted(() -> assertThat(answers(after)).allMatch(Answer.Value.class::isInstance));
    assertThat(database.mostAtOnce()).isEqualTo(PIPELINE);

    // A connection that is gone is offered nothing, however busy it was.
    database.dropConnections();
    await().pollInterval(Duration.ofMillis(5)).until(() -> database.connections() == 0);
    await().atMost(Duration.ofSeconds(20)).until(() -> database.connections() == CONNECTIONS);
    List<Call> last = calls(40, Commands.get("b"));
    await().untilAsserted(() -> assertThat(answers(last)).doesNotContainNull());
  }

  @Test
  void aDatabaseThatDropsConnectionsUnseenHoldsNoCallForMinutes() throws IOException {
    try (ServerSocket full = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      List<Socket> waiting = fill(full);
      String address = full.getInetAddress().getHostAddress() + ":" + full.getLocalPort();
      DatabasePool dark =
          new DatabasePool(
              loop, DatabaseAddress.parse(address, CONNECTIONS, PIPELINE), CONNECTIONS);
      dark.open();
      List<Call> calls = calls(dark, CONNECTIONS, Commands.get("a"));

      await().atMost(Duration.ofSeconds(8)).until(() -> !answers(calls).contains(null));

      assertThat(answers(calls))
          .allSatisfy(it -> assertThat(it.toString()).contains("connecting took over 3000 ms"));
      for (Socket socket : waiting) {
        socket.close();
      }
      dark.close();
    }
  }

  /// Connects until the system drops what comes.
  private static List<Socket> fill(ServerSocket full) throws IOException {
    List<Socket> waiting = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      waiting.add(new Socket());
      try {
        waiting.getLast().connect(full.getLocalSocketAddress(), 300);
      } catch (SocketTimeoutException dropped) {
        return waiting;
      }
    }
    throw new AssertionError("sixteen connections fit into a queue of one");
  }

  private List<Call> calls(int count, byte[] command) {
    return calls(pool, count, command);
  }

  private List<Call> calls(DatabasePool pool, int count, byte[] command) {
    List<Call> calls = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      calls.add(new Call(command, Long.MAX_VALUE, 0));
      pool.send(calls.getLast());
    }
    // The loop has taken them all when its next task runs.
    AtomicBoolean taken = new AtomicBoolean();
    loop.execute(() -> taken.set(true));
    await().untilTrue(taken);
    return calls;
  }

  private static List<Answer> answers(List<Call> calls) {
    return calls.stream().map(Call::answer).toList();
  }
}
