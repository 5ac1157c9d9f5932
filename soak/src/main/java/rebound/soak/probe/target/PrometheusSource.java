package rebound.soak.probe.target;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.regex.Pattern;
import rebound.soak.evidence.sample.MemoryDetail;
import rebound.soak.evidence.sample.Reading;
import rebound.soak.evidence.sample.TargetSample;

/// Reads a metric of a remote target's Prometheus page, `URL#METRIC`; with it, where they stand
/// on the same page, `process_cpu_seconds_total` and `process_open_fds`. Asking loads the target
/// a little: once a second, at most 1 MiB. Thread-safe.
public final class PrometheusSource implements TargetSource, AutoCloseable {
  private static final Duration TIMEOUT = Duration.ofSeconds(1);
  private static final int MAX_BYTES = 1 << 20;
  private static final Pattern NAME = Pattern.compile("[a-zA-Z_:][a-zA-Z0-9_:]*(\\{.*})?");

  private final HttpClient client;
  private final URI page;
  private final String metric;

  private PrometheusSource(HttpClient client, URI page, String metric) {
    this.client = client;
    this.page = page;
    this.metric = metric;
  }

  /// Prepares to read `URL#METRIC`; a metric may carry its labels, `x_bytes{area="heap"}`.
  ///
  /// @throws IllegalArgumentException where the address or the name has another shape
  public static PrometheusSource at(String address) {
    int hash = address.indexOf('#');
    String metric = hash < 0 ? "" : address.substring(hash + 1);
    if (hash <= 0 || !NAME.matcher(metric).matches()) {
      throw new IllegalArgumentException(
          "memory 'prometheus:"
              + address
              + "': write URL#METRIC, for example"
              + " http://127.0.0.1:9100/metrics#process_resident_memory_bytes");
    }
    URI page = URI.create(address.substring(0, hash));
    HttpClient client = HttpClient.newBuilder().connectTimeout(TIMEOUT).build();
    return new PrometheusSource(client, page, metric);
  }

  @Override
  public TargetSample sample() {
    Page read = read();
    return new TargetSample(
        System.nanoTime(), read.get(metric, 1), read.get("process_cpu_seconds_total", 1e9), 0);
  }

  @Override
  public MemoryDetail detail(boolean exact) {
    Page read = read();
    Reading none = Reading.unreadable("only " + metric + " is read from " + page);
    return new MemoryDetail(
        System.nanoTime(),
        none,
        none,
        none,
        none,
        none,
        none,
        none,
        none,
        none,
        none,
        read.get("jvm_threads_live_threads", 1),
        read.get("process_open_fds", 1));
  }

  @Override
  public void close() {
    client.close();
  }

  /// A page of metrics, or why there is none.
  record Page(String text, String failure) {
    /// A metric times a factor. Without labels all series of the name are added.
    Reading get(String metric, double factor) {
      if (!failure.isEmpty()) {
        return Reading.unreadable(failure);
      }
      double sum = 0;
      boolean found = false;
      for (String line : text.split("\n", -1)) {
        if (!names(line, metric)) {
          continue;
        }
        String rest = line.substring(line.lastIndexOf('}') + 1);
        String[] words = (line.contains("}") ? "x" + rest : line).trim().split("\\s+", -1);
        try {
          sum += Double.parseDouble(words[1]) * factor;
          found = true;
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException _) {
          return Reading.unreadable("'" + line + "' holds no number");
        }
      }
      if (!found) {
        return Reading.unreadable("no metric " + metric + " on the page");
      }
      return Double.isFinite(sum)
          ? Reading.of(Math.round(sum))
          : Reading.unreadable(metric + " is " + sum);
    }

    private static boolean names(String line, String metric) {
      if (!line.startsWith(metric) || line.length() == metric.length()) {
        return false;
      }
      char next = line.charAt(metric.length());
      return next == ' ' || next == '\t' || (next == '{' && !metric.endsWith("}"));
    }
  }

  private Page read() {
    HttpRequest request = HttpRequest.newBuilder(page).timeout(TIMEOUT).GET().build();
    try {
      HttpResponse<byte[]> response =
          client.send(
              request,
              HttpResponse.BodyHandlers.limiting(
                  HttpResponse.BodyHandlers.ofByteArray(), MAX_BYTES));
      String text = new String(response.body(), java.nio.charset.StandardCharsets.UTF_8);
      return response.statusCode() == 200
          ? new Page(text, "")
          : new Page("", page + ": status " + response.statusCode());
    } catch (IOException e) {
      return new Page("", page + ": " + (e.getMessage() == null ? e : e.getMessage()));
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return new Page("", page + ": interrupted");
    }
  }
}
