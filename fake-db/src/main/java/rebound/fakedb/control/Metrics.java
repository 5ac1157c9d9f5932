package rebound.fakedb.control;

import java.util.List;
import org.HdrHistogram.Histogram;
import rebound.fakedb.capacity.ConnectionLimit;
import rebound.fakedb.fault.Faults;
import rebound.fakedb.query.Accuracy;
import rebound.fakedb.query.Counters;
import rebound.fakedb.query.Desk;
import rebound.fakedb.wire.Port;

/// The counters as Prometheus reads them (text format 0.0.4).
final class Metrics {
  private final StringBuilder text = new StringBuilder();

  private Metrics() {}

  static String text(
      Desk desk, Accuracy accuracy, ConnectionLimit limit, List<Port> ports, Faults faults) {
    Metrics metrics = new Metrics();
    Counters counters = desk.counters();
    metrics.one("queries_total", "counter", "queries answered", counters.answered());
    metrics.one("query_errors_total", "counter", "errors by order of a fault", counters.errors());
    metrics.one("query_overflows_total", "counter", "queries refused", counters.overflows());
    metrics.one("query_resets_total", "counter", "connections reset at a query", counters.resets());
    metrics.one("queries_waiting", "gauge", "queries not yet answered", counters.waiting());
    metrics.one("slots_busy", "gauge", "queries in slots", counters.busy());
    metrics.one("slots_queued", "gauge", "queries waiting for a slot", counters.queued());
    metrics.one("connections_refused_total", "counter", "above the limit", limit.refused());
    metrics.one("faults_active", "gauge", "1 while any fault is active", faults.none() ? 0 : 1);
    metrics.head("connections", "gauge", "open connections");
    for (Port port : ports) {
      metrics.line("connections", "port", port.name(), port.openConnections());
    }
    metrics.head("received_bytes_total", "counter", "bytes from clients");
    for (Port port : ports) {
      metrics.line(
          "received_bytes_total", "port", port.name(), (double) port.traffic().receivedBytes());
    }
    metrics.head("sent_bytes_total", "counter", "bytes to clients");
    for (Port port : ports) {
      metrics.line("sent_bytes_total", "port", port.name(), (double) port.traffic().sentBytes());
    }
    metrics.overshoot(accuracy.overshoot());
    return metrics.text.toString();
  }

  private void overshoot(Histogram overshoot) {
    head("overshoot_seconds", "summary", "how late delayed answers left, since the last reset");
    for (double quantile : new double[] {0.5, 0.9, 0.99, 1}) {
      line(
          "overshoot_seconds",
          "quantile",
          Double.toString(quantile),
          overshoot.getValueAtPercentile(100 * quantile) / 1e9);
    }
    long count = overshoot.getTotalCount();
    double sum = count == 0 ? 0 : overshoot.getMean() * count / 1e9;
    text.append("rebound_fakedb_overshoot_seconds_sum ").append(sum).append('\n');
    text.append("rebound_fakedb_overshoot_seconds_count ").append(count).append('\n');
  }

  private void one(String name, String type, String help, long value) {
    head(name, type, help);
    text.append("rebound_fakedb_").append(name).append(' ').append(value).append('\n');
  }

  private void head(String name, String type, String help) {
    text.append("# HELP rebound_fakedb_").append(name).append(' ').append(help).append('\n');
    text.append("# TYPE rebound_fakedb_").append(name).append(' ').append(type).append('\n');
  }

  private void line(String name, String label, String of, double value) {
    text.append("rebound_fakedb_").append(name).append('{').append(label).append("=\"");
    text.append(of).append("\"} ").append(value).append('\n');
  }
}
