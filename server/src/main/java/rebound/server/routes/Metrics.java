package rebound.server.routes;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import rebound.server.guard.GuardRoom;
import rebound.server.overload.Gate;
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
    gates(text);
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

  private void gates(StringBuilder text) {
    gate(text, "admitted_total", "counter", "requests let in", Gate::admitted);
    gate(text, "shed_total", "counter", "requests turned away by limit or queue", Gate::shed);
    gate(
        text,
        "hopeless_total",
        "counter",
        "requests turned away for their deadline",
        Gate::hopeless);
    gate(text, "limit", "gauge", "requests that may be under way", gate -> gate.limit());
    gate(text, "under_way", "gauge", "requests under way", gate -> gate.underWay());
    gate(text, "waiting", "gauge", "requests in the queue", gate -> gate.waiting());
  }

  private void gate(
      StringBuilder text, String name, String type, String help, ToLongFunction<Gate> figure) {
    describe(text, "admission_" + name, type, help);
    for (Function<Lane, Gate> which :
        List.<Function<Lane, Gate>>of(Lane::databaseGate, Lane::processorGate)) {
      text.append("rebound_admission_").append(name).append("{gate=\"");
      text.append(which.apply(lanes.getFirst()).name()).append("\"} ");
      text.append(sum(lanes, lane -> figure.applyAsLong(which.apply(lane)))).append('\n');
    }
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
