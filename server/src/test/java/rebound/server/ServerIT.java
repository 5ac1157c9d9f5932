package rebound.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rebound.server.RawClient.Response;

/// The whole server over real sockets, with a stub for a database.
final class ServerIT {
  private static RespStub database;
  private static Server server;

  @BeforeAll
  static void start() throws IOException {
    database = new RespStub();
    server = start("coroutine");
  }

  @AfterAll
  static void stop() throws IOException {
    server.drain();
    database.close();
  }

  private static Server start(String await) throws IOException {
    return Server.start(
        ServerOptions.parse(
            "--port",
            "0",
            "--await",
            await,
            "--database",
            database.address(),
            "--admission",
            "none",
            "--database-connections",
            "4",
            "--database-pipeline",
            "4"));
  }

  @Test
  void answersPing() throws IOException {
    Response response = RawClient.get(server.port(), "/ping");
    assertThat(response.status()).isEqualTo(200);
    assertThat(response.body()).isEqualTo("pong");
    assertThat(response.headers()).containsKey("date");
  }

  @Test
  void todosAreListedMadeReadChangedAndRemoved() throws IOException {
    int port = server.port();
    assertThat(RawClient.get(port, "/todos").body())
        .startsWith("[{\"id\":1,\"title\":\"todo 1\",\"done\":false},");
    Response made = RawClient.post(port, "POST", "/todos", "{\"title\":\"größer \\\"x\\\"\"}");
    assertThat(made.status()).isEqualTo(201);
    String path = made.headers().get("location");
    assertThat(RawClient.get(port, path).body()).contains("\"größer \\\"x\\\"\",\"done\":false");
    Response changed = RawClient.post(port, "PUT", path, "{\"title\":\"b\",\"done\":true}");
    assertThat(changed.status()).isEqualTo(200);
    assertThat(changed.body()).endsWith("\"title\":\"b\",\"done\":true}");
    assertThat(RawClient.post(port, "DELETE", path, "").status()).isEqualTo(204);
    assertThat(RawClient.get(port, path).status()).isEqualTo(404);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "[]",
        "1",
        "null",
        "{}",
        "{\"title\":1}",
        "{\"title\":\"\"}",
        "{\"title\":\"a\",\"done\":\"yes\"}",
        "{\"title\":\"a\",\"other\":1}",
        "{\"title\":\"a\"} x",
        "{\"title\":\"a\",\"done\":1e999999}",
        "{\"title\":\"a\u0000\"}"
      })
  void wrongTodosAreBadRequestsWithAProblem(String body) throws IOException {
    Response response = RawClient.post(server.port(), "PUT", "/todos/1", body);
    assertThat(response.status()).isEqualTo(400);
    assertThat(response.headers()).containsEntry("content-type", "application/problem+json");
    assertThat(response.body()).contains("\"status\":400");
  }

  @Test
  void bodiesOverTheLimitAreTooLargeAndReadToTheirEnd() throws IOException {
    String body = "{\"title\":\"%s\"}".formatted("a".repeat(3 * 1024 * 1024));
    assertThat(RawClient.post(server.port(), "POST", "/todos", body).status()).isEqualTo(413);
  }

  @Test
  void unknownPathsAndMethodsAreRefused() throws IOException {
    assertThat(RawClient.get(server.port(), "/nothing").status()).isEqualTo(404);
    Response response = RawClient.post(server.port(), "BREW", "/ping", "");
    assertThat(response.status()).isEqualTo(405);
    assertThat(response.headers()).containsEntry("allow", "OPTIONS, GET, HEAD");
  }

  @ParameterizedTest
  @ValueSource(strings = {"coroutine", "coroutine-pool", "threads-4", "blocking", "callback"})
  void everyStrategyAnswersTheSame(String await) throws IOException {
    Server other = start(await);
    try (RawClient client = new RawClient(other.port())) {
      for (String path : List.of("/one", "/one?delay=2", "/three?delay=1.5", "/all?n=20&delay=3")) {
        int calls = path.startsWith("/all") ? 20 : path.startsWith("/three") ? 3 : 1;
        String value = path.contains("delay") ? "late" : "value";
        Response response = client.send("GET " + path + " HTTP/1.1\r\nHost: t\r\n\r\n").response();
        assertThat(response.status()).isEqualTo(200);
        assertThat(response.body())
            .isEqualTo(
                "{\"values\":[%s]}"
                    .formatted("\"%s\",".formatted(value).repeat(calls))
                    .replace(",]", "]"));
      }
      assertThat(client.send("GET /one?delay=-1 HTTP/1.1\r\nHost: t\r\n\r\n").response().status())
          .isEqualTo(400);
    } finally {
      other.drain();
    }
  }

  @Test
  void pipelinedWaitingRequestsAreAnsweredInOrder() throws IOException {
    try (RawClient client = new RawClient(server.port())) {
      client.send(
          """
          GET /one?delay=20 HTTP/1.1\r
          Host: t\r
          \r
          GET /ping HTTP/1.1\r
          Host: t\r
          \r
          GET /three?delay=1 HTTP/1.1\r
          Host: t\r
          \r
          """);
      assertThat(client.response().body()).isEqualTo("{\"values\":[\"late\"]}");
      assertThat(client.response().body()).isEqualTo("pong");
      assertThat(client.response().body()).isEqualTo("{\"values\":[\"late\",\"late\",\"late\"]}");
    }
  }

  @Test
  void moreRequestsThanPlacesWaitAndAreAllAnswered() throws IOException {
    List<RawClient> clients = new ArrayList<>();
    try {
      for (int i = 0; i < 200; i++) {
        clients.add(new RawClient(server.port()));
        clients.getLast().send("GET /one?delay=50 HTTP/1.1\r\nHost: t\r\n\r\n");
      }
      for (RawClient client : clients) {
        assertThat(client.response().status()).isEqualTo(200);
      }
    } finally {
      for (RawClient client : clients) {
        client.close();
      }
    }
  }

  @Test
  void aDatabaseThatBreaksIsSaidAndFoundAgain() throws IOException {
    try (RespStub fragile = new RespStub()) {
      Server other =
          Server.start(ServerOptions.parse("--port", "0", "--database", fragile.address()));
      try {
        await()
            .untilAsserted(
                () -> assertThat(RawClient.get(other.port(), "/one").status()).isEqualTo(200));
        fragile.dropConnections();
        await()
            .atMost(Duration.ofSeconds(20))
            .untilAsserted(
                () -> assertThat(RawClient.get(other.port(), "/one").status()).isEqualTo(200));
      } finally {
        other.drain();
      }
    }
  }

  @Test
  void countsItsAnswers() throws IOException {
    String line = "rebound_http_responses_total{status=\"200\",route=\"/todos\"} ";
    RawClient.get(server.port(), "/todos");
    long before = metric(line);
    for (int i = 0; i < 5; i++) {
      RawClient.get(server.port(), "/todos");
    }
    assertThat(metric(line)).isGreaterThanOrEqualTo(before + 5);
  }

  @Test
  void clientsThatLeaveAtOnceAreLetGoAndTheOthersServed() throws IOException {
    List<RawClient> crowd = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      RawClient client = new RawClient(server.port());
      // By FIN and by reset, after an answer and before any request.
      client.socket().setSoLinger(i % 3 == 0, 0);
      if (i % 2 == 0) {
        assertThat(client.send("GET /ping HTTP/1.1\r\nHost: t\r\n\r\n").response().status())
            .isEqualTo(200);
      }
      crowd.add(client);
    }
    await().until(() -> metric("rebound_connections ") >= 300);

    for (RawClient client : crowd) {
      client.close();
    }

    assertThat(RawClient.get(server.port(), "/ping").status()).isEqualTo(200);
    await().until(() -> metric("rebound_connections ") < 10);
  }

  private static long metric(String beginning) throws IOException {
    return RawClient.metric(server.port(), beginning);
  }
}
