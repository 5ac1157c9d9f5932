package rebound.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import rebound.server.RawClient.Response;

/// Bad clients over raw sockets: each is answered by 4xx or closed, within its time, and nobody
/// else gets its answer.
final class BadClientsIT {
  private static final String GOOD = "GET /todos/7 HTTP/1.1\r\nHost: t\r\n\r\n";
  private static final String GOOD_ANSWER = "{\"id\":7,\"title\":\"todo 7\",\"done\":false}";
  private static final String CHUNKED = "Transfer-Encoding: chunked\r\n\r\n";
  private static final String HANDSHAKE =
      """
      Upgrade: websocket\r
      Connection: Upgrade\r
      Sec-WebSocket-Version: 13\r
      Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
      """;
  private static Server server;

  @BeforeAll
  static void start() throws IOException {
    server =
        Server.start(
            ServerOptions.parse(
                "--port",
                "0",
                "--idle-timeout-millis",
                "1500",
                "--head-timeout-millis",
                "500",
                "--body-timeout-millis",
                "500",
                "--least-bytes-per-second",
                "100000"));
  }

  @AfterAll
  static void stop() {
    server.drain();
  }

  static Stream<Arguments> malformed() {
    return Stream.of(
            "bare LF|GET /ping HTTP/1.1\nHost: t\n\n",
            "obs-fold|GET /ping HTTP/1.1\r\nHost: t\r\nA: b\r\n c\r\n\r\n",
            "space before colon|GET /ping HTTP/1.1\r\nHost : t\r\n\r\n",
            "length and chunked|POST /base HTTP/1.1\r\nHost: t\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            "two lengths|POST /base HTTP/1.1\r\nHost: t\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n12",
            "huge length|POST /base HTTP/1.1\r\nHost: t\r\nContent-Length: 18446744073709551617\r\n\r\n1",
            "chunk size overflow|POST /base HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\n10000000000000001\r\n1\r\n0\r\n\r\n",
            "chunk size junk|POST /base HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\n1z\r\n1\r\n0\r\n\r\n",
            "chunk without its end|POST /base HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n10\r\n\r\n",
            "nonsense last chunk|POST /base HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n1\r\n0 x\r\n\r\n",
            "unknown coding|POST /base HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
            "chunked in 1.0|POST /base HTTP/1.0\r\nTransfer-Encoding: chunked\r\nConnection: keep-alive\r\n\r\n0\r\n\r\n",
            "authority form|CONNECT t:80 HTTP/1.1\r\nHost: t\r\n\r\n",
            "missing Host|GET /ping HTTP/1.1\r\n\r\n",
            "doubled Host|GET /ping HTTP/1.1\r\nHost: t\r\nHost: u\r\n\r\n",
            "any text as Host|GET /ping HTTP/1.1\r\nHost: a b/c\r\n\r\n",
            "no IPv6 address as Host|GET /ping HTTP/1.1\r\nHost: [1::2::3]\r\n\r\n",
            "no port in Host|GET /ping HTTP/1.1\r\nHost: t:x\r\n\r\n",
            "HTTP/0.9|GET /ping\r\n",
            "HTTP/2 preface|PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
            "half an escape|GET /ping?a=%a HTTP/1.1\r\nHost: t\r\n\r\n",
            "braces in the target|GET /ping?{a} HTTP/1.1\r\nHost: t\r\n\r\n",
            "NUL in the target|GET /pi\0ng HTTP/1.1\r\nHost: t\r\n\r\n",
            "NUL in a field|GET /ping HTTP/1.1\r\nHost: t\r\nA: \0\r\n\r\n",
            "raw octets|\u0016\u0003\u0001\u0002\0\u0001\u0000\u0001\r\n\r\n",
            "huge head|GET /ping HTTP/1.1\r\nHost: t\r\nA: " + "a".repeat(20_000) + "\r\n\r\n",
            "1000 fields|GET /ping HTTP/1.1\r\nHost: t\r\n" + "A: b\r\n".repeat(1_000) + "\r\n")
        .map(line -> line.split("\\|", 2))
        .map(parts -> Arguments.of(parts[0], parts[1]));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("malformed")
  void malformedIsRefusedAndTheConnectionEnds(String kind, String request) throws IOException {
    try (RawClient client = new RawClient(server.port())) {
      client.send(request.getBytes(ISO_8859_1));
      assertThat(client.response().status()).as(kind).isBetween(400, 499);
      assertThat(client.isAtEnd()).isTrue();
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("malformed")
  void theGoodRequestsBeforeItKeepTheirAnswersAndNothingAfterItIsServed(String kind, String request)
      throws IOException {
    try (RawClient client = new RawClient(server.port())) {
      client.send((GOOD + GOOD + request + GOOD).getBytes(ISO_8859_1));
      assertThat(client.response().body()).isEqualTo(GOOD_ANSWER);
      assertThat(client.response().body()).isEqualTo(GOOD_ANSWER);
      assertThat(client.response().status()).as(kind).isBetween(400, 499);
      assertThat(client.isAtEnd()).isTrue();
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("malformed")
  void aGoodBodyBeforeItKeepsItsAnswer(String kind, String request) throws IOException {
    for (String body : List.of("Content-Length: 3\r\n\r\n[1]", CHUNKED + "3\r\n[1]\r\n0\r\n\r\n")) {
      try (RawClient client = new RawClient(server.port())) {
        String post = "POST /base HTTP/1.1\r\nHost: t\r\n" + body;
        client.send((post + request + GOOD).getBytes(ISO_8859_1));
        assertThat(client.response().body()).isEqualTo("[1]");
        assertThat(client.response().status()).as(kind).isBetween(400, 499);
        assertThat(client.isAtEnd()).isTrue();
      }
    }
  }

  /// A request that only looks like a handshake turned the guard off for all that followed.
  @ParameterizedTest
  @CsvSource({"HEAD, 405", "POST, 405", "BREW, 405", "OPTIONS, 204"})
  void onlyGetBecomesAWebSocketAndTheGuardStaysOnForTheRest(String method, int status)
      throws IOException {
    try (RawClient client = new RawClient(server.port())) {
      client.send(method + " /ws HTTP/1.1\r\nHost: t\r\n" + HANDSHAKE + "\r\n");
      // An answer to HEAD has no body whatever its length says.
      Response response = method.equals("HEAD") ? client.head() : client.response();
      assertThat(response.status()).isEqualTo(status);
      assertThat(response.headers()).containsEntry("allow", "OPTIONS, GET");
      client.send("GET /ping HTTP/1.1\nHost: t\n\n" + GOOD);
      assertThat(client.response().status()).isEqualTo(400);
      assertThat(client.isAtEnd()).isTrue();
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("malformed")
  void drippedByteByByteItIsRefusedToo(String kind, String request) throws IOException {
    if (request.length() > 300) {
      return;
    }
    try (RawClient client = new RawClient(server.port())) {
      for (byte b : request.getBytes(ISO_8859_1)) {
        try {
          client.send(new byte[] {b});
        } catch (IOException e) {
          break; // refused already
        }
      }
      assertThat(client.response().status()).as(kind).isBetween(400, 499);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "GET http://elsewhere:99/todos/7 HTTP/1.1~Host: t~~",
        "GET /todos/7 HTTP/1.1~Host: t~Upgrade: h2c~Connection: Upgrade, HTTP2-Settings~~",
        "GET /todos/7 HTTP/1.1~Host: t~Upgrade: websocket~Connection: Upgrade~~",
        "~~GET /todos/7 HTTP/1.1~Host: t~~",
        "GET /todos/7 HTTP/1.1~Host: t~Content-Length: 5~~hello",
        "GET /todos/7 HTTP/1.1~Host: t~Transfer-Encoding: chunked~~5~hello~0~Trailer: x~~",
        "GET /todos/7 HTTP/1.1~Host: t~Expect: 100-continue~Content-Length: 2~~hi",
        "GET /todos/7?a=%ff%00&b&&=;=[]@ HTTP/1.1~Host: t~Cookie: a=b; c~~"
      })
  void oddButLegalIsServedAndTheConnectionGoesOn(String lines) throws IOException {
    String request = lines.replace("~", "\r\n");
    try (RawClient client = new RawClient(server.port())) {
      client.send(request + GOOD);
      assertThat(client.response().body()).isEqualTo(GOOD_ANSWER);
      assertThat(client.response().body()).isEqualTo(GOOD_ANSWER);
      client.send(request);
      assertThat(client.response().body()).isEqualTo(GOOD_ANSWER);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "'Connection: close', true",
    "'Connection: foo, Close', true",
    "'Connection: keep-alive', false",
    "'X: y', false"
  })
  void theConnectionFieldIsReadAsAList(String field, boolean closes) throws IOException {
    try (RawClient client = new RawClient(server.port())) {
      client.send("GET /ping HTTP/1.1\r\nHost: t\r\n" + field + "\r\n\r\n" + GOOD);
      Response response = client.response();
      assertThat(response.body()).isEqualTo("pong");
      assertThat(response.headers().containsKey("connection")).isEqualTo(closes);
      if (closes) {
        assertThat(client.isAtEnd()).isTrue();
      } else {
        assertThat(client.response().body()).isEqualTo(GOOD_ANSWER);
      }
    }
  }

  @Test
  void http10ClosesUnlessAskedToKeep() throws IOException {
    try (RawClient client = new RawClient(server.port())) {
      client.send("GET /ping HTTP/1.0\r\n\r\n");
      assertThat(client.response().headers()).containsEntry("connection", "close");
      assertThat(client.isAtEnd()).isTrue();
    }
    try (RawClient client = new RawClient(server.port())) {
      client.send("GET /ping HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
      assertThat(client.response().headers()).containsEntry("connection", "keep-alive");
      client.send(GOOD);
      assertThat(client.response().body()).isEqualTo(GOOD_ANSWER);
    }
  }

  @Test
  void slowHeadsAreCutOffInTime() throws IOException {
    long start = System.nanoTime();
    try (RawClient client = new RawClient(server.port())) {
      client.send("GET /ping HTTP/1.1\r\nHost: t\r\n");
      for (int i = 0; i < 200; i++) {
        await().pollDelay(Duration.ofMillis(20)).until(() -> true);
        try {
          client.send("A: b\r\n");
        } catch (IOException e) {
          break; // cut off
        }
        if (client.socket().getInputStream().available() > 0) {
          break;
        }
      }
      assertThat(client.next().map(Response::status)).isEqualTo(Optional.of(408));
    }
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(4));
  }

  @Test
  void silentConnectionsAreClosedInTime() throws IOException {
    try (RawClient silent = new RawClient(server.port());
        RawClient served = new RawClient(server.port())) {
      assertThat(served.send(GOOD).response().status()).isEqualTo(200);
      assertThat(silent.isAtEnd()).isTrue();
      assertThat(served.isAtEnd()).isTrue();
    }
  }

  @Test
  void slowBodiesAreAnsweredInTime() throws IOException {
    for (String framing : List.of("Content-Length: 1000", "Transfer-Encoding: chunked")) {
      try (RawClient client = new RawClient(server.port())) {
        client.send("POST /base HTTP/1.1\r\nHost: t\r\n" + framing + "\r\n\r\n");
        assertThat(client.response().status()).isEqualTo(408);
        assertThat(client.isAtEnd()).isTrue();
      }
    }
  }

  /// At the least rate of 100,000 bytes a second what came at once would be fourteen seconds'
  /// worth.
  @Test
  void whatCameFastIsNoCreditForSilence() throws IOException {
    try (RawClient client = new RawClient(server.port())) {
      client.send("POST /base HTTP/1.1\r\nHost: t\r\nContent-Length: 1500000\r\n\r\n");
      client.send("1".repeat(1_400_000));
      long start = System.nanoTime();

      assertThat(client.response().status()).isEqualTo(408);

      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
    }
  }

  @Test
  void bodiesThatAreCutOffHarmNobody() throws IOException {
    for (int i = 0; i < 50; i++) {
      try (RawClient client = new RawClient(server.port())) {
        client.send("POST /base HTTP/1.1\r\nHost: t\r\nContent-Length: 100\r\n\r\n{\"a\":");
      }
    }
    try (RawClient client = new RawClient(server.port())) {
      client.send("POST /base HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n1\r\n");
      assertThat(client.half().next().map(Response::status)).isEqualTo(Optional.of(400));
    }
    assertThat(RawClient.get(server.port(), "/ping").status()).isEqualTo(200);
  }

  @Test
  void slowReadersAreCutOffInTime() throws IOException {
    String big = "\"" + "x".repeat(2_000_000) + "\"";
    try (RawClient client = new RawClient(server.port())) {
      client.socket().setReceiveBufferSize(4096);
      String post = "POST /base HTTP/1.1\r\nHost: t\r\nContent-Length: " + big.length();
      for (int i = 0; i < 3; i++) {
        client.send(post + "\r\n\r\n" + big);
      }
    } catch (IOException e) {
      assertThat(e).hasMessageMatching("(?s).*(reset|Broken pipe).*");
    }
    await()
        .atMost(Duration.ofSeconds(60))
        .untilAsserted(() -> assertThat(metric("rebound_connections ")).isLessThan(3));
    assertThat(RawClient.get(server.port(), "/ping").status()).isEqualTo(200);
  }

  @Test
  void aThousandSlowBodiesHoldNoDescriptorsAfterwards() throws IOException {
    long before = descriptors();
    List<RawClient> clients = new ArrayList<>();
    try {
      for (int i = 0; i < 1_000; i++) {
        clients.add(new RawClient(server.port()));
        clients.getLast().send("POST /base HTTP/1.1\r\nHost: t\r\nContent-Length: 10\r\n\r\n12");
      }
      for (RawClient client : clients) {
        assertThat(client.response().status()).isEqualTo(408);
      }
    } finally {
      for (RawClient client : clients) {
        client.close();
      }
    }
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(() -> assertThat(descriptors()).isLessThanOrEqualTo(before + 20));
  }

  @Test
  void deepAndLongJsonIsRefusedAndABombOfTenMegabytesToo() throws IOException {
    String deep = "[".repeat(100_000) + "]".repeat(100_000);
    assertThat(RawClient.post(server.port(), "POST", "/base", deep).status()).isEqualTo(400);
    String open = "{\"a\":".repeat(100_000);
    assertThat(RawClient.post(server.port(), "POST", "/base", open).status()).isEqualTo(400);
    String bomb = "\"" + "x".repeat(10_000_000) + "\"";
    assertThat(RawClient.post(server.port(), "POST", "/base", bomb).status()).isEqualTo(413);
    String number = "1".repeat(100_000);
    assertThat(RawClient.post(server.port(), "POST", "/base", number).status()).isEqualTo(400);
    Response twice = RawClient.post(server.port(), "POST", "/base", "{\"a\":1, \"a\":[2.50]}");
    assertThat(twice.body()).isEqualTo("{\"a\":[2.50]}");
  }

  static Stream<Path> suite() throws IOException {
    Path shared = Path.of(System.getProperty("rebound.shared", "../../shared"));
    Path folder = shared.resolve("data/json-test-suite");
    if (!Files.isDirectory(folder)) {
      return Stream.of(Path.of("absent"));
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".json")).sorted().toList().stream();
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("suite")
  void theJsonTestSuiteIsJudgedAsItSays(Path file) throws IOException {
    org.junit.jupiter.api.Assumptions.assumeTrue(
        Files.exists(file), "the JSON test suite is not here");
    byte[] body = Files.readAllBytes(file);
    try (RawClient client = new RawClient(server.port())) {
      String head = "POST /base HTTP/1.1\r\nHost: t\r\nContent-Length: " + body.length;
      client.send((head + "\r\n\r\n").getBytes(UTF_8)).send(body);
      int status = client.response().status();
      switch (file.getFileName().toString().charAt(0)) {
        case 'y' -> assertThat(status).isEqualTo(200);
        case 'n' -> assertThat(status).isEqualTo(400);
        default -> assertThat(status).isIn(200, 400);
      }
    }
  }

  private static long descriptors() throws IOException {
    try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
      return open.count();
    }
  }

  private static long metric(String beginning) throws IOException {
    return RawClient.metric(server.port(), beginning);
  }
}
