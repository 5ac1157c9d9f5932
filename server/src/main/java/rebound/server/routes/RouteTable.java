package rebound.server.routes;

import io.undertow.util.HttpString;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Finds the endpoint of a path. Built at start-up, then read only.
final class RouteTable {
  private final Map<String, Endpoint> exact = new HashMap<>();
  private final List<Endpoint> endpoints = new ArrayList<>();
  private final Endpoint todo;
  private final Endpoint unknown;
  private final Endpoint refused;

  RouteTable() {
    todo = add(TodoRoutes.PREFIX + "{id}");
    unknown = add("unknown");
    refused = add("refused");
    exact.clear();
    add("*");
  }

  RouteTable on(HttpString method, String path, Handling handling) {
    Endpoint endpoint = path.equals(todo.label()) ? todo : exact.get(path);
    if (endpoint == null) {
      endpoint = add(path);
    }
    endpoint.on(method, handling);
    return this;
  }

  private Endpoint add(String label) {
    Endpoint endpoint = new Endpoint(endpoints.size(), label);
    endpoints.add(endpoint);
    exact.put(label, endpoint);
    return endpoint;
  }

  /// The endpoint of a path; one that knows no method where there is none.
  Endpoint find(String path) {
    Endpoint found = exact.get(path);
    if (found != null) {
      return found;
    }
    return path.startsWith(TodoRoutes.PREFIX) ? todo : unknown;
  }

  boolean isKnown(Endpoint endpoint) {
    return endpoint != unknown;
  }

  /// What requests are counted under that never became one.
  Endpoint refused() {
    return refused;
  }

  List<Endpoint> endpoints() {
    return endpoints;
  }
}
