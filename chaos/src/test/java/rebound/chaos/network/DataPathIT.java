package rebound.chaos.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// What a proxy without toxics does to connections: nothing that they would notice.
class DataPathIT {
  private static final int TRANSFER_BYTES = 16 * 1024 * 1024;

  private final Bench bench = new Bench();

  @AfterEach
  void close() {
    bench.close();
  }

  @Test
  void passesBytesInBothDirections() throws IOException {
    try (Upstream upstream = Upstream.echo();
        Socket client = Bench.connect(bench.proxy("p", upstream.address()))) {
      client.getOutputStream().write("hello".getBytes(StandardCharsets.US_ASCII));
      assertThat(client.getInputStream().readNBytes(5)).asString().isEqualTo("hello");
    }
  }

  @Test
  void passesManyBytesUnchangedWhileBothSidesSend() throws Exception {
    byte[] sent = randomBytes(TRANSFER_BYTES);
    try (Upstream upstream = Upstream.echo();
        Socket client = Bench.connect(bench.proxy("p", upstream.address()))) {
      CompletableFuture<Void> sending = sendThenFinish(client, sent);
      byte[] received = client.getInputStream().readAllBytes();
      sending.get(20, TimeUnit.SECONDS);
      assertThat(Arrays.equals(received, sent)).isTrue();
    }
  }

  @Test
  void forwardsAHalfCloseAndStillDeliversTheAnswer() throws IOException {
    try (Upstream upstream =
            new Upstream(
                socket -> {
                  int length = socket.getInputStream().readAllBytes().length;
                  socket.getOutputStream().write(length);
                });
        Socket client = Bench.connect(bench.proxy("p", upstream.address()))) {
      client.getOutputStream().write(new byte[42]);
      client.shutdownOutput();
      assertThat(client.getInputStream().readAllBytes()).containsExactly(42);
    }
  }

  @Test
  void forwardsAResetOfTheServer() throws IOException {
    try (Upstream upstream =
            new Upstream(
                socket -> {
                  socket.getInputStream().read();
                  socket.setSoLinger(true, 0);
                });
        Socket client = Bench.connect(bench.proxy("p", upstream.address()))) {
      client.getOutputStream().write(1);
      assertThatThrownBy(() -> client.getInputStream().read())
          .isInstanceOf(SocketException.class)
          .hasMessageContaining("reset");
    }
  }

  @Test
  void forwardsAResetOfTheClient() throws Exception {
    CompletableFuture<Throwable> seen = new CompletableFuture<>();
    try (Upstream upstream =
        new Upstream(
            socket -> {
              socket.getOutputStream().write(1);
              try {
                int read = socket.getInputStream().read();
                seen.complete(new AssertionError("read " + read));
              } catch (IOException reset) {
                seen.complete(reset);
              }
            })) {
      try (Socket client = Bench.connect(bench.proxy("p", upstream.address()))) {
        assertThat(client.getInputStream().read()).isEqualTo(1);
        client.setSoLinger(true, 0);
      }
      assertThat(seen.get(20, TimeUnit.SECONDS))
          .isInstanceOf(SocketException.class)
          .hasMessageContaining("reset");
    }
  }

  @Test
  void letsASenderWaitWhenItsReceiverDoesNotRead() throws Exception {
    // More than the buffers of four sockets can hold.
    byte[] sent = randomBytes(4 * TRANSFER_BYTES);
    CompletableFuture<Void> mayRead = new CompletableFuture<>();
    CompletableFuture<byte[]> received = new CompletableFuture<>();
    try (Upstream upstream =
            new Upstream(
                socket -> {
                  mayRead.join();
                  received.complete(socket.getInputStream().readAllBytes());
                });
        Socket stalled = Bench.connect(bench.proxy("p", upstream.address()));
        Upstream echo = Upstream.echo();
        Socket other = Bench.connect(bench.proxy("q", echo.address()))) {
      CompletableFuture<Void> sending = sendThenFinish(stalled, sent);
      assertThatThrownBy(() -> sending.get(500, TimeUnit.MILLISECONDS))
          .isInstanceOf(java.util.concurrent.TimeoutException.class);
      // Neither another connection nor the API waits for it.
      other.getOutputStream().write(7);
      assertThat(other.getInputStream().read()).isEqualTo(7);
      bench.toxic("p", "\"type\":\"noop\",\"stream\":\"upstream\"");
      bench.ok("DELETE", "/proxies/p/toxics/noop_upstream", "");
      mayRead.complete(null);
      assertThat(Arrays.equals(received.get(20, TimeUnit.SECONDS), sent)).isTrue();
    }
  }

  @Test
  void closesAClientWhoseServerIsNotThere() throws IOException {
    int nobody;
    try (Upstream gone = Upstream.echo()) {
      nobody = gone.port();
    }
    try (Socket client = Bench.connect(bench.proxy("p", "127.0.0.1:" + nobody))) {
      assertThat(isClosed(client)).isTrue();
    }
    assertThat(bench.log()).anyMatch(line -> line.contains("cannot be reached"));
  }

  /// Closed in order, or by a reset where the close overtakes the client's own start.
  private static boolean isClosed(Socket client) throws IOException {
    try {
      return client.getInputStream().read() == -1;
    } catch (SocketException reset) {
      return true;
    }
  }

  @Test
  void closesConnectionsAndThePortWhenDisabled() throws IOException {
    try (Upstream upstream = Upstream.echo()) {
      int port = bench.proxy("p", upstream.address());
      try (Socket client = Bench.connect(port)) {
        client.getOutputStream().write(1);
        assertThat(client.getInputStream().read()).isEqualTo(1);
        bench.ok("POST", "/proxies/p", "{\"enabled\":false}");
        assertThat(client.getInputStream().read()).isEqualTo(-1);
        assertThatThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), port).close())
            .isInstanceOf(ConnectException.class);
        bench.ok("PATCH", "/proxies/p", "{\"enabled\":true}");
        try (Socket again = Bench.connect(port)) {
          again.getOutputStream().write(2);
          assertThat(again.getInputStream().read()).isEqualTo(2);
        }
      }
    }
  }

  @Test
  void leadsNewConnectionsToAnotherServerOnTheSamePort() throws IOException {
    try (Upstream one = new Upstream(socket -> socket.getOutputStream().write(1));
        Upstream two = new Upstream(socket -> socket.getOutputStream().write(2))) {
      int port = bench.proxy("p", one.address());
      try (Socket client = Bench.connect(port)) {
        assertThat(client.getInputStream().read()).isEqualTo(1);
      }
      bench.ok("POST", "/proxies/p", "{\"upstream\":\"" + two.address() + "\"}");
      try (Socket client = Bench.connect(port)) {
        assertThat(client.getInputStream().read()).isEqualTo(2);
      }
    }
  }

  @Test
  void keepsEveryByteInOrderWhileToxicsComeChangeAndGo() throws Exception {
    byte[] sent = randomBytes(TRANSFER_BYTES);
    try (Upstream upstream = Upstream.echo();
        Socket client = Bench.connect(bench.proxy("p", upstream.address()))) {
      CompletableFuture<Void> sending = sendThenFinish(client, sent);
      CompletableFuture<byte[]> receiving = CompletableFuture.supplyAsync(() -> readAll(client));
      for (int round = 0; round < 5; round++) {
        for (String stream : new String[] {"upstream", "downstream"}) {
          bench.toxic("p", toxic("latency", stream, "\"latency\":20,\"jitter\":10"));
          bench.toxic("p", toxic("bandwidth", stream, "\"rate\":100000"));
          bench.toxic("p", toxic("slicer", stream, "\"average_size\":5000,\"size_variation\":99"));
          String latency = "/proxies/p/toxics/latency_" + stream;
          bench.ok("POST", latency, "{\"attributes\":{\"latency\":5},\"toxicity\":0.5}");
          bench.ok("POST", latency, "{\"attributes\":{\"latency\":9},\"toxicity\":1}");
          bench.ok("DELETE", "/proxies/p/toxics/bandwidth_" + stream, "");
          bench.ok("DELETE", "/proxies/p/toxics/slicer_" + stream, "");
          bench.ok("DELETE", latency, "");
        }
      }
      byte[] received = receiving.get(20, TimeUnit.SECONDS);
      sending.get(20, TimeUnit.SECONDS);
      assertThat(Arrays.equals(received, sent)).isTrue();
    }
  }

  @Test
  void passesEverythingAlsoWhenToxicsMayHoldLittle() throws Exception {
    ToxiproxySettings scarce = new ToxiproxySettings("127.0.0.1", 0, 1, false, false, 512 * 1024);
    byte[] sent = randomBytes(TRANSFER_BYTES / 8);
    try (Bench tight = new Bench(scarce);
        Upstream upstream = Upstream.echo()) {
      int port = tight.proxy("p", upstream.address());
      tight.toxic("p", toxic("latency", "upstream", "\"latency\":20"));
      tight.toxic("p", toxic("latency", "downstream", "\"latency\":20"));
      try (Socket one = Bench.connect(port);
          Socket two = Bench.connect(port)) {
        CompletableFuture<Void> first = sendThenFinish(one, sent);
        CompletableFuture<Void> second = sendThenFinish(two, sent);
        assertThat(Arrays.equals(readAll(one), sent)).isTrue();
        assertThat(Arrays.equals(readAll(two), sent)).isTrue();
        CompletableFuture.allOf(first, second).get(20, TimeUnit.SECONDS);
      }
    }
  }

  private static String toxic(String type, String stream, String attributes) {
    return "\"type\":\"%s\",\"stream\":\"%s\",\"attributes\":{%s}"
        .formatted(type, stream, attributes);
  }

  private static byte[] randomBytes(int length) {
    byte[] bytes = new byte[length];
    new Random(1).nextBytes(bytes);
    return bytes;
  }

  private static CompletableFuture<Void> sendThenFinish(Socket socket, byte[] bytes) {
    return CompletableFuture.runAsync(
        () -> {
          try {
            OutputStream out = socket.getOutputStream();
            out.write(bytes);
            socket.shutdownOutput();
          } catch (IOException failed) {
            throw new java.io.UncheckedIOException(failed);
          }
        },
        Thread::startVirtualThread);
  }

  private static byte[] readAll(Socket socket) {
    try {
      return socket.getInputStream().readAllBytes();
    } catch (IOException failed) {
      throw new java.io.UncheckedIOException(failed);
    }
  }
}
