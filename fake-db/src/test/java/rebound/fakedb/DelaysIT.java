package rebound.fakedb;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What clients see on the wire. Upper bounds are wide: the machine may be busy.
class DelaysIT {
  private static void send(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(ISO_8859_1));
  }

  private static String read(Socket socket, int bytes) throws IOException {
    return new String(new DataInputStream(socket.getInputStream()).readNBytes(bytes), ISO_8859_1);
  }

  @ParameterizedTest
  @CsvSource({"1", "20", "100"})
  void noAnswerLeavesEarly(int millis) throws IOException {
    try (Running running = Running.with("--latency", millis + "ms");
        Socket socket = Running.connect(running.database.redis())) {
      for (int i = 0; i < 20; i++) {
        long start = System.nanoTime();
        send(socket, "GET a\r\n");
        assertThat(read(socket, 5)).isEqualTo("$-1\r\n");
        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(millis * 1_000_000L);
      }
    }
  }

  @Test
  void pipelinedQueriesAllEndTogetherAndSerialOnesOneAfterTheOther() throws IOException {
    String ten = "GET a\r\n".repeat(10);
    try (Running parallel = Running.with("--latency", "100ms");
        Socket socket = Running.connect(parallel.database.redis())) {
      long start = System.nanoTime();
      send(socket, ten);
      read(socket, 50);
      assertThat(System.nanoTime() - start).isBetween(100_000_000L, 900_000_000L);
    }
    try (Running serial = Running.configured("{latency: 100ms, perConnection: serial}");
        Socket socket = Running.connect(serial.database.redis())) {
      long start = System.nanoTime();
      send(socket, ten);
      read(socket, 50);
      assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(1_000_000_000L);
    }
  }

  @Test
  void tenThousandQueriesWaitAtOnce() throws IOException {
    try (Running running = Running.with("--latency", "1500ms")) {
      List<Socket> sockets = new ArrayList<>();
      try {
        for (int i = 0; i < 20; i++) {
          Socket socket = Running.connect(running.database.redis());
          sockets.add(socket);
          send(socket, "GET a\r\n".repeat(500));
        }
        await()
            .pollInterval(Duration.ofMillis(20))
            .until(() -> running.send("GET", "/state", "").body().contains("\"waiting\": 10000"));
        for (Socket socket : sockets) {
          assertThat(read(socket, 2_500)).isEqualTo("$-1\r\n".repeat(500));
        }
        assertThat(running.send("GET", "/accuracy", "").body()).contains("\"count\": 10000");
      } finally {
        for (Socket socket : sockets) {
          socket.close();
        }
      }
    }
  }

  @Test
  void moreQueriesThanALineHoldsAreAnsweredAllTheSame() throws IOException {
    try (Running running = Running.with("--latency", "10ms");
        Socket socket = Running.connect(running.database.redis())) {
      Thread writer =
          Thread.ofVirtual()
              .start(
                  () -> {
                    try {
                      send(socket, "GET a\r\n".repeat(40_000));
                    } catch (IOException e) {
                      throw new IllegalStateException(e);
                    }
                  });
      assertThat(read(socket, 200_000)).isEqualTo("$-1\r\n".repeat(40_000));
      assertThat(writer.isAlive()).isFalse();
    }
  }

  @Test
  void twoRunsWithOneSeedSeeTheSameDelays() throws IOException {
    List<List<Long>> runs = new ArrayList<>();
    for (int run = 0; run < 2; run++) {
      List<Long> classes = new ArrayList<>();
      try (Running running =
              Running.with(
                  "--seed",
                  "5",
                  "--latency",
                  "{bimodal: {share: 0.5, first: 0ms, second: 150ms}}");
          Socket socket = Running.connect(running.database.redis())) {
        for (int i = 0; i < 16; i++) {
          long start = System.nanoTime();
          send(socket, "GET key" + i % 4 + "\r\n");
          read(socket, 5);
          classes.add((System.nanoTime() - start) / 150_000_000L);
        }
      }
      runs.add(classes);
    }
    assertThat(runs.get(0)).contains(0L, 1L).isEqualTo(runs.get(1));
  }

  @Test
  void slotsAndQueueRefuseWhatIsTooMuch() throws IOException {
    try (Running running =
            Running.configured("{latency: 300ms, capacity: {servers: 1, queue: 1}}");
        Socket socket = Running.connect(running.database.redis())) {
      long start = System.nanoTime();
      send(socket, "GET a\r\nGET b\r\nGET c\r\n");
      assertThat(read(socket, 10)).isEqualTo("$-1\r\n$-1\r\n");
      assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(600_000_000L);
      assertThat(read(socket, 5)).isEqualTo("-BUSY");
    }
  }

  @Test
  void aStallHoldsEveryAnswerUntilItEnds() throws IOException {
    try (Running running = Running.with("--latency", "0");
        Socket socket = Running.connect(running.database.redis())) {
      String id =
          running
              .send("POST", "/faults", "{kind: stall}")
              .body()
              .replaceAll("(?s).*\"(f\\d+)\".*", "$1");
      await().until(() -> running.send("GET", "/faults", "").body().contains("\"active\": true"));
      send(socket, "PING\r\nGET a\r\n");
      socket.setSoTimeout(300);
      assertThat(silent(socket)).isTrue();
      socket.setSoTimeout(20_000);
      running.send("DELETE", "/faults/" + id, "");
      assertThat(read(socket, 12)).isEqualTo("+PONG\r\n$-1\r\n");
    }
  }

  private static boolean silent(Socket socket) throws IOException {
    try {
      return socket.getInputStream().read() < 0;
    } catch (SocketTimeoutException e) {
      return true;
    }
  }

  @Test
  void aBlackholeSwallowsAndNewConnectionsAreWellAfterwards() throws IOException {
    try (Running running = Running.with("--latency", "0");
        Socket before = Running.connect(running.database.redis())) {
      send(before, "PING\r\n");
      assertThat(read(before, 7)).isEqualTo("+PONG\r\n");
      running.send("POST", "/faults", "{kind: blackhole}");
      await().until(() -> running.send("GET", "/faults", "").body().contains("\"active\": true"));
      send(before, "PING\r\n");
      before.setSoTimeout(300);
      assertThat(silent(before)).isTrue();
      running.send("DELETE", "/faults", "");
      try (Socket after = Running.connect(running.database.redis())) {
        send(after, "PING\r\n");
        assertThat(read(after, 7)).isEqualTo("+PONG\r\n");
      }
      send(before, "PING\r\n");
      assertThat(silent(before)).isTrue();
    }
  }

  @Test
  void aRestartRefusesAndComesBackOnTheSamePort() throws IOException {
    try (Running running = Running.with("--latency", "0");
        Socket before = Running.connect(running.database.redis())) {
      send(before, "PING\r\n");
      read(before, 7);
      running.send("POST", "/faults", "{kind: restart, for: 400ms}");
      assertThat(before.getInputStream().read()).isEqualTo(-1);
      await()
          .until(
              () -> {
                try (Socket socket = Running.connect(running.database.redis())) {
                  send(socket, "PING\r\n");
                  return read(socket, 7).equals("+PONG\r\n");
                } catch (IOException e) {
                  return false;
                }
              });
    }
  }

  @Test
  void anErrorComesAfterTheUsualDelay() throws IOException {
    try (Running running =
            Running.configured("{latency: 100ms, faults: [{kind: error, ratio: 1}]}");
        Socket socket = Running.connect(running.database.redis())) {
      long start = System.nanoTime();
      send(socket, "GET a\r\n");
      assertThat(read(socket, 4)).isEqualTo("-ERR");
      assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(100_000_000L);
    }
  }
}
