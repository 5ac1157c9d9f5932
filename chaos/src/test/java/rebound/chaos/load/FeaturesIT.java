package rebound.chaos.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static rebound.chaos.load.Phases.closed;
import static rebound.chaos.load.Phases.closing;
import static rebound.chaos.load.Phases.open;
import static rebound.chaos.load.Phases.result;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rebound.chaos.arrival.Arrivals;
import rebound.chaos.measure.ErrorKind;
import rebound.chaos.measure.IntervalSample;
import rebound.chaos.measure.PopulationResult;

/// What a population can be told to do, each against a server that sees it done.
class FeaturesIT {
  private static final Duration LENGTH = Duration.ofMillis(400);
  private static final Request GET = Request.get("/");
  private static LoadDriver driver;

  @BeforeAll
  static void startDriver() {
    driver = new LoadDriver(Settings.defaults());
  }

  @AfterAll
  static void endDriver() {
    driver.close();
  }

  private static Request expecting(Request.BodyCheck check) {
    return new Request(
        "GET",
        "/",
        Map.of(),
        new byte[0],
        new Request.Expectation(List.of(new Request.StatusRange(200, 299)), check),
        1);
  }

  @Test
  void pipeliningKeepsItsDepthInFlight() throws Exception {
    AtomicInteger most = new AtomicInteger();
    try (ScriptedServer server =
        new ScriptedServer(
            exchange -> {
              while (true) {
                int batch = 0;
                do {
                  if (exchange.read() == null) {
                    return;
                  }
                  batch++;
                } while (exchange.in().available() > 0);
                most.accumulateAndGet(batch, Math::max);
                exchange.write(ScriptedServer.OK.repeat(batch));
              }
            })) {
      PopulationResult result =
          result(
              driver,
              server.endpoint(),
              LENGTH,
              closed(new LoadModel.Closed(2, 16, Duration.ZERO), GET));
      assertThat(result.ledger().addsUp()).isTrue();
      assertThat(result.ledger().ok()).isEqualTo(result.ledger().attempted()).isGreaterThan(32);
      assertThat(result.connectionLedger().opened()).isEqualTo(2);
      assertThat(most.get()).isEqualTo(16);
    }
  }

  @Test
  void aBrokenPipelineBreaksEveryRequestInIt() throws Exception {
    try (ScriptedServer server =
        new ScriptedServer(
            exchange -> {
              exchange.read();
              exchange.write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf");
            })) {
      PopulationResult result =
          result(
              driver,
              server.endpoint(),
              LENGTH,
              closed(new LoadModel.Closed(1, 8, Duration.ZERO), GET));
      assertThat(result.ledger().addsUp()).isTrue();
      assertThat(result.ledger().broken()).isEqualTo(result.ledger().attempted());
      assertThat(result.ledger().broken() % 8).isZero();
    }
  }

  @Test
  void thinkTimePausesBetweenAnswerAndRequest() throws Exception {
    try (StubServer server = StubServer.prompt()) {
      PopulationResult result =
          result(
              driver,
              server.endpoint(),
              Duration.ofSeconds(1),
              closed(new LoadModel.Closed(2, 1, Duration.ofMillis(100)), GET));
      assertThat(result.ledger().addsUp()).isTrue();
      // Two connections, at most ten rounds each, and the first request at the start.
      assertThat(result.ledger().ok()).isBetween(4L, 20L);
      assertThat(result.latencies().response().getValueAtPercentile(50))
          .as("the pause is no latency")
          .isLessThan(100_000_000L);
    }
  }

  @Test
  void aCountedLoadEndsWithItsLastAnswer() throws Exception {
    try (StubServer server = StubServer.prompt()) {
      PopulationResult result =
          result(
              driver,
              server.endpoint(),
              Duration.ofSeconds(60),
              closed(new LoadModel.Closed(3, 2, Duration.ZERO, 1_000), GET));
      assertThat(result.ledger().addsUp()).isTrue();
      assertThat(result.ledger().ok()).isEqualTo(1_000);
      assertThat(result.ledger().attempted()).isEqualTo(1_000);
      assertThat(result.seconds()).isLessThan(50);
    }
  }

  @Test
  void withoutKeepAliveEachRequestHasAConnectionOfItsOwn() throws Exception {
    Set<String> heads = ConcurrentHashMap.newKeySet();
    try (ScriptedServer server =
        new ScriptedServer(
            exchange -> {
              String head = exchange.read();
              if (head == null) {
                return;
              }
              heads.add(head);
              exchange.write("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
            })) {
      PopulationResult result = result(driver, server.endpoint(), LENGTH, closing(closed(2, GET)));
      assertThat(result.ledger().addsUp()).isTrue();
      assertThat(result.errors()).isEmpty();
      assertThat(result.ledger().ok()).isEqualTo(result.ledger().attempted()).isGreaterThan(4);
      assertThat(result.connectionLedger().opened())
          .isBetween(result.ledger().ok(), result.ledger().ok() + 2);
      assertThat(result.latencies().connect().getTotalCount())
          .isEqualTo(result.connectionLedger().opened());
      assertThat(heads).allSatisfy(head -> assertThat(head).contains("Connection: close"));
    }
  }

  @Test
  void requestsAreMixedByWeight() throws Exception {
    AtomicInteger posts = new AtomicInteger();
    AtomicInteger gets = new AtomicInteger();
    Request post =
        new Request(
            "POST",
            "/p",
            Map.of("Content-Type", "text/plain"),
            "body".getBytes(StandardCharsets.UTF_8),
            Request.Expectation.status(200),
            1);
    Request get =
        new Request("GET", "/g", Map.of(), new byte[0], Request.Expectation.status(200), 3);
    try (ScriptedServer server =
        new ScriptedServer(
            exchange -> {
              for (String head = exchange.read(); head != null; head = exchange.read()) {
                (head.startsWith("POST") ? posts : gets).incrementAndGet();
                exchange.write(ScriptedServer.OK);
              }
            })) {
      PopulationResult result = result(driver, server.endpoint(), LENGTH, closed(4, post, get));
      assertThat(result.ledger().ok()).isGreaterThan(100);
      assertThat(posts.get() / (double) (posts.get() + gets.get())).isBetween(0.15, 0.35);
    }
  }

  @Test
  void bodiesAreChecked() throws Exception {
    String json = "{\"todos\":[{\"title\":\"a\",\"done\":true}]}";
    String answer = "HTTP/1.1 200 OK\r\nContent-Length: " + json.length() + "\r\n\r\n" + json;
    List<Request.BodyCheck> right =
        List.of(
            new Request.BodyCheck.Any(),
            new Request.BodyCheck.Length(json.length()),
            new Request.BodyCheck.Contains("\"title\":\"a\""),
            new Request.BodyCheck.JsonPointer("/todos/0/done", "true"));
    List<Request.BodyCheck> wrong =
        List.of(
            new Request.BodyCheck.Length(1),
            new Request.BodyCheck.Contains("\"title\":\"b\""),
            new Request.BodyCheck.JsonPointer("/todos/0/done", "false"),
            new Request.BodyCheck.JsonPointer("/todos/1", "1"));
    try (ScriptedServer server = ScriptedServer.answering(answer)) {
      for (Request.BodyCheck check : right) {
        PopulationResult result =
            result(driver, server.endpoint(), LENGTH, closed(2, expecting(check)));
        assertThat(result.ledger().ok()).as("%s", check).isPositive();
        assertThat(result.ledger().unexpectedStatus()).as("%s", check).isZero();
      }
      for (Request.BodyCheck check : wrong) {
        PopulationResult result =
            result(driver, server.endpoint(), LENGTH, closed(2, expecting(check)));
        assertThat(result.ledger().unexpectedStatus())
            .as("%s", check)
            .isEqualTo(result.ledger().attempted())
            .isPositive();
      }
    }
  }

  @Test
  void largeBodiesGoOutInPieces() throws Exception {
    byte[] body = "x".repeat(3 << 20).getBytes(StandardCharsets.US_ASCII);
    Request post = new Request("POST", "/", Map.of(), body, Request.Expectation.status(200), 1);
    try (ScriptedServer server = ScriptedServer.answering(ScriptedServer.OK)) {
      PopulationResult result = result(driver, server.endpoint(), LENGTH, closed(2, post));
      assertThat(result.ledger().addsUp()).isTrue();
      assertThat(result.errors()).isEmpty();
      assertThat(result.ledger().ok()).isEqualTo(result.ledger().attempted()).isPositive();
      assertThat(result.bytesSent()).isGreaterThanOrEqualTo(result.ledger().ok() * body.length);
    }
  }

  @Test
  void anEarlyAnswerToALargeBodyCountsAndEndsTheConnection() throws Exception {
    byte[] body = new byte[8 << 20];
    Request post = new Request("POST", "/", Map.of(), body, Request.Expectation.status(413), 1);
    try (ScriptedServer server =
        new ScriptedServer(
            exchange -> {
              exchange.in().readNBytes(100);
              exchange.write("HTTP/1.1 413 x\r\nContent-Length: 0\r\n\r\n");
              exchange.in().transferTo(java.io.OutputStream.nullOutputStream());
            })) {
      PopulationResult result = result(driver, server.endpoint(), LENGTH, closed(1, post));
      assertThat(result.ledger().addsUp()).isTrue();
      assertThat(result.ledger().ok()).isPositive();
      assertThat(result.statuses()).containsOnlyKeys(413);
    }
  }

  @Test
  void sourceAddressesTakeTurns() throws Exception {
    Set<String> sources = ConcurrentHashMap.newKeySet();
    try (ScriptedServer server =
        new ScriptedServer(
            exchange -> {
              sources.add(exchange.socket().getInetAddress().getHostAddress());
              while (exchange.read() != null) {
                exchange.write(ScriptedServer.OK);
              }
            })) {
      Endpoint endpoint =
          new Endpoint(
              "127.0.0.1",
              server.port(),
              false,
              false,
              Endpoint.Family.ANY,
              List.of(
                  InetAddress.ofLiteral("127.0.0.2"),
                  InetAddress.ofLiteral("127.0.0.3"),
                  InetAddress.ofLiteral("::1")));
      PopulationResult result = result(driver, endpoint, LENGTH, closed(4, GET));
      assertThat(result.ledger().ok()).isEqualTo(result.ledger().attempted()).isPositive();
      assertThat(sources).containsExactlyInAnyOrder("127.0.0.2", "127.0.0.3");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "::1"})
  void localhostIsFoundOnWhicheverFamilyServes(String address) throws Exception {
    InetAddress local = InetAddress.ofLiteral(address);
    assumeTrue(
        List.of(InetAddress.getAllByName("localhost")).contains(local),
        "localhost does not resolve to " + local);
    ScriptedServer.Script script =
        exchange -> {
          while (exchange.read() != null) {
            exchange.write(ScriptedServer.OK);
          }
        };
    try (ScriptedServer server = new ScriptedServer(script, local)) {
      PopulationResult result =
          result(driver, Endpoint.http("localhost", server.port()), LENGTH, closed(2, GET));
      assertThat(result.ledger().ok()).isEqualTo(result.ledger().attempted()).isPositive();
      assertThat(result.errors()).isEmpty();
    }
  }

  @Test
  void anAddressFamilyCanBeForced() throws Exception {
    try (ScriptedServer server = ScriptedServer.answering(ScriptedServer.OK)) {
      Endpoint endpoint =
          new Endpoint("127.0.0.1", server.port(), false, false, Endpoint.Family.IPV6, List.of());
      org.assertj.core.api.Assertions.assertThatThrownBy(
              () -> driver.prepare(endpoint, List.of(closed(1, GET)), 1))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("none of the wanted family");
    }
  }

  @Test
  void severalLoopsShareAPopulation() throws Exception {
    try (LoadDriver two = new LoadDriver(new Settings(2));
        StubServer server = StubServer.prompt()) {
      Traffic.Result all =
          Phases.drive(
              two,
              server.endpoint(),
              Duration.ofSeconds(2),
              closed(5, GET),
              open(new Arrivals.Constant(100), 3, 100));
      PopulationResult users = all.populations().getFirst();
      assertThat(users.connectionLedger().opened()).isEqualTo(5);
      assertThat(users.ledger().addsUp()).isTrue();
      PopulationResult arrivals = all.populations().getLast();
      assertThat(arrivals.ledger().attempted()).isEqualTo(200);
      assertThat(arrivals.ledger().ok()).isEqualTo(200);
      assertThat(server.came()).hasSize((int) (users.ledger().ok() + 200));
    }
  }

  @Test
  void idleConnectionsStandAndSayNothing() throws Exception {
    try (StubServer server = StubServer.prompt()) {
      Population idle = closed(new LoadModel.Closed(1, 1, Duration.ZERO), GET);
      Population standing =
          new Population(
              "idle",
              new LoadModel.Idle(200),
              List.of(),
              idle.deadline(),
              idle.timeout(),
              idle.catchUp(),
              true,
              1_000);
      try (Traffic traffic =
          driver.prepare(server.endpoint(), List.of(standing, closed(4, GET)), 1)) {
        assertThat(traffic.open(Duration.ofSeconds(10))).isEqualTo(204);
        traffic.start(System.nanoTime(), Duration.ofMillis(1_200).toNanos());
        Traffic.Result all = traffic.await();
        PopulationResult result = all.populations().getFirst();
        assertThat(result.ledger().attempted()).isZero();
        assertThat(result.connectionLedger().opened()).isEqualTo(200);
        assertThat(result.connectionLedger().kept()).isEqualTo(200);
        List<IntervalSample> samples = traffic.samples();
        assertThat(samples.stream().filter(s -> s.population().equals("idle")))
            .isNotEmpty()
            .allSatisfy(s -> assertThat(s.openConnections()).isEqualTo(200));
        assertThat(all.populations().getLast().ledger().ok()).isPositive();
      }
    }
  }

  @Test
  void openingStopsWhenItsTimeIsOver() throws Exception {
    // A backlog of one that nobody accepts from: the kernel drops what does not fit.
    try (java.net.ServerSocket deaf = new java.net.ServerSocket()) {
      deaf.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1);
      Endpoint endpoint = Endpoint.http("127.0.0.1", deaf.getLocalPort());
      try (Traffic traffic = driver.prepare(endpoint, List.of(closed(20, GET)), 1)) {
        int standing = traffic.open(Duration.ofMillis(500));
        assertThat(standing).isBetween(1, 4);
      }
      PopulationResult result =
          result(
              driver,
              endpoint,
              LENGTH,
              Phases.timeout(closed(20, GET), Duration.ofMillis(100), Duration.ofMillis(150)));
      assertThat(result.ledger().addsUp()).isTrue();
      assertThat(result.errors()).containsKey(ErrorKind.CONNECT_TIMEOUT);
      assertThat(result.ledger().connectFailed()).isPositive();
    }
  }

  @Test
  void aReplayIsSentAsItsFileSays(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("offsets.txt");
    Files.writeString(file, "0\n0.1\n0.1\n0.6\n");
    try (StubServer server = StubServer.prompt()) {
      PopulationResult result =
          result(
              driver,
              server.endpoint(),
              Duration.ofSeconds(1),
              open(new Arrivals.Replay(file, 0.5), 2, 10));
      assertThat(result.ledger().ok()).isEqualTo(4);
      long[] came = server.came();
      assertThat(came[3] - came[0]).isBetween(250_000_000L, 900_000_000L);
    }
  }

  @Test
  void aReplayThatCannotBeReadIsRefusedBeforeAnythingIsOpened(@TempDir Path folder) {
    Population replay = open(new Arrivals.Replay(folder.resolve("none.txt"), 1), 2, 10);
    org.assertj.core.api.Assertions.assertThatThrownBy(
            () -> driver.prepare(Endpoint.http("127.0.0.1", 1), List.of(replay), 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("none.txt");
  }

  @Test
  void closingInTheMiddleOfAPhaseLeavesNoConnection() throws Exception {
    try (ScriptedServer server = ScriptedServer.answering(ScriptedServer.OK)) {
      Traffic traffic = driver.prepare(server.endpoint(), List.of(closed(8, GET)), 1);
      traffic.open(Duration.ofSeconds(5));
      traffic.start(System.nanoTime(), Duration.ofMinutes(1).toNanos());
      traffic.close();
      org.awaitility.Awaitility.await()
          .atMost(Duration.ofSeconds(10))
          .until(() -> server.serving() == 0);
      traffic.close();
    }
  }

  @Test
  void calibrationFindsARateThatIsKept() throws Exception {
    Calibration calibration = driver.calibrate(Duration.ofMillis(300));
    assertThat(calibration.closedPerSecond()).isGreaterThan(1_000);
    assertThat(calibration.trustedPerSecond()).isBetween(0.0, calibration.closedPerSecond());
    assertThat(calibration.quietLagP99Millis()).isPositive();
  }
}
