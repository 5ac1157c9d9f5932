package rebound.fakedb.control;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import rebound.fakedb.capacity.CapacityModel;
import rebound.fakedb.capacity.ConnectionLimit;
import rebound.fakedb.fault.FaultPlan;
import rebound.fakedb.fault.FaultWords;
import rebound.fakedb.fault.Faults;
import rebound.fakedb.latency.DelaySource;
import rebound.fakedb.latency.LatencyWords;
import rebound.fakedb.query.Accuracy;
import rebound.fakedb.query.Desk;
import rebound.fakedb.rule.RuleBook;
import rebound.fakedb.rule.RuleWords;
import rebound.fakedb.wire.Port;
import rebound.fakedb.wire.Traffic;
import rebound.fakedb.words.Setting;

/// What the control API can do; `openapi.json` beside this class says the same. Event loop thread
/// only.
public final class ControlApi {
  private final Desk desk;
  private final Faults faults;
  private final Accuracy accuracy;
  private final ConnectionLimit limit;
  private final List<Port> ports;
  private final BrowserGuard guard;
  private final long startNanos = System.nanoTime();

  /// An API over these parts.
  ///
  /// @param desk whose latency, capacity and rules it changes
  /// @param faults that it orders
  /// @param accuracy that it reports
  /// @param limit of connections
  /// @param ports that it reports on
  /// @param loopback whether its port is bound to loopback, so that foreign names are refused
  public ControlApi(
      Desk desk,
      Faults faults,
      Accuracy accuracy,
      ConnectionLimit limit,
      List<Port> ports,
      boolean loopback) {
    this.desk = desk;
    this.faults = faults;
    this.accuracy = accuracy;
    this.limit = limit;
    this.ports = List.copyOf(ports);
    this.guard = new BrowserGuard(loopback);
  }

  HttpAnswer answer(HttpRequest request) {
    String refusal = guard.refusal(request);
    if (refusal != null) {
      return HttpAnswer.error(403, refusal);
    }
    try {
      return route(request);
    } catch (IllegalArgumentException e) {
      return HttpAnswer.error(400, e.getMessage());
    }
  }

  private HttpAnswer route(HttpRequest request) {
    String path = request.path();
    if (path.startsWith("/faults/")) {
      return request.method().equals("DELETE")
          ? removeFault(URLDecoder.decode(path.substring(8), StandardCharsets.UTF_8))
          : wrongMethod(request, "DELETE");
    }
    return switch (path) {
      case "/state" -> get(request, () -> HttpAnswer.json(200, state()));
      case "/latency" -> getOrPut(request, this::latency, this::putLatency);
      case "/capacity" -> getOrPut(request, this::capacity, this::putCapacity);
      case "/connection-limit" -> getOrPut(request, this::connectionLimit, this::putLimit);
      case "/rules" -> getOrPut(request, this::rules, this::putRules);
      case "/faults" -> faults(request);
      case "/metrics" -> get(request, this::metrics);
      case "/accuracy" -> get(request, () -> HttpAnswer.json(200, accuracy()));
      case "/accuracy/histogram" ->
          get(request, () -> HttpAnswer.text("text/plain; charset=utf-8", accuracy.text()));
      case "/accuracy/reset" -> {
        if (!request.method().equals("POST")) {
          yield wrongMethod(request, "POST");
        }
        Map<String, Object> before = accuracy();
        accuracy.reset(request.parameter("label", ""));
        yield HttpAnswer.json(200, before);
      }
      case "/openapi.json" -> get(request, ControlApi::openApi);
      default ->
          HttpAnswer.error(404, "there is no " + path + "; GET /openapi.json lists what there is");
    };
  }

  private interface Getter {
    HttpAnswer get();
  }

  private interface Putter {
    void put(String body);
  }

  private static HttpAnswer get(HttpRequest request, Getter getter) {
    return request.method().equals("GET") ? getter.get() : wrongMethod(request, "GET");
  }

  private static HttpAnswer getOrPut(HttpRequest request, Getter getter, Putter putter) {
    switch (request.method()) {
      case "GET" -> {
        return getter.get();
      }
      case "PUT" -> {
        putter.put(request.body());
        return getter.get();
      }
      default -> {
        return wrongMethod(request, "GET or PUT");
      }
    }
  }

  private static HttpAnswer wrongMethod(HttpRequest request, String right) {
    return HttpAnswer.error(405, request.path() + " takes " + right + ", not " + request.method());
  }

  private HttpAnswer latency() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("latency", LatencyWords.text(desk.latency()));
    map.put("meanMillis", DelaySource.meanNanos(desk.latency(), desk.seed()) / 1e6);
    return HttpAnswer.json(200, map);
  }

  private void putLatency(String body) {
    desk.latency(LatencyWords.parse("latency", body));
    System.err.println("fake-db: latency is now " + LatencyWords.text(desk.latency()));
  }

  private HttpAnswer capacity() {
    return HttpAnswer.json(200, Map.of("capacity", CapacityModel.text(desk.capacity())));
  }

  private void putCapacity(String body) {
    desk.capacity(Setting.parse("capacity", body, CapacityModel::read));
    System.err.println("fake-db: capacity is now " + CapacityModel.text(desk.capacity()));
  }

  private HttpAnswer connectionLimit() {
    return HttpAnswer.json(200, Map.of("connectionLimit", limit.max()));
  }

  private void putLimit(String body) {
    limit.limit((int) (long) Setting.parse("connectionLimit", body, s -> s.whole(0, 1_000_000)));
  }

  private HttpAnswer rules() {
    return HttpAnswer.json(200, Map.of("rules", desk.rules().size()));
  }

  private void putRules(String body) {
    desk.rules(new RuleBook(Setting.parse("rules", body, RuleWords::readAll), desk.seed()));
    System.err.println("fake-db: " + desk.rules().size() + " rules from now on");
  }

  private HttpAnswer faults(HttpRequest request) {
    switch (request.method()) {
      case "GET" -> {
        return HttpAnswer.json(200, Map.of("faults", faults.list()));
      }
      case "POST" -> {
        FaultPlan plan = Setting.parse("fault", request.body(), FaultWords::read);
        String id = faults.order(plan, System.nanoTime());
        Map<String, Object> words = new LinkedHashMap<>();
        words.put("id", id);
        words.putAll(FaultWords.map(plan));
        return HttpAnswer.json(201, words);
      }
      case "DELETE" -> {
        for (Map<String, Object> fault : faults.list()) {
          faults.remove(fault.get("id").toString());
        }
        return HttpAnswer.json(200, Map.of("faults", List.of()));
      }
      default -> {
        return wrongMethod(request, "GET, POST or DELETE");
      }
    }
  }

  private HttpAnswer removeFault(String id) {
    return faults.remove(id)
        ? HttpAnswer.json(200, Map.of("faults", faults.list()))
        : HttpAnswer.error(
            404, "there is no fault '" + id + "'; GET /faults lists those there are");
  }

  private Map<String, Object> state() {
    Map<String, Object> state = new LinkedHashMap<>();
    state.put("uptimeSeconds", Math.round((System.nanoTime() - startNanos) / 1e6) / 1e3);
    state.put("seed", desk.seed());
    state.put("latency", LatencyWords.text(desk.latency()));
    state.put("latencyMeanMillis", DelaySource.meanNanos(desk.latency(), desk.seed()) / 1e6);
    state.put("capacity", CapacityModel.text(desk.capacity()));
    state.put("connectionLimit", limit.max());
    state.put("rules", desk.rules().size());
    state.put("faults", faults.list());
    Map<String, Object> queries = new LinkedHashMap<>();
    var counters = desk.counters();
    queries.put("answered", counters.answered());
    queries.put("errors", counters.errors());
    queries.put("overflows", counters.overflows());
    queries.put("resets", counters.resets());
    queries.put("waiting", counters.waiting());
    queries.put("inSlots", counters.busy());
    queries.put("queued", counters.queued());
    state.put("queries", queries);
    Map<String, Object> byPort = new LinkedHashMap<>();
    for (Port port : ports) {
      byPort.put(port.name(), state(port));
    }
    state.put("ports", byPort);
    state.put("accuracy", accuracy());
    return state;
  }

  private static Map<String, Object> state(Port port) {
    Traffic traffic = port.traffic();
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("port", port.address().getPort());
    map.put("listening", port.isListening());
    map.put("connections", traffic.open());
    map.put("accepted", traffic.accepted());
    map.put("acceptFailures", traffic.refused());
    map.put("overflows", traffic.overflows());
    map.put("receivedBytes", traffic.receivedBytes());
    map.put("sentBytes", traffic.sentBytes());
    return map;
  }

  private Map<String, Object> accuracy() {
    Histogram overshoot = accuracy.overshoot();
    long count = overshoot.getTotalCount();
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("label", accuracy.label());
    map.put("count", count);
    map.put("medianMillis", millis(overshoot, 50, count));
    map.put("p90Millis", millis(overshoot, 90, count));
    map.put("p99Millis", millis(overshoot, 99, count));
    map.put("maxMillis", millis(overshoot, 100, count));
    map.put("meanMillis", count == 0 ? null : (Object) (overshoot.getMean() / 1e6));
    map.put("late", accuracy.late());
    map.put("verdict", accuracy.inRun().name());
    map.put("strictVerdict", accuracy.strict().name());
    map.put("answeredTotal", accuracy.answered());
    map.put("askedMillisTotal", accuracy.askedNanos() / 1e6);
    map.put("appliedMillisTotal", accuracy.appliedNanos() / 1e6);
    return map;
  }

  private static Object millis(Histogram histogram, double percentile, long count) {
    return count == 0 ? null : (Object) (histogram.getValueAtPercentile(percentile) / 1e6);
  }

  private HttpAnswer metrics() {
    return HttpAnswer.text(
        "text/plain; version=0.0.4; charset=utf-8",
        Metrics.text(desk, accuracy, limit, ports, faults));
  }

  private static HttpAnswer openApi() {
    try (InputStream in = ControlApi.class.getResourceAsStream("openapi.json")) {
      return HttpAnswer.text(
          "application/json", new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException("openapi.json is not in the jar", e);
    }
  }
}
