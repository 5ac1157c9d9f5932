package rebound.server.routes;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.TreeSet;
import java.util.function.ToLongFunction;
import rebound.server.guard.GuardRoom;
import rebound.server.wire.Reply;

/// The counters as Prometheus reads them.
final class Metrics {
  private final RouteTable table;
  private List<Lane> lanes = List.of();
  private List<GuardRoom> guards = List.of();

  Metrics(RouteTable table) {
    this.table = table;
  }

  /// Names what is to be counted, once, before the server starts.
  void over(List<Lane> allLanes, List<GuardRoom> allGuards) {
    lanes = allLanes;
    guards = allGuards;
  }

  Reply answer() {
    StringBuilder text = new StringBuilder(2048);
    responses(text);
    one(text, "connections", "gauge", "open connections", sum(guards, GuardRoom::connections));
    one(
        text,
        "clients_too_slow_total",
        "counter",
        "clients given up for being too slow",
        sum(guards, GuardRoom::tooSlow));
    one(
        text,
        "loop_stalls_total",
        "counter",
        "times a loop was away for over 100 ms",
        sum(guards, GuardRoom::stalls));
    return Reply.metrics(text.toString().getBytes(UTF_8));
  }

  private void responses(StringBuilder text) {
    describe(text, "http_responses_total", "counter", "answers by status and route");
    TreeSet<Integer> statuses = new TreeSet<>();
    lanes.forEach(lane -> lane.counters().addStatusesTo(statuses));
    for (Endpoint endpoint : table.endpoints()) {
      for (int status : statuses) {
        long count = sum(lanes, lane -> lane.counters().get(endpoint.ordinal(), status));
        if (count > 0) {
          text.append("rebound_http_responses_total{status=\"").append(status);
          text.append("\",route=\"").append(endpoint.label()).append("\"} ");
          text.append(count).append('\n');
        }
      }
    }
  }

  private static <T> long sum(List<T> parts, ToLongFunction<T> count) {
    return parts.stream().mapToLong(count).sum();
  }

  private static void one(StringBuilder text, String name, String type, String help, long value) {
    describe(text, name, type, help);
    text.append("rebound_").append(name).append(' ').append(value).append('\n');
  }

  private static void describe(StringBuilder text, String name, String type, String help) {
    text.append("# HELP rebound_").append(name).append(' ').append(help).append('\n');
    text.append("# TYPE rebound_").append(name).append(' ').append(type).append('\n');
  }
}
