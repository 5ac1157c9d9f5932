package rebound.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rebound.server.RawClient.Response;

/// The routes of the comparison plans.
final class RoutesIT {
  private static Server server;

  @BeforeAll
  static void start() throws IOException {
    server = Server.start(ServerOptions.parse("--port", "0", "--event-loops", "2"));
  }

  @AfterAll
  static void stop() {
    server.drain();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/ | Hello World",
        "/stringify | {\"message\":\"Hello World\"}",
        "/base-sync | {\"hello\":\"world\"}",
        "/base-async | {\"hello\":\"world\"}",
        "/headers | {\"hello\":\"world\"}",
        "/headers-prepared | {\"hello\":\"world\"}",
        "/health/live | {\"status\":\"UP\"}"
      })
  void answersAlsoPipelinedAndForHead(String path, String body) throws IOException {
    try (RawClient client = new RawClient(server.port())) {
      String get = "GET " + path + " HTTP/1.1\r\nHost: t\r\n\r\n";
      client.send(get.repeat(10));
      for (int i = 0; i < 10; i++) {
        assertThat(client.response().body()).isEqualTo(body);
      }
      client.send("HEAD " + path + " HTTP/1.1\r\nHost: t\r\nConnection: close\r\n\r\n");
      String head = new String(client.socket().getInputStream().readAllBytes(), UTF_8);
      assertThat(head).startsWith("HTTP/1.1 200 OK\r\n").contains("Content-Length: ");
      assertThat(head).endsWith("\r\n\r\n");
    }
  }

  @Test
  void headersAreTenAndThreeCookies() throws IOException {
    try (RawClient client = new RawClient(server.port())) {
      client.send("GET /headers HTTP/1.1\r\nHost: t\r\nConnection: close\r\n\r\n");
      String all = new String(client.socket().getInputStream().readAllBytes(), UTF_8);
      assertThat(all.lines().filter(line -> line.startsWith("X-Header-"))).hasSize(10);
      assertThat(all.lines().filter(line -> line.startsWith("Set-Cookie: "))).hasSize(3);
    }
  }

  @Test
  void theEchoGivesBackWhatItWasGiven() throws IOException {
    String body = "{\"a\": [1, 2.50, -3e7, true, null, \"ü\\n\\u0001\"], \"b\": {}, \"c\": []}";
    Response response = RawClient.post(server.port(), "POST", "/base", body);
    assertThat(response.status()).isEqualTo(200);
    assertThat(response.body())
        .isEqualTo("{\"a\":[1,2.50,-3e7,true,null,\"ü\\n\\u0001\"],\"b\":{},\"c\":[]}");
    String large = "[" + "{\"a\":[1,\"b\"],\"c\":{}},".repeat(5_000) + "null]";
    assertThat(RawClient.post(server.port(), "POST", "/base", large).body()).isEqualTo(large);
  }

  @Test
  void workTakesItsTime() throws IOException {
    long start = System.nanoTime();
    assertThat(RawClient.get(server.port(), "/work?micros=20000").status()).isEqualTo(200);
    assertThat(System.nanoTime() - start).isGreaterThan(20_000_000);
    assertThat(RawClient.get(server.port(), "/work?micros=x").status()).isEqualTo(400);
    assertThat(RawClient.get(server.port(), "/work?micros=900000000").status()).isEqualTo(400);
  }

  @Test
  void theWebSocketEchoes() throws Exception {
    CompletableFuture<String> text = new CompletableFuture<>();
    CompletableFuture<Integer> binary = new CompletableFuture<>();
    WebSocket.Listener listener =
        new WebSocket.Listener() {
          @Override
          public CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
            text.complete(data.toString());
            socket.request(1);
            return null;
          }

          @Override
          public CompletionStage<?> onBinary(WebSocket socket, ByteBuffer data, boolean last) {
            binary.complete(data.remaining());
            socket.request(1);
            return null;
          }
        };
    try (HttpClient client = HttpClient.newHttpClient()) {
      WebSocket socket =
          client
              .newWebSocketBuilder()
              .buildAsync(URI.create("ws://127.0.0.1:" + server.port() + "/ws"), listener)
              .get(20, TimeUnit.SECONDS);
      socket.sendText("hällo", true).get(20, TimeUnit.SECONDS);
      assertThat(text.get(20, TimeUnit.SECONDS)).isEqualTo("hällo");
      socket.sendBinary(ByteBuffer.allocate(64), true).get(20, TimeUnit.SECONDS);
      assertThat(binary.get(20, TimeUnit.SECONDS)).isEqualTo(64);
      socket.abort();
    }
    Response plain = RawClient.get(server.port(), "/ws");
    assertThat(plain.status()).isEqualTo(426);
    assertThat(plain.headers()).containsEntry("upgrade", "websocket");
  }
}
