package rebound.fakedb;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HostileBytesIT {
  private static final byte[] TLS_HELLO = {
    0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, (byte) 0xfc, 0x03, 0x03, 0x55, 0x55, 0x0a
  };
  private static Running running;

  @BeforeAll
  static void start() throws IOException {
    running = Running.with("--latency", "0");
  }

  @AfterAll
  static void stop() {
    running.close();
  }

  private static InetSocketAddress address(String port) {
    return switch (port) {
      case "redis" -> running.database.redis();
      case "postgres" -> running.database.postgres();
      default -> running.database.control();
    };
  }

  /// What comes back until the other side closes; a reset counts as a close.
  private static String spoken(InetSocketAddress to, byte[]... parts) throws IOException {
    try (Socket socket = Running.connect(to)) {
      StringBuilder answer = new StringBuilder();
      try {
        OutputStream out = socket.getOutputStream();
        for (byte[] part : parts) {
          out.write(part);
          out.flush();
        }
        InputStream in = socket.getInputStream();
        byte[] buffer = new byte[8192];
        for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
          answer.append(new String(buffer, 0, n, ISO_8859_1));
        }
      } catch (SocketException e) {
        answer.append("[reset]");
      }
      return answer.toString();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"redis", "postgres", "control"})
  void aTlsHelloGetsAnErrorAndAClose(String port) throws IOException {
    byte[] line = new byte[TLS_HELLO.length + 1];
    System.arraycopy(TLS_HELLO, 0, line, 0, TLS_HELLO.length);
    line[TLS_HELLO.length] = '\n';
    String head = port.equals("control") ? "\r\n\r\n" : "\nPOST\n";
    assertThat(spoken(address(port), line, head.getBytes(ISO_8859_1)))
        .containsAnyOf("-ERR", "08P01", "400 Bad Request");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"GET / HTTP/1.1\r\nHost: x\r\n\r\n", "POST / HTTP/1.1\r\nHost: x\r\n\r\n"})
  void httpGetsAnErrorAndAClose(String request) throws IOException {
    assertThat(spoken(running.database.redis(), request.getBytes(ISO_8859_1)))
        .startsWith("-ERR")
        .contains("no HTTP server");
    assertThat(spoken(running.database.postgres(), request.getBytes(ISO_8859_1)))
        .startsWith("E")
        .contains("08P01");
  }

  @Test
  void lengthsOfTwoGigabytesAreRefusedBeforeAnyMemoryIsTaken() throws IOException {
    for (String words :
        List.of(
            "*1\r\n$2147483647\r\n",
            "*2147483647\r\n",
            "*2\r\n$3\r\nGET\r\n$2000000000\r\nabc",
            "*1\r\n$99999999999999999999\r\n")) {
      assertThat(spoken(running.database.redis(), words.getBytes(ISO_8859_1)))
          .startsWith("-ERR Protocol error");
    }
    byte[] startup = ByteBuffer.allocate(8).putInt(2_000_000_000).putInt(196_608).array();
    assertThat(spoken(running.database.postgres(), startup)).startsWith("E").contains("08P01");
    assertThat(spoken(running.database.postgres(), hello(), message('Q', 2_000_000_000)))
        .contains("08P01");
    assertThat(spoken(running.database.postgres(), hello(), message('Q', -1))).contains("08P01");
    assertThat(
            spoken(
                running.database.control(),
                "PUT /latency HTTP/1.1\r\nContent-Length: 2000000000\r\n\r\n".getBytes(ISO_8859_1)))
        .contains("400 Bad Request");
    assertThat(
            spoken(
                running.database.control(),
                "PUT /latency HTTP/1.1\r\nContent-Length: 20000000\r\n\r\n".getBytes(ISO_8859_1)))
        .contains("413");
  }

  private static byte[] hello() {
    byte[] names = "user\0app\0\0".getBytes(ISO_8859_1);
    return ByteBuffer.allocate(8 + names.length)
        .putInt(8 + names.length)
        .putInt(196_608)
        .put(names)
        .array();
  }

  private static byte[] message(char type, int length, byte... body) {
    return ByteBuffer.allocate(5 + body.length).put((byte) type).putInt(length).put(body).array();
  }

  @Test
  void messagesThatEndTooSoonAreProtocolErrors() throws IOException {
    for (byte[] broken :
        List.of(message('P', 6, (byte) 'a', (byte) 'b'), message('E', 4), message('!', 4))) {
      assertThat(spoken(running.database.postgres(), hello(), broken)).contains("08P01");
    }
    byte[] parse = message('P', 16, "\0select 1\0\0\0".getBytes(ISO_8859_1));
    byte[] bind = message('B', 10, "\0\0\177\0\0\0".getBytes(ISO_8859_1));
    assertThat(spoken(running.database.postgres(), hello(), parse, bind)).contains("08P01");
  }

  @ParameterizedTest
  @ValueSource(strings = {"redis", "postgres", "control"})
  void randomBytesNeverStopIt(String port) throws IOException {
    Random random = new Random(20);
    for (int i = 0; i < 200; i++) {
      byte[] bytes = new byte[1 + random.nextInt(3_000)];
      random.nextBytes(bytes);
      try (Socket socket = Running.connect(address(port))) {
        if (port.equals("postgres") && i % 2 == 0) {
          socket.getOutputStream().write(hello());
        }
        socket.getOutputStream().write(bytes);
      } catch (SocketException e) {
        // It was refused before all was written, which is an answer too.
      }
    }
    assertThat(spoken(running.database.redis(), "PING\r\nQUIT\r\n".getBytes(ISO_8859_1)))
        .isEqualTo("+PONG\r\n+OK\r\n");
    assertThat(running.send("GET", "/state", "").statusCode()).isEqualTo(200);
  }

  @Test
  void manyHalfCommandsAreHeldWithinTheBudget() throws IOException {
    byte[] half = ("*2\r\n$3\r\nGET\r\n$1000000\r\n" + "x".repeat(900_000)).getBytes(ISO_8859_1);
    List<Socket> sockets = new ArrayList<>();
    try {
      for (int i = 0; i < 64; i++) {
        Socket socket = Running.connect(running.database.redis());
        sockets.add(socket);
        try {
          socket.getOutputStream().write(half);
        } catch (SocketException e) {
          // Reset: it was one too many.
        }
      }
      await()
          .atMost(Duration.ofSeconds(20))
          .until(
              () ->
                  running.send("GET", "/state", "").body().matches("(?s).*\"overflows\": [1-9].*"));
      assertThat(spoken(running.database.redis(), "PING\r\nQUIT\r\n".getBytes(ISO_8859_1)))
          .startsWith("+PONG");
    } finally {
      for (Socket socket : sockets) {
        socket.close();
      }
    }
  }

  @Test
  void aClientThatNeverReadsIsHeldWithinTheBudget() throws IOException {
    spoken(
        running.database.redis(),
        ("*3\r\n$3\r\nSET\r\n$3\r\nbig\r\n$500000\r\n" + "x".repeat(500_000) + "\r\nQUIT\r\n")
            .getBytes(ISO_8859_1));
    try (Socket deaf = Running.connect(running.database.redis())) {
      byte[] gets = "*2\r\n$3\r\nGET\r\n$3\r\nbig\r\n".repeat(200).getBytes(ISO_8859_1);
      deaf.getOutputStream().write(gets);
      assertThat(spoken(running.database.redis(), "PING\r\nQUIT\r\n".getBytes(ISO_8859_1)))
          .startsWith("+PONG");
    }
  }
}
