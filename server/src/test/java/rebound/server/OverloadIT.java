package rebound.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rebound.server.RawClient.Response;

/// What is refused, and that health, order and the accepted are not.
final class OverloadIT {
  private final List<RawClient> clients = new ArrayList<>();
  private RespStub database;
  private Server server;

  @BeforeEach
  void startDatabase() throws IOException {
    database = new RespStub();
  }

  @AfterEach
  void stop() throws IOException {
    for (RawClient client : clients) {
      client.close();
    }
    if (server != null) {
      server.drain();
    }
    database.close();
  }

  private void start(String... more) throws IOException {
    List<String> all = new ArrayList<>(List.of("--port", "0", "--database", database.address()));
    all.addAll(List.of(more));
    server = Server.start(ServerOptions.parse(all.toArray(String[]::new)));
    await().until(() -> RawClient.get(server.port(), "/one").status() == 200);
  }

  private RawClient client() throws IOException {
    RawClient client = new RawClient(server.port());
    clients.add(client);
    return client;
  }

  private static String get(String path, String... fields) {
    return "GET " + path + " HTTP/1.1\r\nHost: t\r\n" + String.join("", fields) + "\r\n";
  }

  @Test
  void whatIsOverTheLimitIsRefusedAtOnceOnAConnectionThatStays() throws IOException {
    start("--admission", "fixed", "--admission-limit", "2");
    client().send(get("/one?delay=60000"));
    client().send(get("/one?delay=60000"));
    await().until(() -> database.queries() >= 3);
    RawClient third = client();
    Response refused = third.send(get("/one?delay=1")).response();
    assertThat(refused.status()).isEqualTo(503);
    assertThat(refused.headers().get("retry-after")).isIn("1", "2", "3");
    assertThat(refused.headers()).containsEntry("content-length", "0");
    assertThat(third.send(get("/health/live")).response().status()).isEqualTo(200);
    assertThat(third.send(get("/ping")).response().status()).isEqualTo(200);
    assertThat(third.send(get("/metrics")).response().body())
        .contains("rebound_admission_shed_total{gate=\"database\"} 1")
        .contains("rebound_admission_under_way{gate=\"database\"} 2");
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "fixed", "aimd", "gradient2", "codel"})
  void everyPolicyServesWithinItsLimits(String policy) throws IOException {
    start("--admission", policy);
    for (int i = 0; i < 30; i++) {
      assertThat(RawClient.get(server.port(), "/one?delay=1").status()).isEqualTo(200);
      assertThat(RawClient.get(server.port(), "/work?micros=100").status()).isEqualTo(200);
    }
  }

  @Test
  void abortedRequestsGiveTheirPlacesBack() throws IOException {
    start("--admission", "fixed", "--admission-limit", "4");
    for (int i = 0; i < 4; i++) {
      client().send(get("/one?delay=300"));
    }
    await().until(() -> database.queries() >= 5);
    for (RawClient client : clients) {
      client.close();
    }
    await()
        .atMost(Duration.ofSeconds(20))
        .untilAsserted(
            () ->
                assertThat(RawClient.get(server.port(), "/metrics").body())
                    .contains("rebound_admission_under_way{gate=\"database\"} 0"));
  }

  @Test
  void aDeadlineEndsTheWaitingInTheQueueAlthoughNobodyComesOrGoes() throws IOException {
    start("--admission", "codel", "--admission-limit", "1", "--event-loops", "1");
    client().send(get("/one?delay=7000"));
    await().until(() -> database.queries() >= 2);
    long start = System.nanoTime();
    Response refused = client().send(get("/one", "Rebound-Deadline-Ms: 300\r\n")).response();
    assertThat(refused.status()).isEqualTo(503);
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
  }

  @Test
  void aDeadlineEndsTheWaitingForTheDatabase() throws IOException {
    start();
    RawClient client = client();
    long start = System.nanoTime();
    Response late = client.send(get("/one?delay=30000", "Rebound-Deadline-Ms: 200\r\n")).response();
    assertThat(late.status()).isEqualTo(504);
    assertThat(RawClient.get(server.port(), "/metrics").body())
        .contains("rebound_database_failures_total{kind=\"late\"} 1")
        .contains("rebound_database_waiting 0");
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(10));
    Response refused = client.send(get("/one?delay=1", "Rebound-Deadline-Ms: 0\r\n")).response();
    assertThat(refused.status()).isEqualTo(503);
    assertThat(
            client.send(get("/one?delay=1", "Rebound-Deadline-Ms: soon\r\n")).response().status())
        .isEqualTo(200);
  }

  @Test
  void connectionsOverTheLimitWaitUntilOthersGo() throws IOException {
    start("--connections", "20", "--idle-timeout-millis", "60000");
    List<RawClient> first = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      first.add(client());
      assertThat(first.getLast().send(get("/ping")).response().status()).isEqualTo(200);
    }
    RawClient waiting = client();
    waiting.send(get("/ping"));
    for (RawClient client : first) {
      client.close();
    }
    assertThat(waiting.response().status()).isEqualTo(200);
  }

  @Test
  void floodedWithSilentConnectionsItServesNewUsers() throws IOException {
    start("--connections", "100", "--idle-timeout-millis", "60000");
    for (int i = 0; i < 200; i++) {
      client();
    }
    assertThat(RawClient.get(server.port(), "/ping").status()).isEqualTo(200);
  }

  @Test
  void aDrainServesWhoWaitsToBeAccepted() throws IOException {
    start("--connections", "20", "--idle-timeout-millis", "60000");
    for (int i = 0; i < 20; i++) {
      assertThat(client().send(get("/ping")).response().status()).isEqualTo(200);
    }
    List<RawClient> waiting = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      waiting.add(client().send(get("/ping")));
    }
    Thread drain = Thread.ofVirtual().start(() -> server.drain());
    for (RawClient client : waiting) {
      assertThat(client.response().status()).isEqualTo(200);
    }
    await().until(() -> !drain.isAlive());
    server = null;
  }

  @Test
  void aDrainLosesNoAcceptedRequest() throws IOException {
    start();
    List<RawClient> waiting = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      waiting.add(client().send(get("/one?delay=400")));
    }
    RawClient idle = client();
    assertThat(idle.send(get("/ping")).response().status()).isEqualTo(200);
    await().until(() -> database.queries() >= 51);
    Thread drain = Thread.ofVirtual().start(() -> server.drain());
    for (RawClient client : waiting) {
      Response response = client.response();
      assertThat(response.status()).isEqualTo(200);
      assertThat(response.headers()).containsEntry("connection", "close");
      assertThat(client.isAtEnd()).isTrue();
    }
    assertThat(idle.isAtEnd()).isTrue();
    await().until(() -> !drain.isAlive());
    server = null;
  }
}
