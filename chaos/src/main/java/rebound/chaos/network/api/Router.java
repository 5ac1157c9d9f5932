package rebound.chaos.network.api;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import rebound.chaos.network.proxy.Proxies;
import rebound.chaos.network.proxy.Proxy;
import rebound.chaos.network.proxy.Refusal;

/// Finds what a request is for and does it. Used by the loop's thread only.
public final class Router {
  /// The version whose behaviour is matched.
  static final String VERSION = "2.12.0";

  private static final int ID_LENGTH = 20;

  private final Proxies proxies;
  private final Guard guard;
  private final Supplier<String> metrics;
  private final SplittableRandom ids = new SplittableRandom();

  /// @param guard who may ask
  /// @param metrics the text of `/metrics`, or null when there is no such path
  public Router(Proxies proxies, Guard guard, Supplier<String> metrics) {
    this.proxies = proxies;
    this.guard = guard;
    this.metrics = metrics;
  }

  /// An answer once the path and the method are known to exist.
  private interface Action {
    Response answer() throws Refusal;
  }

  Response answer(Request request) {
    String path = request.path();
    if (path.contains("//")) {
      return Response.empty(301).with("Location", path.replaceAll("/{2,}", "/"));
    }
    if (!path.startsWith("/")) {
      return notFound();
    }
    List<String> segments = segments(path);
    List<String> methods = methods(segments);
    if (methods.isEmpty()) {
      return notFound();
    }
    if (!methods.contains(request.method()) && !methods.contains("*")) {
      return request.method().equals("HEAD")
          ? Response.empty(405)
          : Response.error(405, "method not allowed");
    }
    Response refused = guard.refuse(request);
    Response response = refused == null ? act(request, segments) : refused;
    return response.with("X-Toxiproxy-Request-Id", newId());
  }

  private static Response notFound() {
    return Response.text(404, "404 page not found\n");
  }

  private static List<String> segments(String path) {
    List<String> segments = new ArrayList<>();
    for (String segment : path.substring(1).split("/", -1)) {
      // A plus sign stands for itself in a path.
      String encoded = segment.replace("+", "%2B");
      try {
        segments.add(URLDecoder.decode(encoded, StandardCharsets.UTF_8));
      } catch (IllegalArgumentException malformed) {
        segments.add(segment);
      }
    }
    return segments;
  }

  private List<String> methods(List<String> segments) {
    if (segments.contains("")) {
      return List.of();
    }
    return switch (segments.size()) {
      case 1 ->
          switch (segments.getFirst()) {
            case "version" -> List.of("GET");
            case "proxies" -> List.of("GET", "POST");
            case "reset", "populate" -> List.of("POST");
            case "metrics" -> metrics == null ? List.of() : List.of("*");
            default -> List.of();
          };
      case 2 -> isProxies(segments) ? List.of("GET", "POST", "PATCH", "DELETE") : List.of();
      case 3 -> isToxics(segments) ? List.of("GET", "POST") : List.of();
      case 4 -> isToxics(segments) ? List.of("GET", "POST", "PATCH", "DELETE") : List.of();
      default -> List.of();
    };
  }

  private static boolean isProxies(List<String> segments) {
    return segments.getFirst().equals("proxies");
  }

  private static boolean isToxics(List<String> segments) {
    return isProxies(segments) && segments.get(2).equals("toxics");
  }

  private Response act(Request request, List<String> segments) {
    boolean reads = request.method().equals("GET");
    Action action =
        switch (segments.size()) {
          case 1 -> () -> actOnAll(request, segments.getFirst(), reads);
          case 2 -> () -> actOnProxy(request, segments.get(1));
          case 3 -> () -> actOnToxics(request, segments.get(1), reads);
          default -> () -> actOnToxic(request, segments.get(1), segments.get(3));
        };
    try {
      return action.answer();
    } catch (Refusal refusal) {
      return Response.error(refusal.status(), refusal.getMessage());
    }
  }

  private Response actOnAll(Request request, String path, boolean reads) throws Refusal {
    return switch (path) {
      case "version" ->
          Response.json(
              200, "application/json;charset=utf-8", "{\"version\": \"" + VERSION + "\"}\n");
      case "proxies" ->
          reads
              ? Response.json(200, Json.byName(proxies.all()))
              : Response.json(201, Json.proxy(proxies.create(Body.proxy(request.body()))));
      case "reset" -> {
        proxies.reset();
        yield Response.empty(204);
      }
      case "populate" -> populate(request);
      default -> Response.json(200, "text/plain; version=0.0.4; charset=utf-8", metrics.get());
    };
  }

  private Response populate(Request request) {
    List<Proxy> done = new ArrayList<>();
    try {
      proxies.populate(Body.proxies(request.body()), done);
      return Response.json(201, Json.populated(done));
    } catch (Refusal refusal) {
      return Response.json(
          refusal.status(), Json.error(refusal.status(), refusal.getMessage(), done));
    }
  }

  private Response actOnProxy(Request request, String name) throws Refusal {
    Proxy proxy = proxies.get(name);
    return switch (request.method()) {
      case "GET" -> Response.json(200, Json.proxy(proxy));
      case "DELETE" -> {
        proxies.delete(name);
        yield Response.empty(204);
      }
      default -> {
        proxy.update(Body.proxy(request.body()));
        yield Response.json(200, Json.proxy(proxy));
      }
    };
  }

  private Response actOnToxics(Request request, String name, boolean reads) throws Refusal {
    Proxy proxy = proxies.get(name);
    return Response.json(
        200,
        reads
            ? Json.toxics(proxy.toxics())
            : Json.toxic(proxy.addToxic(Body.toxic(request.body()))));
  }

  private Response actOnToxic(Request request, String name, String toxic) throws Refusal {
    Proxy proxy = proxies.get(name);
    proxy.toxic(toxic);
    return switch (request.method()) {
      case "GET" -> Response.json(200, Json.toxic(proxy.toxic(toxic)));
      case "DELETE" -> {
        proxy.removeToxic(toxic);
        yield Response.empty(204);
      }
      default ->
          Response.json(200, Json.toxic(proxy.changeToxic(toxic, Body.toxic(request.body()))));
    };
  }

  private String newId() {
    StringBuilder id = new StringBuilder(ID_LENGTH);
    for (int i = 0; i < ID_LENGTH; i++) {
      id.append(Character.forDigit(ids.nextInt(32), 32));
    }
    return id.toString();
  }
}
