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

/// What clients make the server hold: bounded over all of them, and served right within the bound.
final class HeldBytesIT {
  private static final String PING = "GET /ping HTTP/1.1\r\nHost: t\r\n\r\n";

  private static RespStub database;
  private static Server server;

  @BeforeAll
  static void start() throws IOException {
    database = new RespStub();
    server =
        Server.start(
            ServerOptions.parse(
                "--port",
                "0",
                "--database",
                database.address(),
                "--admission",
                "none",
                "--database-connections",
                "4",
                "--database-pipeline",
                "200"));
    await().until(() -> database.connections() == 4);
  }

  @AfterAll
  static void stop() throws IOException {
    server.drain();
    database.close();
  }

  private static long givenUp(String kind) throws IOException {
    return RawClient.metric(
        server.port(), "rebound_clients_given_up_total{kind=\"" + kind + "\"} ");
  }

  private static void close(List<RawClient> crowd) throws IOException {
    for (RawClient client : crowd) {
      client.close();
    }
    await().until(() -> RawClient.metric(server.port(), "rebound_connections ") < 3);
  }

  @Test
  void whatIsSentAheadOfAnAnswerIsKeptAndAnsweredInOrder() throws IOException {
    int ahead = 200;
    List<RawClient> crowd = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      crowd.add(new RawClient(server.port()));
      crowd.getLast().send("GET /one?delay=500 HTTP/1.1\r\nHost: t\r\n\r\n" + PING.repeat(ahead));
    }
    for (RawClient client : crowd) {
      assertThat(client.response().body()).isEqualTo("{\"values\":[\"late\"]}");
      for (int i = 0; i < ahead; i++) {
        assertThat(client.response().body()).isEqualTo("pong");
      }
    }
    assertThat(givenUp("no-room-for-head")).isZero();
    close(crowd);

    // More than all may hold: some are let go, and all of it is given back.
    for (int round = 0; round < 2; round++) {
      long before = givenUp("no-room-for-head");
      crowd.clear();
      for (int i = 0; i < 300; i++) {
        crowd.add(new RawClient(server.port()));
        crowd.getLast().send("GET /one?delay=2000 HTTP/1.1\r\nHost: t\r\n\r\n" + PING.repeat(450));
      }
      await().until(() -> givenUp("no-room-for-head") > before);
      assertThat(givenUp("no-room-for-head") - before).isLessThan(250);
      close(crowd);
    }
  }

  @Test
  void answersThatNobodyTakesShareOneBudget() throws Exception {
    String array = "[" + "1,".repeat(900_000) + "1]";
    String post = "POST /base HTTP/1.1\r\nHost: t\r\nContent-Length: " + array.length();
    String all = (post + "\r\n\r\n" + array).repeat(4);
    List<RawClient> crowd = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      RawClient client = new RawClient(server.port());
      client.socket().setReceiveBufferSize(4096);
      crowd.add(client);
      Thread.ofVirtual()
          .start(
              () -> {
                try {
                  client.send(all);
                } catch (IOException closed) {
                  // What the test waits for, or its end.
                }
              });
    }
    await().atMost(Duration.ofSeconds(30)).until(() -> givenUp("no-room-for-answer") > 0);
    assertThat(RawClient.get(server.port(), "/ping").status()).isEqualTo(200);
    close(crowd);

    assertThat(RawClient.post(server.port(), "POST", "/base", array).body()).isEqualTo(array);
  }

  @Test
  void aBodyOfManySmallChunksIsReadToItsEnd() throws IOException {
    int count = 20_000;
    StringBuilder body = new StringBuilder("1\r\n\"\r\n");
    body.append("1\r\nx\r\n".repeat(count)).append("1\r\n\"\r\n0\r\n\r\n");
    try (RawClient client = new RawClient(server.port())) {
      client.send("POST /base HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\n" + body);
      assertThat(client.response().body()).isEqualTo("\"" + "x".repeat(count) + "\"");
      assertThat(client.send(PING).response().body()).isEqualTo("pong");
    }
  }
}
