package rebound.chaos.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import rebound.chaos.hostile.swarm.Bounds;
import rebound.chaos.hostile.swarm.SwarmTraffic;
import rebound.chaos.load.Endpoint;
import rebound.chaos.measure.ErrorKind;
import rebound.chaos.measure.PopulationResult;

/// Each kind of hostile client against a server that deals rightly with it, and against one that
/// does not.
class HostilityIT {
  private static final Duration LENGTH = Duration.ofMillis(600);
  private static final Duration LIMIT = Duration.ofMillis(150);
  private static final Duration NO_LIMIT = Duration.ZERO;
  private static final Duration EVERY = Duration.ofMillis(5);

  private Map<String, Long> findings;

  private static Bounds bounds(int connections, Duration limit) {
    return new Bounds(connections, 1_000, limit);
  }

  private PopulationResult attack(StubServer.Script script, Hostility hostility)
      throws IOException, InterruptedException {
    try (StubServer server = new StubServer(script)) {
      return attack(server.endpoint(), hostility);
    }
  }

  private PopulationResult attack(Endpoint endpoint, Hostility hostility)
      throws InterruptedException {
    try (SwarmTraffic traffic =
        new SwarmTraffic(
            "attackers",
            hostility.kind(),
            hostility.bounds(),
            hostility.tactic(Addressee.of(endpoint.authority()), 1),
            endpoint,
            1)) {
      traffic.open(LENGTH);
      traffic.start(System.nanoTime(), LENGTH.toNanos());
      PopulationResult result = traffic.await().populations().getFirst();
      findings = traffic.findings();
      assertThat(result.ledger().addsUp()).as("%s", result.ledger()).isTrue();
      assertThat(result.ledger().attempted()).as("attempts").isPositive();
      assertThat(result.model()).isEqualTo(hostility.kind());
      assertThat(result.latencies().response().getTotalCount())
          .isEqualTo(result.ledger().attempted() - result.ledger().unsent());
      return result;
    }
  }

  @Test
  void aFloodNeverHoldsMoreThanItsBound() throws Exception {
    AtomicInteger standing = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    PopulationResult result =
        attack(
            guest -> {
              most.accumulateAndGet(standing.incrementAndGet(), Math::max);
              try {
                guest.readAll();
              } finally {
                standing.decrementAndGet();
              }
            },
            new ConnectionFlood(bounds(20, NO_LIMIT), Duration.ofMillis(100)));
    // A closing one may still be counted by the server while the next one is being accepted.
    assertThat(most.get()).isBetween(10, 40);
    assertThat(result.connectionLedger().opened()).isGreaterThan(20);
    assertThat(result.connectionLedger().kept()).isLessThanOrEqualTo(20);
    assertThat(result.ledger().ok()).isPositive();
  }

  @Test
  void openingsKeepToTheirRate() throws Exception {
    PopulationResult result =
        attack(
            guest -> guest.readAll(),
            new ConnectionFlood(new Bounds(1_000, 50, NO_LIMIT), Duration.ofMillis(1)));
    assertThat(result.ledger().attempted()).isBetween(1L, 31L);
  }

  @Test
  void aRefusedConnectionIsTriedAgainAHundredMillisecondsLater() throws Exception {
    int port;
    try (ServerSocket taken = new ServerSocket(0)) {
      port = taken.getLocalPort();
    }
    PopulationResult result =
        attack(
            Endpoint.http("127.0.0.1", port),
            new ConnectionFlood(bounds(3, NO_LIMIT), Duration.ofSeconds(1)));
    assertThat(result.ledger().connectFailed()).isEqualTo(result.ledger().attempted());
    assertThat(result.ledger().attempted()).isBetween(3L, 21L);
    assertThat(result.connectionLedger().refused()).isEqualTo(result.ledger().attempted());
  }

  @Test
  void silentConnectionsThatAreClosedInTimeAreRight() throws Exception {
    PopulationResult result =
        attack(guest -> Thread.sleep(20), new HalfOpen(bounds(5, Duration.ofSeconds(5))));
    assertThat(result.ledger().ok()).isPositive();
    assertThat(result.ledger().timedOut()).isZero();
    assertThat(result.connectionLedger().closedByTarget()).isEqualTo(result.ledger().ok());
    assertThat(result.latencies().response().getMaxValue()).isGreaterThan(15_000_000L);
  }

  @Test
  void silentConnectionsThatAreBorneForEverAreTimedOutAndKept() throws Exception {
    PopulationResult result = attack(guest -> guest.readAll(), new HalfOpen(bounds(5, LIMIT)));
    assertThat(result.ledger().timedOut()).isEqualTo(5);
    assertThat(result.connectionLedger().kept()).isEqualTo(5);
    assertThat(findings).containsEntry("a silent connection was not dealt with in time", 5L);
  }

  @Test
  void slowHeadsAreRightlyAnsweredBy408() throws Exception {
    PopulationResult result =
        attack(
            guest -> {
              for (int i = 0; i < 10; i++) {
                guest.in().read();
              }
              guest.write("HTTP/1.1 408 Slow\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
            },
            new SlowHeaders(bounds(5, Duration.ofSeconds(5)), "/", 1, EVERY));
    assertThat(result.ledger().ok()).isPositive();
    assertThat(result.statuses()).containsOnlyKeys(408);
    assertThat(result.connectionLedger().answered()).isEqualTo(result.ledger().ok());
  }

  @Test
  void slowHeadsThatAreBorneForEverAreTimedOut() throws Exception {
    PopulationResult result =
        attack(guest -> guest.readAll(), new SlowHeaders(bounds(4, LIMIT), "/", 1, EVERY));
    assertThat(result.ledger().timedOut()).isEqualTo(4);
    assertThat(result.bytesSent()).isGreaterThan(4 * 20);
  }

  @Test
  void slowBodiesThatAreResetInTimeAreRight() throws Exception {
    PopulationResult result =
        attack(
            guest -> {
              guest.head();
              guest.in().read();
              guest.reset();
            },
            new SlowBody(bounds(4, Duration.ofSeconds(5)), "POST", "/", 100_000, 1, EVERY));
    assertThat(result.ledger().ok()).isPositive();
    assertThat(result.connectionLedger().reset()).isEqualTo(result.ledger().ok());
    assertThat(result.errors()).isEmpty();
  }

  @Test
  void aSlowReaderNoticesThatItWasGivenUpThroughAFullWindow() throws Exception {
    PopulationResult result =
        attack(
            guest -> {
              guest.head();
              guest.write("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n");
              guest.write("x".repeat(1_000));
              guest.reset();
            },
            new SlowReader(bounds(4, Duration.ofSeconds(5)), "GET", "/", 0, 1, 4_096, 1, EVERY));
    assertThat(result.ledger().ok()).isPositive();
    assertThat(result.ledger().timedOut()).isZero();
  }

  @Test
  void aSlowReaderThatIsBorneForEverIsTimedOut() throws Exception {
    PopulationResult result =
        attack(
            guest -> {
              guest.head();
              guest.write("HTTP/1.1 200 OK\r\nContent-Length: 10000000\r\n\r\n");
              guest.write("x".repeat(10_000_000));
            },
            new SlowReader(bounds(2, LIMIT), "GET", "/", 0, 1, 4_096, 1, EVERY));
    assertThat(result.ledger().timedOut()).isEqualTo(2);
    assertThat(result.bytesReceived()).isLessThan(2_000);
  }

  @Test
  void malformedRequestsThatAreRefusedAreRight() throws Exception {
    PopulationResult result =
        attack(
            guest -> {
              guest.in().read();
              guest.write(StubServer.BAD);
              guest.socket().shutdownOutput();
              guest.readAll();
            },
            new Malformed(bounds(4, Duration.ofSeconds(5)), "/", 0.5));
    assertThat(result.ledger().ok() + result.ledger().inFlightAtEnd())
        .isEqualTo(result.ledger().attempted());
    assertThat(findings).isEmpty();
  }

  @Test
  void malformedRequestsThatAreServedAreFoundByName() throws Exception {
    PopulationResult result =
        attack(
            guest -> {
              guest.in().read();
              guest.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
              guest.socket().shutdownOutput();
              guest.readAll();
            },
            new Malformed(bounds(4, Duration.ofSeconds(5)), "/", 0));
    assertThat(result.ledger().unexpectedStatus()).isPositive();
    assertThat(findings.keySet())
        .allMatch(it -> it.endsWith("was answered 200"))
        .noneMatch(it -> it.startsWith("absolute form"));
  }

  @Test
  void aSecondAnswerToOneRequestIsFound() throws Exception {
    PopulationResult result =
        attack(
            guest -> {
              guest.in().read();
              guest.write("HTTP/1.1 400 Bad\r\nContent-Length: 0\r\n\r\n" + StubServer.OK);
              guest.readAll();
            },
            new Malformed(bounds(4, Duration.ofSeconds(5)), "/", 0));
    assertThat(result.ledger().unexpectedStatus()).isPositive();
    assertThat(findings.keySet()).anyMatch(it -> it.contains("answered a second time"));
  }

  @Test
  void oversizedPartsThatAreRefusedAreRight() throws Exception {
    PopulationResult result =
        attack(
            guest -> {
              guest.in().readNBytes(20_000);
              guest.write(StubServer.BAD);
              guest.socket().shutdownOutput();
              guest.readAll();
            },
            new Oversized(
                bounds(4, Duration.ofSeconds(5)),
                Oversized.What.ANY,
                "PUT",
                "/",
                64_000,
                1_000_000));
    assertThat(result.ledger().ok()).isPositive();
    assertThat(result.ledger().unexpectedStatus()).isZero();
  }

  @Test
  void oversizedBodiesThatAreTakenAreFound() throws Exception {
    PopulationResult result =
        attack(
            guest -> {
              guest.head();
              guest.in().skipNBytes(100_000);
              guest.write(StubServer.OK);
              guest.readAll();
            },
            new Oversized(
                bounds(2, Duration.ofSeconds(5)),
                Oversized.What.BODY,
                "PUT",
                "/",
                64_000,
                100_000));
    assertThat(result.ledger().unexpectedStatus()).isPositive();
    assertThat(findings).containsKey("an oversized body was answered 200");
  }

  @Test
  void resetsAreFeltByTheServerAtEveryPoint() throws Exception {
    try (StubServer server =
        new StubServer(
            guest -> {
              while (guest.in().read() >= 0) {
                guest.write(StubServer.OK);
              }
            })) {
      PopulationResult result =
          attack(
              server.endpoint(),
              new Reset(bounds(4, NO_LIMIT), Reset.Where.ANY, "PUT", "/", 1_000));
      assertThat(result.ledger().ok()).isPositive();
      assertThat(server.resets()).isPositive();
      assertThat(result.ledger().failed()).isZero();
    }
  }

  @Test
  void manyRequestsAtOnceAreRightOnceAllAreAnswered() throws Exception {
    PopulationResult result =
        attack(
            guest -> {
              while (guest.head()) {
                guest.write(StubServer.OK);
              }
            },
            new Pipelining(bounds(2, Duration.ofSeconds(5)), "/", 50));
    assertThat(result.ledger().ok()).isPositive();
    assertThat(result.statuses().get(200)).isGreaterThanOrEqualTo(50 * result.ledger().ok());
  }

  @Test
  void pipelinedRequestsOfWhichNoneIsAnsweredAreBroken() throws Exception {
    PopulationResult result =
        attack(guest -> guest.head(), new Pipelining(bounds(2, Duration.ofSeconds(5)), "/", 2));
    assertThat(result.ledger().broken()).isPositive();
  }

  @Test
  void churnOpensAConnectionForEachRequest() throws Exception {
    PopulationResult result =
        attack(
            guest -> {
              guest.head();
              guest.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
            },
            new Churn(bounds(4, Duration.ofSeconds(5)), "/"));
    assertThat(result.ledger().ok()).isPositive();
    assertThat(result.connectionLedger().opened()).isGreaterThanOrEqualTo(result.ledger().ok());
    assertThat(result.errors()).isEmpty();
  }

  private static RetryStorm storm(int retries, double budget) {
    return new RetryStorm(
        new Bounds(50, 200, NO_LIMIT),
        "/",
        Duration.ofMillis(20),
        retries,
        RetryStorm.Backoff.FIXED,
        Duration.ofMillis(10),
        Duration.ofSeconds(1),
        budget);
  }

  @Test
  void aStormReusesItsConnectionsWhileAllIsWell() throws Exception {
    PopulationResult result =
        attack(
            guest -> {
              while (guest.head()) {
                guest.write(StubServer.OK);
              }
            },
            storm(3, 0));
    assertThat(result.ledger().ok()).isGreaterThan(result.connectionLedger().opened());
  }

  @Test
  void aStormTriesAgainAsOftenAsItMay() throws Exception {
    PopulationResult result = attack(guest -> guest.readAll(), storm(2, 0));
    long first = result.ledger().attempted() - result.retries();
    assertThat(result.retries()).isBetween(first / 2, 2 * first);
    assertThat(result.errors()).containsKey(ErrorKind.FIRST_BYTE_TIMEOUT);
  }

  @Test
  void aBudgetKeepsAStormFromFeedingItself() throws Exception {
    PopulationResult result = attack(guest -> guest.readAll(), storm(5, 0.1));
    long first = result.ledger().attempted() - result.retries();
    assertThat(result.retries()).isBetween(1L, 10 + first / 10 + 1);
  }

  @Test
  void aStormWithoutAFreePlaceCountsTheArrivalAsUnsent() throws Exception {
    PopulationResult result =
        attack(
            guest -> guest.readAll(),
            new RetryStorm(
                new Bounds(1, 500, NO_LIMIT),
                "/",
                Duration.ofSeconds(5),
                0,
                RetryStorm.Backoff.FIXED,
                Duration.ofMillis(10),
                Duration.ofSeconds(1),
                0));
    assertThat(result.ledger().capReached()).isPositive();
  }

  @Test
  void aStopEndsItAtOnce() throws Exception {
    try (StubServer server = new StubServer(guest -> guest.readAll())) {
      Hostility hostility = new HalfOpen(bounds(5, NO_LIMIT));
      try (SwarmTraffic traffic =
          new SwarmTraffic(
              "attackers",
              hostility.kind(),
              hostility.bounds(),
              hostility.tactic(Addressee.of("t"), 1),
              server.endpoint(),
              1)) {
        traffic.start(System.nanoTime(), Duration.ofHours(1).toNanos());
        traffic.stop();
        assertThat(traffic.await().populations().getFirst().ledger().addsUp()).isTrue();
      }
    }
  }
}
