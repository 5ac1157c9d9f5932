package rebound.soak.live;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import rebound.soak.target.StartException;

/// `GET /metrics` for Prometheus, in its text format or OpenMetrics, as it asks.
final class MetricsPage implements AutoCloseable {
  private static final String TEXT = "text/plain; version=0.0.4; charset=utf-8";
  private static final String OPEN_METRICS =
      "application/openmetrics-text; version=1.0.0; charset=utf-8";

  private final HttpServer server;

  private MetricsPage(HttpServer server) {
    this.server = server;
  }

  static MetricsPage open(InetSocketAddress address, PrometheusMeterRegistry metrics)
      throws StartException {
    HttpServer server;
    try {
      server = HttpServer.create(address, 0);
    } catch (IOException taken) {
      throw new StartException(
          3,
          "--metrics-port "
              + address.getPort()
              + " cannot be opened: "
              + taken.getMessage()
              + "; name another one, or 0 for any free one");
    }
    server.createContext("/", exchange -> answer(exchange, metrics));
    server.start();
    return new MetricsPage(server);
  }

  URI address() {
    InetSocketAddress at = server.getAddress();
    String host = at.getAddress().isAnyLocalAddress() ? "127.0.0.1" : at.getHostString();
    return URI.create(
        "http://"
            + (host.contains(":") ? "[" + host + "]" : host)
            + ":"
            + at.getPort()
            + "/metrics");
  }

  private static void answer(HttpExchange exchange, PrometheusMeterRegistry metrics)
      throws IOException {
    try (exchange) {
      if (!exchange.getRequestURI().getPath().equals("/metrics")) {
        send(exchange, 404, TEXT, "metrics stand at /metrics\n");
        return;
      }
      String wanted =
          Optional.ofNullable(exchange.getRequestHeaders().getFirst("Accept")).orElse("");
      String type = wanted.contains("application/openmetrics-text") ? OPEN_METRICS : TEXT;
      send(exchange, 200, type, metrics.scrape(type));
    }
  }

  private static void send(HttpExchange exchange, int status, String type, String text)
      throws IOException {
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", type);
    boolean head = exchange.getRequestMethod().equals("HEAD");
    exchange.sendResponseHeaders(status, head ? -1 : body.length);
    if (!head) {
      exchange.getResponseBody().write(body);
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
