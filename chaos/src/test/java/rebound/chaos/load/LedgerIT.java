package rebound.chaos.load;

import static org.assertj.core.api.Assertions.assertThat;
import static rebound.chaos.load.Phases.closed;
import static rebound.chaos.load.Phases.result;
import static rebound.chaos.load.Phases.timeout;

import java.io.IOException;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import rebound.chaos.measure.ErrorKind;
import rebound.chaos.measure.Ledger;
import rebound.chaos.measure.PopulationResult;

/// Every attempt ends in exactly one outcome, whatever the server does.
class LedgerIT {
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

  private static PopulationResult against(ScriptedServer.Script script, Population population)
      throws IOException, InterruptedException {
    try (ScriptedServer server = new ScriptedServer(script)) {
      PopulationResult result = result(driver, server.endpoint(), LENGTH, population);
      assertThat(result.ledger().addsUp()).as("%s", result.ledger()).isTrue();
      assertThat(result.ledger().attempted()).isPositive();
      return result;
    }
  }

  @Test
  void countsRightAnswers() throws Exception {
    PopulationResult result =
        against(
            exchange -> {
              while (exchange.read() != null) {
                exchange.write(ScriptedServer.OK);
              }
            },
            closed(4, GET));
    Ledger ledger = result.ledger();
    assertThat(ledger.ok()).isEqualTo(ledger.attempted());
    assertThat(result.statuses()).containsOnlyKeys(200).containsValue(ledger.ok());
    assertThat(result.errors()).isEmpty();
    assertThat(result.latencies().response().getTotalCount()).isEqualTo(ledger.ok());
    assertThat(result.latencies().service().getTotalCount()).isEqualTo(ledger.ok());
    assertThat(result.latencies().connect().getTotalCount()).isEqualTo(4);
    assertThat(result.connectionLedger().opened()).isEqualTo(4);
    assertThat(result.connectionLedger().kept()).isEqualTo(4);
    assertThat(result.bytesReceived()).isEqualTo(ledger.ok() * ScriptedServer.OK.length());
  }

  @Test
  void tellsShedFromWrong() throws Exception {
    PopulationResult result =
        against(
            exchange -> {
              for (int i = 0; exchange.read() != null; i++) {
                int status = new int[] {200, 503, 429, 500}[i % 4];
                exchange.write("HTTP/1.1 " + status + " x\r\nContent-Length: 0\r\n\r\n");
              }
            },
            closed(2, GET));
    assertThat(result.ledger().shed())
        .isEqualTo(result.statuses().get(503) + result.statuses().get(429));
    assertThat(result.ledger().unexpectedStatus()).isEqualTo(result.statuses().get(500));
    assertThat(result.latencies().response().getTotalCount()).isEqualTo(result.ledger().ok());
    assertThat(result.latencies().shed().getTotalCount()).isEqualTo(result.ledger().shed());
  }

  @Test
  void tellsLateFromTimedOut() throws Exception {
    PopulationResult late =
        against(
            exchange -> {
              while (exchange.read() != null) {
                TimeUnit.MILLISECONDS.sleep(50);
                exchange.write(ScriptedServer.OK);
              }
            },
            timeout(closed(2, GET), Duration.ofMillis(10), Duration.ofSeconds(5)));
    assertThat(late.ledger().late()).isEqualTo(late.ledger().attempted());

    PopulationResult stalled =
        against(
            exchange -> exchange.in().transferTo(java.io.OutputStream.nullOutputStream()),
            timeout(closed(2, GET), Duration.ofMillis(50), Duration.ofMillis(100)));
    assertThat(stalled.ledger().timedOut()).isPositive();
    assertThat(stalled.errors()).containsKey(ErrorKind.FIRST_BYTE_TIMEOUT);
    assertThat(stalled.latencies().response().getMinValue())
        .as("a timed-out request counts with at least its timeout")
        .isGreaterThanOrEqualTo(99_900_000L);
  }

  @Test
  void namesABodyThatDoesNotEnd() throws Exception {
    PopulationResult result =
        against(
            exchange -> {
              exchange.read();
              exchange.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf");
              exchange.in().transferTo(java.io.OutputStream.nullOutputStream());
            },
            timeout(closed(2, GET), Duration.ofMillis(50), Duration.ofMillis(100)));
    assertThat(result.errors()).containsOnlyKeys(ErrorKind.BODY_TIMEOUT);
  }

  @Test
  void namesATruncatedBody() throws Exception {
    PopulationResult result =
        against(
            exchange -> {
              exchange.read();
              exchange.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf");
            },
            closed(2, GET));
    assertThat(result.errors()).containsOnlyKeys(ErrorKind.BODY_TRUNCATED);
    assertThat(result.ledger().broken()).isEqualTo(result.ledger().attempted());
  }

  @Test
  void namesAConnectionClosedWithoutAnAnswer() throws Exception {
    PopulationResult result = against(exchange -> exchange.read(), closed(2, GET));
    assertThat(result.errors()).containsOnlyKeys(ErrorKind.NO_RESPONSE);
  }

  @Test
  void namesAReset() throws Exception {
    PopulationResult result =
        against(
            exchange -> {
              exchange.read();
              exchange.reset();
            },
            closed(2, GET));
    assertThat(result.errors()).containsOnlyKeys(ErrorKind.RESET);
    assertThat(result.connectionLedger().reset()).isEqualTo(result.ledger().broken());
  }

  @Test
  void namesRubbish() throws Exception {
    PopulationResult result =
        against(
            exchange -> {
              exchange.read();
              exchange.write("220 smtp.example ESMTP\r\n");
              exchange.in().transferTo(java.io.OutputStream.nullOutputStream());
            },
            closed(2, GET));
    assertThat(result.errors()).containsOnlyKeys(ErrorKind.GARBAGE);
  }

  @Test
  void namesAnAnswerNobodyAskedFor() throws Exception {
    PopulationResult result =
        against(
            exchange -> {
              while (exchange.read() != null) {
                exchange.write(ScriptedServer.OK + ScriptedServer.OK);
              }
            },
            closed(1, GET));
    assertThat(result.errors()).containsOnlyKeys(ErrorKind.UNASKED_RESPONSE);
    assertThat(result.ledger().ok()).isEqualTo(result.ledger().attempted());
  }

  @Test
  void aCloseAfterAnAnnouncedLastAnswerIsNoError() throws Exception {
    PopulationResult result =
        against(
            exchange -> {
              exchange.read();
              exchange.write("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
            },
            closed(2, GET));
    assertThat(result.errors()).isEmpty();
    assertThat(result.ledger().ok()).isEqualTo(result.ledger().attempted());
    assertThat(result.connectionLedger().closedByTarget()).isPositive();
  }

  @Test
  void aBodyUntilCloseIsAnAnswer() throws Exception {
    PopulationResult result =
        against(
            exchange -> {
              exchange.read();
              exchange.write("HTTP/1.1 200 OK\r\n\r\nall of it");
            },
            closed(2, GET));
    assertThat(result.errors()).isEmpty();
    assertThat(result.ledger().ok()).isPositive();
  }

  @Test
  void aReusedConnectionClosedWithoutAByteIsStaleAndRetriedOnce() throws Exception {
    PopulationResult result =
        against(
            exchange -> {
              exchange.read();
              exchange.write(ScriptedServer.OK);
              exchange.read();
            },
            closed(1, GET));
    Ledger ledger = result.ledger();
    assertThat(result.errors()).containsOnlyKeys(ErrorKind.STALE_REUSE);
    assertThat(ledger.broken()).isEqualTo(result.errors().get(ErrorKind.STALE_REUSE));
    assertThat(result.retries()).isBetween(ledger.broken() - 1, ledger.broken());
    assertThat(ledger.ok() + ledger.inFlightAtEnd())
        .isEqualTo(ledger.attempted() - ledger.broken());
  }

  @Test
  void refusalsAreTriedAHundredMillisecondsApart() throws Exception {
    int port;
    try (ServerSocket socket = new ServerSocket(0)) {
      port = socket.getLocalPort();
    }
    PopulationResult result =
        result(driver, Endpoint.http("127.0.0.1", port), LENGTH, closed(2, GET));
    assertThat(result.ledger().addsUp()).isTrue();
    assertThat(result.ledger().connectFailed()).isEqualTo(result.ledger().attempted());
    assertThat(result.ledger().connectFailed()).isBetween(2L, 10L);
    assertThat(result.errors()).containsOnlyKeys(ErrorKind.CONNECT_REFUSED);
    assertThat(result.connectionLedger().opened()).isZero();
  }

  @Test
  void whatIsUnansweredAtTheEndIsCountedAndItsAgeRecorded() throws Exception {
    PopulationResult result =
        against(
            exchange -> exchange.in().transferTo(java.io.OutputStream.nullOutputStream()),
            timeout(closed(3, GET), Duration.ofSeconds(1), Duration.ofSeconds(10)));
    assertThat(result.ledger().inFlightAtEnd()).isEqualTo(3);
    assertThat(result.latencies().response().getMinValue()).isGreaterThan(2_300_000_000L);
  }

  @Test
  void stoppingEarlyKeepsTheLedger() throws Exception {
    try (ScriptedServer server = ScriptedServer.answering(ScriptedServer.OK);
        Traffic traffic = driver.prepare(server.endpoint(), java.util.List.of(closed(4, GET)), 1)) {
      assertThat(traffic.open(Duration.ofSeconds(5))).isEqualTo(4);
      traffic.start(System.nanoTime(), Duration.ofMinutes(10).toNanos());
      TimeUnit.MILLISECONDS.sleep(300);
      traffic.stop();
      PopulationResult result = traffic.await().populations().getFirst();
      assertThat(result.ledger().addsUp()).isTrue();
      assertThat(result.ledger().ok()).isEqualTo(result.ledger().attempted()).isPositive();
      assertThat(result.seconds()).isBetween(0.2, 10.0);
    }
  }
}
