package rebound.chaos.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rebound.chaos.arrival.CatchUp;
import rebound.chaos.measure.ErrorKind;
import rebound.chaos.measure.PopulationResult;

/// Messages to a server of our own that speaks just enough WebSocket, and checks what it hears.
class WebSocketIT {
  private static final Duration LENGTH = Duration.ofMillis(500);
  private static LoadDriver driver;

  @BeforeAll
  static void startDriver() {
    driver = new LoadDriver(Settings.defaults());
  }

  @AfterAll
  static void endDriver() {
    driver.close();
  }

  private static Population echo(int connections, int bytes) {
    return new Population(
        "messages",
        new LoadModel.WebSocketEcho(connections, bytes),
        List.of(),
        Duration.ofSeconds(1),
        Duration.ofSeconds(5),
        CatchUp.IMMEDIATE,
        true,
        0);
  }

  /// A frame of a client, its payload unmasked. The array is read from the wire and compared byte
  /// by byte; frames are not.
  @SuppressWarnings("ArrayRecordComponent")
  private record Frame(int opcode, byte[] payload) {
    static Frame read(InputStream in) throws IOException {
      int first = in.read();
      if (first < 0) {
        return null;
      }
      int second = in.read();
      assertThat(second & 0x80).as("clients mask").isEqualTo(0x80);
      long length = second & 0x7f;
      if (length >= 126) {
        length = 0;
        for (byte next : in.readNBytes((second & 0x7f) == 126 ? 2 : 8)) {
          length = (length << 8) | (next & 0xff);
        }
      }
      byte[] mask = in.readNBytes(4);
      byte[] payload = in.readNBytes((int) length);
      for (int i = 0; i < payload.length; i++) {
        payload[i] ^= mask[i & 3];
      }
      return new Frame(first & 0x0f, payload);
    }
  }

  private static byte[] frame(boolean last, int opcode, byte[] payload) {
    ByteBuffer out = ByteBuffer.allocate(10 + payload.length);
    out.put((byte) ((last ? 0x80 : 0) | opcode));
    if (payload.length < 126) {
      out.put((byte) payload.length);
    } else if (payload.length < 65_536) {
      out.put((byte) 126).putShort((short) payload.length);
    } else {
      out.put((byte) 127).putLong(payload.length);
    }
    out.put(payload);
    return Arrays.copyOf(out.array(), out.position());
  }

  private static void accept(ScriptedServer.Exchange exchange) throws IOException {
    String head = exchange.read();
    assertThat(head).startsWith("GET /ws HTTP/1.1\r\n").contains("Upgrade: websocket");
    int at = head.indexOf("Sec-WebSocket-Key: ") + 19;
    String key = head.substring(at, head.indexOf("\r\n", at));
    exchange.write(
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            + "sec-websocket-accept: "
            + acceptFor(key)
            + "\r\n\r\n");
  }

  private static String acceptFor(String key) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-1")
              .digest(
                  (key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11")
                      .getBytes(StandardCharsets.US_ASCII));
      return Base64.getEncoder().encodeToString(digest);
    } catch (java.security.NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 64, 200, 100_000})
  void echoesAreCountedAndTimed(int bytes) throws Exception {
    AtomicInteger closes = new AtomicInteger();
    try (ScriptedServer server =
        new ScriptedServer(
            exchange -> {
              accept(exchange);
              for (Frame in = Frame.read(exchange.in());
                  in != null;
                  in = Frame.read(exchange.in())) {
                if (in.opcode() == 8) {
                  closes.incrementAndGet();
                  return;
                }
                exchange.out().write(frame(true, in.opcode(), in.payload()));
              }
            })) {
      PopulationResult result = Phases.result(driver, server.endpoint(), LENGTH, echo(5, bytes));
      assertThat(result.model()).isEqualTo("websocket");
      assertThat(result.ledger().addsUp()).isTrue();
      assertThat(result.errors()).isEmpty();
      assertThat(result.ledger().ok()).isEqualTo(result.ledger().attempted()).isGreaterThan(5);
      assertThat(result.latencies().response().getTotalCount()).isEqualTo(result.ledger().ok());
      org.awaitility.Awaitility.await()
          .atMost(Duration.ofSeconds(10))
          .until(() -> closes.get() == 5);
    }
  }

  @Test
  void pingsAreAnsweredAndFragmentsPutTogether() throws Exception {
    AtomicInteger pongs = new AtomicInteger();
    try (ScriptedServer server =
        new ScriptedServer(
            exchange -> {
              accept(exchange);
              exchange.out().write(frame(true, 9, new byte[] {1, 2, 3}));
              for (Frame in = Frame.read(exchange.in());
                  in != null && in.opcode() != 8;
                  in = Frame.read(exchange.in())) {
                if (in.opcode() == 10) {
                  assertThat(in.payload()).containsExactly(1, 2, 3);
                  pongs.incrementAndGet();
                  continue;
                }
                byte[] whole = in.payload();
                exchange.out().write(frame(false, 2, Arrays.copyOf(whole, 10)));
                exchange.out().write(frame(true, 9, new byte[] {1, 2, 3}));
                exchange.out().write(frame(true, 0, Arrays.copyOfRange(whole, 10, 64)));
              }
            })) {
      PopulationResult result = Phases.result(driver, server.endpoint(), LENGTH, echo(2, 64));
      assertThat(result.errors()).isEmpty();
      assertThat(result.ledger().ok()).isEqualTo(result.ledger().attempted()).isPositive();
      assertThat(pongs.get()).isGreaterThan(2);
    }
  }

  @Test
  void aWrongEchoIsNoGoodAnswer() throws Exception {
    try (ScriptedServer server =
        new ScriptedServer(
            exchange -> {
              accept(exchange);
              for (Frame in = Frame.read(exchange.in());
                  in != null && in.opcode() != 8;
                  in = Frame.read(exchange.in())) {
                in.payload()[0]++;
                exchange.out().write(frame(true, 2, in.payload()));
              }
            })) {
      PopulationResult result = Phases.result(driver, server.endpoint(), LENGTH, echo(2, 64));
      assertThat(result.ledger().addsUp()).isTrue();
      assertThat(result.ledger().unexpectedStatus())
          .isEqualTo(result.ledger().attempted())
          .isPositive();
    }
  }

  @Test
  void aRefusedUpgradeIsAFailedConnection() throws Exception {
    try (ScriptedServer server =
        ScriptedServer.answering("HTTP/1.1 426 Upgrade Required\r\nContent-Length: 0\r\n\r\n")) {
      PopulationResult result = Phases.result(driver, server.endpoint(), LENGTH, echo(1, 64));
      assertThat(result.ledger().addsUp()).isTrue();
      assertThat(result.errors()).containsOnlyKeys(ErrorKind.CONNECT_OTHER);
      assertThat(result.ledger().connectFailed()).isEqualTo(result.ledger().attempted());
    }
  }

  @Test
  void aTargetThatClosesInOrderIsSeenToDoSo() throws Exception {
    try (ScriptedServer server =
        new ScriptedServer(
            exchange -> {
              accept(exchange);
              for (int i = 0; i < 3; i++) {
                Frame in = Frame.read(exchange.in());
                exchange.out().write(frame(true, 2, in.payload()));
              }
              Frame.read(exchange.in());
              exchange.out().write(frame(true, 8, new byte[] {3, (byte) 0xe8}));
              assertThat(Frame.read(exchange.in()).opcode()).isEqualTo(8);
            })) {
      PopulationResult result = Phases.result(driver, server.endpoint(), LENGTH, echo(1, 64));
      assertThat(result.ledger().addsUp()).isTrue();
      assertThat(result.errors()).containsOnlyKeys(ErrorKind.NO_RESPONSE);
      assertThat(result.connectionLedger().closedByTarget()).isPositive();
      assertThat(result.ledger().ok()).isPositive();
    }
  }

  @Test
  void thePathAndHeadersOfTheFirstRequestAreTheHandshakes() throws Exception {
    Queue<String> heads = new ConcurrentLinkedQueue<>();
    try (ScriptedServer server = new ScriptedServer(exchange -> heads.add(exchange.read()))) {
      Request request =
          new Request(
              "GET",
              "/echo",
              Map.of("Origin", "http://rebound.test"),
              new byte[0],
              Request.Expectation.status(200),
              1);
      Population usual = echo(1, 64);
      Population named =
          new Population(
              "messages",
              usual.model(),
              List.of(request),
              usual.deadline(),
              usual.timeout(),
              usual.catchUp(),
              true,
              0);
      Phases.result(driver, server.endpoint(), Duration.ofMillis(200), named);
      assertThat(heads.peek())
          .contains("GET /echo HTTP/1.1\r\n")
          .contains("Origin: http://rebound.test\r\n");
    }
  }
}
