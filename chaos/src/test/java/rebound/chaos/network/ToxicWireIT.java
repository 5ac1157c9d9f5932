package rebound.chaos.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What a client and a server see of each toxic, on real sockets. Times are only ever checked not
/// to be early; how late they are is the benchmark's business.
class ToxicWireIT {
  private final Bench bench = new Bench();
  private final Upstream echo = Upstream.echo();
  private int port;

  @BeforeEach
  void makeProxy() {
    port = bench.proxy("p", echo.address());
  }

  @AfterEach
  void close() {
    echo.close();
    bench.close();
  }

  @Test
  void latencyHoldsAnAnswerBackOnLiveConnectionsToo() throws IOException {
    try (Socket client = Bench.connect(port)) {
      roundTrip(client);
      bench.toxic("p", "\"type\":\"latency\",\"attributes\":{\"latency\":150}");
      assertThat(roundTrip(client)).isGreaterThanOrEqualTo(150_000_000L);
      bench.toxic("p", "\"type\":\"latency\",\"name\":\"b\",\"attributes\":{\"latency\":100}");
      assertThat(roundTrip(client)).isGreaterThanOrEqualTo(250_000_000L);
    }
  }

  @Test
  void removedLatencyReleasesWhatWaited() throws IOException {
    bench.toxic("p", "\"type\":\"latency\",\"attributes\":{\"latency\":1000000}");
    try (Socket client = Bench.connect(port)) {
      client.getOutputStream().write(1);
      bench.ok("DELETE", "/proxies/p/toxics/latency_downstream", "");
      assertThat(client.getInputStream().read()).isEqualTo(1);
    }
  }

  @Test
  void toxicityOfZeroHarmsNobodyAndOfOneEverybody() throws IOException {
    bench.toxic("p", "\"type\":\"reset_peer\",\"toxicity\":0");
    try (Socket client = Bench.connect(port)) {
      roundTrip(client);
      client.shutdownOutput();
      assertThat(client.getInputStream().read()).isEqualTo(-1);
    }
    bench.ok("PATCH", "/proxies/p/toxics/reset_peer_downstream", "{\"toxicity\":1}");
    try (Socket client = Bench.connect(port)) {
      client.getOutputStream().write(1);
      assertReset(client);
    }
  }

  @Test
  void toxicityHarmsTheSameConnectionsForTheSameSeed() throws IOException {
    assertThat(harmedOf40(7)).isEqualTo(harmedOf40(7)).isNotEqualTo(harmedOf40(8));
    assertThat(harmedOf40(7).chars().filter(c -> c == 'x').count()).isBetween(8L, 32L);
  }

  @Test
  void aToxicThatIsChangedOtherwiseHarmsTheSameConnections() throws IOException {
    bench.toxic("p", "\"type\":\"timeout\",\"stream\":\"upstream\",\"toxicity\":0.5");
    String path = "/proxies/p/toxics/timeout_upstream";
    try (Socket one = Bench.connect(port);
        Socket two = Bench.connect(port);
        Socket three = Bench.connect(port)) {
      Socket[] clients = {one, two, three};
      StringBuilder before = new StringBuilder();
      for (Socket client : clients) {
        before.append(answers(client));
      }
      for (int change = 0; change < 5; change++) {
        bench.ok("POST", path, "{\"attributes\":{\"timeout\":" + (change % 2) * 100_000 + "}}");
      }
      StringBuilder after = new StringBuilder();
      for (Socket client : clients) {
        after.append(answers(client));
      }
      assertThat(after).hasToString(before.toString());
    }
  }

  @Test
  void bandwidthOfNothingHoldsEverythingAndItsRemovalLetsItFlow() throws Exception {
    bench.toxic("p", "\"type\":\"bandwidth\"");
    try (Socket client = Bench.connect(port)) {
      client.getOutputStream().write(new byte[300_000]);
      client.setSoTimeout(200);
      assertThatThrownBy(() -> client.getInputStream().read())
          .isInstanceOf(SocketTimeoutException.class);
      client.setSoTimeout(20_000);
      bench.ok("DELETE", "/proxies/p/toxics/bandwidth_downstream", "");
      assertThat(client.getInputStream().readNBytes(300_000)).hasSize(300_000);
    }
  }

  @Test
  void bandwidthIsNeverFasterThanItsRate() throws IOException {
    bench.toxic("p", "\"type\":\"bandwidth\",\"attributes\":{\"rate\":1000}");
    try (Socket client = Bench.connect(port)) {
      long start = System.nanoTime();
      client.getOutputStream().write(new byte[400_000]);
      client.getInputStream().readNBytes(400_000);
      assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(400_000_000L);
    }
  }

  @Test
  void timeoutSwallowsAndClosesBothSides() throws Exception {
    CompletableFuture<Integer> seen = new CompletableFuture<>();
    try (Upstream upstream =
        new Upstream(socket -> seen.complete(socket.getInputStream().read()))) {
      int other = bench.proxy("q", upstream.address());
      bench.toxic(
          "q", "\"type\":\"timeout\",\"stream\":\"upstream\",\"attributes\":{\"timeout\":100}");
      try (Socket client = Bench.connect(other)) {
        client.getOutputStream().write(1);
        assertThat(client.getInputStream().read()).isEqualTo(-1);
        assertThat(seen.get(20, TimeUnit.SECONDS)).isEqualTo(-1);
      }
    }
  }

  @Test
  void removedTimeoutClosesTheConnectionsThatItHarmed() throws IOException {
    try (Socket client = Bench.connect(port)) {
      roundTrip(client);
      bench.toxic("p", "\"type\":\"timeout\"");
      client.getOutputStream().write(1);
      bench.ok("DELETE", "/proxies/p/toxics/timeout_downstream", "");
      assertThat(client.getInputStream().read()).isEqualTo(-1);
    }
  }

  @Test
  void resetPeerResetsBothSides() throws Exception {
    CompletableFuture<Throwable> seen = new CompletableFuture<>();
    try (Upstream upstream =
        new Upstream(
            socket -> {
              try {
                seen.complete(new AssertionError("read " + socket.getInputStream().read()));
              } catch (IOException reset) {
                seen.complete(reset);
              }
            })) {
      int other = bench.proxy("q", upstream.address());
      try (Socket client = Bench.connect(other)) {
        // Also on a connection that was there before the toxic.
        bench.toxic("q", "\"type\":\"reset_peer\",\"stream\":\"upstream\"");
        client.getOutputStream().write(1);
        assertReset(client);
        assertThat(seen.get(20, TimeUnit.SECONDS)).isInstanceOf(SocketException.class);
      }
    }
  }

  @Test
  void slicerPassesTheSameBytesInPieces() throws IOException {
    bench.toxic(
        "p",
        "\"type\":\"slicer\",\"attributes\":"
            + "{\"average_size\":64,\"size_variation\":32,\"delay\":100}");
    byte[] sent = new byte[10_000];
    new java.util.Random(3).nextBytes(sent);
    try (Socket client = Bench.connect(port)) {
      client.getOutputStream().write(sent);
      assertThat(client.getInputStream().readNBytes(sent.length)).isEqualTo(sent);
    }
  }

  @Test
  void aSlicerWithoutAttributesDoesNotEndTheServer() throws IOException {
    bench.toxic("p", "\"type\":\"slicer\"");
    try (Socket client = Bench.connect(port)) {
      roundTrip(client);
    }
    bench.ok(
        "PATCH", "/proxies/p/toxics/slicer_downstream", "{\"attributes\":{\"size_variation\":9}}");
    try (Socket client = Bench.connect(port)) {
      roundTrip(client);
    }
  }

  @Test
  void limitDataClosesAfterItsBytes() throws IOException {
    bench.toxic("p", "\"type\":\"limit_data\",\"attributes\":{\"bytes\":7}");
    try (Socket client = Bench.connect(port)) {
      client.getOutputStream().write(new byte[100]);
      assertThat(client.getInputStream().readAllBytes()).hasSize(7);
    }
  }

  @Test
  void slowCloseLetsTheClientSeeTheEndLate() throws IOException {
    bench.toxic("p", "\"type\":\"slow_close\",\"attributes\":{\"delay\":200}");
    try (Socket client = Bench.connect(port)) {
      roundTrip(client);
      long start = System.nanoTime();
      client.shutdownOutput();
      assertThat(client.getInputStream().read()).isEqualTo(-1);
      assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(200_000_000L);
    }
  }

  @Test
  void aStalledReaderBehindAToxicDoesNotHoldUpTheApi() throws IOException {
    bench.toxic("p", "\"type\":\"bandwidth\",\"attributes\":{\"rate\":1000000}");
    try (Upstream source =
            new Upstream(
                socket -> {
                  while (true) {
                    socket.getOutputStream().write(new byte[65_536]);
                  }
                });
        Socket stalled = Bench.connect(bench.proxy("q", source.address()))) {
      bench.toxic("q", "\"type\":\"latency\",\"attributes\":{\"latency\":5}");
      assertThat(stalled.getInputStream().read()).isZero();
      bench.ok("POST", "/proxies/q/toxics/latency_downstream", "{\"attributes\":{\"latency\":9}}");
      bench.ok("DELETE", "/proxies/q/toxics/latency_downstream", "");
      bench.ok("DELETE", "/proxies/q", "");
    }
  }

  private static long roundTrip(Socket client) throws IOException {
    long start = System.nanoTime();
    client.getOutputStream().write(9);
    assertThat(client.getInputStream().read()).isEqualTo(9);
    return System.nanoTime() - start;
  }

  private static void assertReset(Socket client) {
    assertThatThrownBy(() -> client.getInputStream().read())
        .isInstanceOf(SocketException.class)
        .hasMessageContaining("reset");
  }

  private static char answers(Socket client) throws IOException {
    client.setSoTimeout(300);
    client.getOutputStream().write(1);
    try {
      return client.getInputStream().read() == 1 ? '.' : '-';
    } catch (SocketTimeoutException swallowed) {
      return 'x';
    }
  }

  private String harmedOf40(long seed) throws IOException {
    StringBuilder harmed = new StringBuilder();
    try (Bench seeded = new Bench(ToxiproxySettings.onLoopback(seed))) {
      int seededPort = seeded.proxy("p", echo.address());
      seeded.toxic("p", "\"type\":\"limit_data\",\"toxicity\":0.5,\"attributes\":{\"bytes\":0}");
      for (int connection = 0; connection < 40; connection++) {
        try (Socket client = Bench.connect(seededPort)) {
          client.getOutputStream().write(1);
          harmed.append(client.getInputStream().read() == 1 ? '.' : 'x');
        }
      }
    }
    return harmed.toString();
  }
}
