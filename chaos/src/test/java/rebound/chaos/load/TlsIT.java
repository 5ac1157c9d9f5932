package rebound.chaos.load;

import static org.assertj.core.api.Assertions.assertThat;
import static rebound.chaos.load.Phases.closed;
import static rebound.chaos.load.Phases.result;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rebound.chaos.measure.ErrorKind;
import rebound.chaos.measure.PopulationResult;
import rebound.chaos.wire.TestCertificate;

/// HTTPS against a server with a certificate of its own making.
class TlsIT {
  private static final Request GET = Request.get("/");

  private static ScriptedServer server(SSLContext context, String protocol, String answer)
      throws IOException {
    ServerSocket socket =
        context
            .getServerSocketFactory()
            .createServerSocket(0, 100, InetAddress.getLoopbackAddress());
    ((javax.net.ssl.SSLServerSocket) socket).setEnabledProtocols(new String[] {protocol});
    return new ScriptedServer(
        exchange -> {
          while (exchange.read() != null) {
            exchange.write(answer);
          }
        },
        socket);
  }

  private static Endpoint endpoint(ScriptedServer server, boolean trustAll) {
    return new Endpoint("127.0.0.1", server.port(), true, trustAll, Endpoint.Family.ANY, List.of());
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
  void answersComeThroughTls(String protocol, @TempDir Path folder) throws Exception {
    String body = "x".repeat(100_000);
    String answer = "HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n" + body;
    byte[] sent = new byte[200_000];
    Request post =
        new Request("POST", "/", java.util.Map.of(), sent, Request.Expectation.status(200), 1);
    try (LoadDriver driver = new LoadDriver(Settings.defaults());
        ScriptedServer server =
            server(TestCertificate.context(folder, protocol), protocol, answer)) {
      PopulationResult result =
          result(driver, endpoint(server, true), Duration.ofSeconds(1), closed(3, GET, post));
      assertThat(result.ledger().addsUp()).isTrue();
      assertThat(result.errors()).isEmpty();
      assertThat(result.ledger().ok()).isEqualTo(result.ledger().attempted()).isPositive();
      assertThat(result.bytesReceived()).isEqualTo(result.ledger().ok() * answer.length());
    }
  }

  @Test
  void aCertificateNobodyVouchesForIsRefusedUnlessTold(@TempDir Path folder) throws Exception {
    try (LoadDriver driver = new LoadDriver(Settings.defaults());
        ScriptedServer server =
            server(TestCertificate.context(folder, "TLSv1.3"), "TLSv1.3", ScriptedServer.OK)) {
      PopulationResult result =
          result(driver, endpoint(server, false), Duration.ofMillis(400), closed(2, GET));
      assertThat(result.ledger().addsUp()).isTrue();
      assertThat(result.ledger().ok()).isZero();
      assertThat(result.ledger().connectFailed()).isEqualTo(result.ledger().attempted());
      assertThat(result.errors()).containsOnlyKeys(ErrorKind.CONNECT_OTHER);
    }
  }
}
