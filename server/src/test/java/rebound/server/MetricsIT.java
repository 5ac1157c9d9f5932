package rebound.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// What the server counts, as Prometheus reads it.
final class MetricsIT {
  private static RespStub database;
  private static Server server;

  @BeforeAll
  static void start() throws IOException {
    database = new RespStub();
    server =
        Server.start(
            ServerOptions.parse(
                "--port",
                "0",
                "--database",
                database.address(),
                "--idle-timeout-millis",
                "1000",
                "--head-timeout-millis",
                "500",
                "--body-timeout-millis",
                "500"));
  }

  @AfterAll
  static void stop() throws IOException {
    server.drain();
    database.close();
  }

  /// Each reason has its own count, and each name its HELP and TYPE.
  @Test
  void countsWhyClientsWereGivenUp() throws IOException {
    String clients = "rebound_clients_given_up_total{kind=\"%s\"} ";
    String bodies = "rebound_bodies_failed_total{kind=\"%s\"} ";
    long slowBodies = metric(clients.formatted("slow-body"));
    long slowHeads = metric(clients.formatted("slow-head"));
    long idle = metric(clients.formatted("idle"));
    long late = metric(bodies.formatted("too-slow"));
    long large = metric(bodies.formatted("too-large"));
    try (RawClient body = new RawClient(server.port());
        RawClient head = new RawClient(server.port());
        RawClient silent = new RawClient(server.port())) {
      body.send("POST /base HTTP/1.1\r\nHost: t\r\nContent-Length: 9\r\n\r\n");
      head.send("GET /ping HTTP/1.1\r\n");
      assertThat(body.response().status()).isEqualTo(408);
      assertThat(head.response().status()).isEqualTo(408);
      assertThat(silent.isAtEnd()).isTrue();
    }
    assertThat(metric(clients.formatted("slow-body"))).isEqualTo(slowBodies + 1);
    assertThat(metric(clients.formatted("slow-head"))).isEqualTo(slowHeads + 1);
    assertThat(metric(clients.formatted("idle"))).isGreaterThan(idle);
    assertThat(metric(bodies.formatted("too-slow"))).isEqualTo(late + 1);
    assertThat(metric(bodies.formatted("too-large"))).isEqualTo(large);
    assertThat(metric("rebound_connections_most ")).isPositive();
    List<String> lines = RawClient.get(server.port(), "/metrics").body().lines().toList();
    for (String line : lines) {
      String name = line.replaceFirst("^# (HELP|TYPE) ", "").replaceFirst("[{ ].*", "");
      assertThat(lines).anyMatch(other -> other.startsWith("# HELP " + name + " "));
      assertThat(lines)
          .filteredOn(other -> other.startsWith("# TYPE " + name + " "))
          .containsExactly("# TYPE " + name + (name.endsWith("_total") ? " counter" : " gauge"));
    }
  }

  private static long metric(String beginning) throws IOException {
    return RawClient.metric(server.port(), beginning);
  }
}
