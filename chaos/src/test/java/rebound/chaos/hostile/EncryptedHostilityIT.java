package rebound.chaos.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLServerSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rebound.chaos.hostile.swarm.Bounds;
import rebound.chaos.hostile.swarm.SwarmTraffic;
import rebound.chaos.load.Endpoint;
import rebound.chaos.measure.ErrorKind;
import rebound.chaos.measure.PopulationResult;
import rebound.chaos.wire.TestCertificate;

/// Hostile clients through TLS, with the words that get them past a door.
class EncryptedHostilityIT {
  private static final Duration LENGTH = Duration.ofSeconds(1);
  private static final Bounds BOUNDS = new Bounds(4, 100, Duration.ofSeconds(5));
  private static final Map<String, String> TOKEN = Map.of("Authorization", "Bearer of-a-test");

  @TempDir private static Path folder;

  private static StubServer server(String protocol, StubServer.Script script) throws Exception {
    SSLServerSocket socket =
        (SSLServerSocket)
            TestCertificate.context(folder, protocol)
                .getServerSocketFactory()
                .createServerSocket(0, 100, InetAddress.getLoopbackAddress());
    socket.setEnabledProtocols(new String[] {protocol});
    return new StubServer(script, socket);
  }

  private static PopulationResult attack(StubServer server, Hostility hostility, boolean trustAll)
      throws InterruptedException {
    Endpoint endpoint =
        new Endpoint(
            "127.0.0.1", server.endpoint().port(), true, trustAll, Endpoint.Family.ANY, List.of());
    try (SwarmTraffic traffic =
        new SwarmTraffic(
            "attackers",
            hostility.kind(),
            hostility.bounds(),
            hostility.tactic(new Addressee(endpoint.authority(), TOKEN), 1),
            endpoint,
            1)) {
      traffic.start(System.nanoTime(), LENGTH.toNanos());
      PopulationResult result = traffic.await().populations().getFirst();
      assertThat(result.ledger().addsUp()).as("%s", result.ledger()).isTrue();
      assertThat(result.ledger().attempted()).isPositive();
      return result;
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
  void manyRequestsAndTheirAnswersComeThrough(String protocol) throws Exception {
    try (StubServer server =
        server(
            protocol,
            guest -> {
              while (guest.head()) {
                guest.write(StubServer.OK);
              }
            })) {
      PopulationResult result = attack(server, new Pipelining(BOUNDS, "/", 500), true);
      assertThat(result.ledger().ok()).isPositive();
      assertThat(result.statuses().get(200)).isGreaterThanOrEqualTo(500 * result.ledger().ok());
      assertThat(result.errors()).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
  void whatATargetClosesIsClosed(String protocol) throws Exception {
    try (StubServer server = server(protocol, guest -> guest.in().read())) {
      PopulationResult result =
          attack(server, new SlowHeaders(BOUNDS, "/", 1, Duration.ofMillis(5)), true);
      assertThat(result.ledger().ok()).isPositive();
      assertThat(result.connectionLedger().closedByTarget() + result.connectionLedger().reset())
          .isEqualTo(result.ledger().ok());
    }
  }

  /// Far more than the kernel's buffers hold, with an answer before the end.
  @Test
  void anOversizedBodyThatIsRefusedHalfwayIsRight() throws Exception {
    try (StubServer server =
        server(
            "TLSv1.3",
            guest -> {
              guest.head();
              guest.in().skipNBytes(3_000_000);
              guest.write(StubServer.BAD);
            })) {
      PopulationResult result =
          attack(
              server,
              new Oversized(BOUNDS, Oversized.What.BODY, "PUT", "/", 64_000, 20_000_000),
              true);
      assertThat(result.ledger().ok()).isPositive();
      assertThat(result.ledger().unexpectedStatus()).isZero();
    }
  }

  /// TLS hands out whole records of up to 16 kB: read a few bytes at a time they must last as long
  /// as without it.
  @Test
  void aSlowReaderIsSlowThroughTls() throws Exception {
    try (StubServer server =
        server(
            "TLSv1.3",
            guest -> {
              guest.head();
              guest.write("HTTP/1.1 200 OK\r\nContent-Length: 10000000\r\n\r\n");
              guest.write("x".repeat(10_000_000));
            })) {
      PopulationResult result =
          attack(
              server,
              new SlowReader(
                  new Bounds(2, 100, Duration.ofMillis(500)),
                  "GET",
                  "/",
                  0,
                  1,
                  4_096,
                  100,
                  Duration.ofMillis(5)),
              true);
      assertThat(result.ledger().timedOut()).isEqualTo(2);
      // 200 sips of 100 bytes in the second, and a record ahead of them.
      assertThat(result.bytesReceived()).isLessThan(2 * (20_000 + 17_000));
    }
  }

  @Test
  void aCertificateNobodyVouchesForIsRefusedUnlessTold() throws Exception {
    try (StubServer server = server("TLSv1.3", guest -> guest.readAll())) {
      PopulationResult result = attack(server, new HalfOpen(BOUNDS), false);
      // One may be in the middle of its handshake when the phase ends.
      assertThat(result.ledger().connectFailed() + result.ledger().inFlightAtEnd())
          .isEqualTo(result.ledger().attempted());
      assertThat(result.ledger().connectFailed()).isGreaterThan(0);
      assertThat(result.errors()).containsOnlyKeys(ErrorKind.CONNECT_OTHER);
    }
  }

  /// Every kind that sends whole heads shows its token in each of them.
  @Test
  void theTokenStandsInEveryHead() throws Exception {
    List<Hostility> kinds =
        List.of(
            new Churn(BOUNDS, "/churn"),
            new Pipelining(BOUNDS, "/pipelining", 3),
            new SlowReader(BOUNDS, "GET", "/slow-reader", 0, 2, 4_096, 100, Duration.ofMillis(5)),
            new SlowBody(BOUNDS, "PUT", "/slow-body", 100, 1, Duration.ofMillis(5)),
            new SlowHeaders(BOUNDS, "/slow-headers", 100, Duration.ofMillis(5)),
            new Reset(BOUNDS, Reset.Where.MID_BODY, "PUT", "/reset", 1_000),
            new Oversized(BOUNDS, Oversized.What.FIELD, "PUT", "/field", 1_000, 1_000),
            new Oversized(BOUNDS, Oversized.What.LINE, "PUT", "/line", 1_000, 1_000),
            new Oversized(BOUNDS, Oversized.What.CHUNKED, "PUT", "/chunked", 1_000, 1_000),
            new RetryStorm(
                BOUNDS,
                "/retry-storm",
                Duration.ofSeconds(1),
                0,
                RetryStorm.Backoff.FIXED,
                Duration.ofMillis(10),
                Duration.ofSeconds(1),
                0));
    for (Hostility kind : kinds) {
      Set<String> seen = ConcurrentHashMap.newKeySet();
      try (StubServer server = server("TLSv1.3", guest -> head(guest).ifPresent(seen::add))) {
        attack(server, kind, true);
      }
      assertThat(seen)
          .as(kind.path())
          .isNotEmpty()
          .allMatch(head -> head.contains("\r\nAuthorization: Bearer of-a-test\r\n"));
    }
  }

  /// The head, or as much of one that never ends as has room for the token; nothing of one
  /// that the end of the phase cut.
  private static Optional<String> head(StubServer.Guest guest) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.length() < 2_000 && head.indexOf("\r\n\r\n") < 0) {
      int next = guest.in().read();
      if (next < 0) {
        return Optional.empty();
      }
      head.append((char) next);
    }
    return Optional.of(head.toString());
  }

  @Test
  void noTokenShowsInText() {
    assertThat(new Addressee("t", TOKEN).toString())
        .contains("Authorization")
        .doesNotContain("of-a");
  }
}
