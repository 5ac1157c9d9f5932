package rebound.server.routes;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import rebound.server.database.DatabasePool;
import rebound.server.guard.GivenUp;
import rebound.server.guard.GuardRoom;
import rebound.server.overload.Gate;
import rebound.server.wire.BodyFailure;
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
    connections(text);
    clients(text);
    database(text);
    counter(text, "loop_stalls", "times a loop was away for over 100 ms", GuardRoom::stalls);
    return Reply.metrics(text.toString().getBytes(UTF_8));
  }

  private void connections(StringBuilder text) {
    gauge(text, "connections", "open connections", GuardRoom::connections);
    gauge(text, "connections_limit", "nobody is accepted above", GuardRoom::connectionLimit);
    gauge(text, "connections_most", "most open at once", GuardRoom::mostConnections);
    counter(text, "connections_accepted", "connections let in", GuardRoom::admitted);
    counter(text, "accept_pauses", "bursts after which accepting paused", GuardRoom::acceptPauses);
  }

  private void clients(StringBuilder text) {
    describe(text, "clients_given_up_total", "counter", "connections ended for their client");
    for (GivenUp kind : GivenUp.values()) {
      labelled(text, "clients_given_up_total", kind, sum(guards, room -> room.givenUp(kind)));
    }
    describe(text, "bodies_failed_total", "counter", "bodies that did not come whole");
    for (BodyFailure kind : BodyFailure.values()) {
      labelled(
          text, "bodies_failed_total", kind, sum(lanes, lane -> lane.failedBodies().get(kind)));
    }
  }

  private void database(StringBuilder text) {
    List<DatabasePool> pools = lanes.stream().map(Lane::database).filter(Objects::nonNull).toList();
    if (pools.isEmpty()) {
      return;
    }
    one(text, "database_connections", "gauge", "open", sum(pools, DatabasePool::connections));
    one(text, "database_waiting", "gauge", "calls in the queue", sum(pools, DatabasePool::waiting));
    describe(text, "database_failures_total", "counter", "calls without the database's answer");
    labelled(text, "database_failures_total", "crowded", sum(pools, DatabasePool::crowded));
    labelled(text, "database_failures_total", "late", sum(pools, DatabasePool::late));
    labelled(text, "database_failures_total", "unreachable", sum(pools, DatabasePool::unreachable));
    one(
        text,
        "database_lost_connections_total",
        "counter",
        "connections that broke",
        sum(pools, DatabasePool::lostConnections));
  }

  private static void labelled(StringBuilder text, String name, Enum<?> kind, long value) {
    labelled(text, name, kind.name().toLowerCase(Locale.ROOT).replace('_', '-'), value);
  }

  private static void labelled(StringBuilder text, String name, String kind, long value) {
    text.append("rebound_").append(name).append("{kind=\"").append(kind).append("\"} ");
    text.append(value).append('\n');
  }

  private void gauge(StringBuilder text, String name, String help, ToLongFunction<GuardRoom> of) {
    one(text, name, "gauge", help, sum(guards, of));
  }

  private void counter(StringBuilder text, String name, String help, ToLongFunction<GuardRoom> of) {
    one(text, name + "_total", "counter", help, sum(guards, of));
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
