package rebound.chaos.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.Socket;
import org.junit.jupiter.api.Test;

class MetricsIT {
  @Test
  void countsTheBytesOfOpenConnections() throws IOException {
    ToxiproxySettings settings =
        new ToxiproxySettings("127.0.0.1", 0, 1, true, true, ToxiproxySettings.HELD_BYTES);
    try (Bench bench = new Bench(settings);
        Upstream echo = Upstream.echo();
        Socket client = Bench.connect(bench.proxy("p", echo.address()))) {
      client.getOutputStream().write(new byte[42]);
      assertThat(client.getInputStream().readNBytes(42)).hasSize(42);
      String labels =
          "\\{direction=\"%s\",listener=\"127.0.0.1:\\d+\",proxy=\"p\",upstream=\".*\"} ";
      await()
          .untilAsserted(
              () ->
                  assertThat(bench.ok("GET", "/metrics", ""))
                      .containsPattern(
                          "toxiproxy_proxy_received_bytes_total"
                              + labels.formatted("upstream")
                              + 42)
                      .containsPattern(
                          "toxiproxy_proxy_sent_bytes_total" + labels.formatted("downstream") + 42)
                      .contains("process_cpu_seconds_total"));
    }
  }
}
