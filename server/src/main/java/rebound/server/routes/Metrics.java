package rebound.server.routes;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.TreeSet;
import rebound.server.wire.Reply;

/// The counters as Prometheus reads them.
final class Metrics {
  private final RouteTable table;
  private List<Lane> lanes = List.of();

  Metrics(RouteTable table) {
    this.table = table;
  }

  /// Names the lanes to be counted, once, before the server starts.
  void over(List<Lane> all) {
    lanes = all;
  }

  Reply answer() {
    StringBuilder text = new StringBuilder(2048);
    text.append("# HELP rebound_http_responses_total answers by status and route\n")
        .append("# TYPE rebound_http_responses_total counter\n");
    TreeSet<Integer> statuses = new TreeSet<>();
    lanes.forEach(lane -> lane.counters().addStatusesTo(statuses));
    for (Endpoint endpoint : table.endpoints()) {
      for (int status : statuses) {
        long count =
            lanes.stream().mapToLong(lane -> lane.counters().get(endpoint.ordinal(), status)).sum();
        if (count > 0) {
          text.append("rebound_http_responses_total{status=\"")
              .append(status)
              .append("\",route=\"")
              .append(endpoint.label())
              .append("\"} ")
              .append(count)
              .append('\n');
        }
      }
    }
    return Reply.text(text.toString().getBytes(UTF_8));
  }
}
