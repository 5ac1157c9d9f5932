package rebound.server;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// WebSockets whose clients do not read, and whose server stops.
final class WebSocketIT {
  private static final int TEXT = 0x81;
  private static final int FIRST_OF_TEXT = 0x01;
  private static final int LAST_OF_MESSAGE = 0x80;
  private static final int PONG = 0x8A;
  private static final int BINARY = 0x82;
  private static final int PING = 0x89;
  private static final int CLOSE = 0x88;
  // More than the sockets of both sides hold.
  private static final long MOST_SENT = 64L * 1024 * 1024;

  private Server server;

  @AfterEach
  void stop() {
    if (server != null) {
      server.drain();
    }
  }

  private void start(String bodyTimeoutMillis) throws IOException {
    server =
        Server.start(
            ServerOptions.parse(
                "--port",
                "0",
                "--body-timeout-millis",
                bodyTimeoutMillis,
                "--least-bytes-per-second",
                "1000000"));
  }

  @Test
  void webSocketsThatLeaveWithoutACloseAreLetGo() throws IOException {
    start("10000");
    List<RawClient> crowd = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      RawClient client = open();
      client.socket().setSoLinger(i % 2 == 0, 0);
      crowd.add(client);
    }
    await().until(() -> connections() >= 200);

    for (RawClient client : crowd) {
      client.close();
    }

    await().until(() -> connections() < 10);
  }

  private long connections() throws IOException {
    return RawClient.metric(server.port(), "rebound_connections ");
  }

  private RawClient open() throws IOException {
    RawClient client = new RawClient(server.port());
    client.send(
        """
        GET /ws HTTP/1.1\r
        Host: t\r
        Upgrade: websocket\r
        Connection: Upgrade\r
        Sec-WebSocket-Version: 13\r
        Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
        \r
        """);
    assertThat(client.response().status()).isEqualTo(101);
    return client;
  }

  /// A frame whose mask changes nothing.
  private static byte[] frame(int kind, byte[] payload) {
    ByteBuffer frame = ByteBuffer.allocate(payload.length + 14);
    frame.put((byte) kind);
    if (payload.length < 126) {
      frame.put((byte) (0x80 | payload.length));
    } else if (payload.length < 65_536) {
      frame.put((byte) (0x80 | 126)).putShort((short) payload.length);
    } else {
      frame.put((byte) (0x80 | 127)).putLong(payload.length);
    }
    frame.putInt(0).put(payload).flip();
    byte[] bytes = new byte[frame.remaining()];
    frame.get(bytes);
    return bytes;
  }

  @ParameterizedTest
  @ValueSource(ints = {BINARY, PING})
  void whoSendsAndNeverReadsIsHeldBackAndThenClosed(int kind) throws Exception {
    start("1500");
    byte[] frame = frame(kind, new byte[kind == PING ? 125 : 16_000]);
    byte[] many = new byte[frame.length * (kind == PING ? 100 : 1)];
    for (int at = 0; at < many.length; at += frame.length) {
      System.arraycopy(frame, 0, many, at, frame.length);
    }
    AtomicLong sent = new AtomicLong();
    try (RawClient client = open()) {
      Thread sender =
          Thread.ofVirtual()
              .start(
                  () -> {
                    try {
                      while (sent.get() < MOST_SENT) {
                        client.send(many);
                        sent.addAndGet(many.length);
                      }
                    } catch (IOException closed) {
                      // What the test waits for.
                    }
                  });
      await().atMost(Duration.ofSeconds(30)).until(() -> !sender.isAlive());
      assertThat(sent.get()).isLessThan(MOST_SENT);
    }
    assertThat(RawClient.get(server.port(), "/ping").status()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(ints = {TEXT, BINARY})
  void aMessageThatDoesNotEndIsEndedLikeABody(int kind) throws Exception {
    start("1500");
    byte[] frame = frame(kind, new byte[100]);
    try (RawClient client = open()) {
      client.send(Arrays.copyOf(frame, frame.length - 1));
      long start = System.nanoTime();

      assertThat(client.isAtEnd()).isTrue();

      assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofSeconds(1));
    }
    assertThat(givenUp("slow-body")).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {TEXT, BINARY})
  void halfMessagesShareOneBudget(int kind) throws Exception {
    start("20000");
    byte[] frame = frame(kind, new byte[1_000_000]);
    byte[] half = Arrays.copyOf(frame, 900_000);
    List<RawClient> crowd = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      RawClient client = open();
      crowd.add(client);
      try {
        client.send(half);
      } catch (IOException closed) {
        // What the test waits for.
      }
    }
    await().until(() -> givenUp("no-room-for-message") > 10);
    assertThat(RawClient.get(server.port(), "/ping").status()).isEqualTo(200);

    for (RawClient client : crowd) {
      client.close();
    }
    await().until(() -> connections() < 5);
    // All of it has been given back: as many fit as before.
    for (int i = 0; i < 5; i++) {
      try (RawClient client = open()) {
        client.send(frame);
        assertThat(client.in().readNBytes(10)).startsWith(kind, 127);
        assertThat(client.in().readNBytes(1_000_000)).hasSize(1_000_000);
      }
    }
  }

  private long givenUp(String reason) throws IOException {
    return RawClient.metric(
        server.port(), "rebound_clients_given_up_total{kind=\"" + reason + "\"} ");
  }

  @Test
  void aTextInPiecesWithAPingAmongThemComesBackWhole() throws Exception {
    start("20000");
    byte[] text = "Grüße, ".repeat(5_000).getBytes(UTF_8);
    try (RawClient client = open()) {
      // The third byte is the first half of a letter.
      byte[] first = frame(FIRST_OF_TEXT, Arrays.copyOf(text, 3));
      client.send(Arrays.copyOf(first, first.length - 1));
      client.send(new byte[] {first[first.length - 1]});
      client.send(frame(PING, new byte[] {1, 2, 3}));
      assertThat(client.in().readNBytes(5)).startsWith(PONG, 3, 1, 2, 3);
      client.send(frame(LAST_OF_MESSAGE, Arrays.copyOfRange(text, 3, text.length)));

      assertThat(client.in().readNBytes(4)).startsWith(TEXT, 126);
      assertThat(client.in().readNBytes(text.length)).isEqualTo(text);
    }
  }

  /// With a length of −14 the next frame begins where this one did.
  @ParameterizedTest
  @ValueSource(longs = {-14, -1, -15, -100, Long.MIN_VALUE})
  void aLengthThatNoFrameHasEndsItsConnectionAndNothingElse(long length) throws Exception {
    start("20000");
    ByteBuffer frame = ByteBuffer.allocate(14);
    frame.put((byte) BINARY).put((byte) 0xFF).putLong(length).putInt(0);
    try (RawClient client = open()) {
      client.send(frame.array());

      assertThat(client.isAtEnd()).isTrue();
    }
    assertThat(RawClient.get(server.port(), "/ping").status()).isEqualTo(200);
    await().until(() -> connections() < 5);
  }

  @Test
  void aTextThatIsNoUtf8EndsTheConnection() throws Exception {
    start("20000");
    try (RawClient client = open()) {
      client.send(frame(TEXT, new byte[] {'a', (byte) 0xC3}));

      client.in().readAllBytes();
    }
    await().until(() -> connections() < 5);
  }

  @Test
  void whoReadsLateGetsEverythingInOrder() throws Exception {
    start("20000");
    int count = 1_000;
    try (RawClient client = open()) {
      Thread sender =
          Thread.ofVirtual()
              .start(
                  () -> {
                    try {
                      for (int i = 0; i < count; i++) {
                        client.send(frame(BINARY, payload(i)));
                      }
                    } catch (IOException e) {
                      throw new IllegalStateException(e);
                    }
                  });
      // Until the server holds it back: more than the sockets take is on its way.
      sender.join(Duration.ofMillis(500));
      for (int i = 0; i < count; i++) {
        InputStream in = client.in();
        assertThat(in.readNBytes(4)).startsWith(BINARY, 126);
        assertThat(in.readNBytes(16_000)).isEqualTo(payload(i));
      }
    }
  }

  private static byte[] payload(int number) {
    byte[] payload = new byte[16_000];
    ByteBuffer.wrap(payload).putInt(number);
    return payload;
  }

  @Test
  void aDrainSaysGoingAwayAndEndsWhenTheClientAgrees() throws Exception {
    start("20000");
    try (RawClient client = open()) {
      long start = System.nanoTime();
      Thread drain = Thread.ofVirtual().start(() -> server.drain());
      byte[] head = client.in().readNBytes(4);
      assertThat(head).startsWith(CLOSE);
      assertThat(ByteBuffer.wrap(head).getShort(2)).isEqualTo((short) 1001);
      assertThat(client.in().readNBytes(head[1] - 2)).asString(US_ASCII).contains("stops");
      client.send(frame(CLOSE, new byte[] {3, (byte) 0xE9}));
      assertThat(client.isAtEnd()).isTrue();
      drain.join();
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(2));
    }
    server = null;
  }

  @Test
  void aDrainWaitsForASilentClientForTheLingerTimeOnly() throws Exception {
    start("20000");
    try (RawClient client = open()) {
      client.send(frame(BINARY, new byte[1]));
      assertThat(client.in().readNBytes(3)).hasSize(3);
      long start = System.nanoTime();
      server.drain();
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(6));
      server = null;
    }
  }
}
