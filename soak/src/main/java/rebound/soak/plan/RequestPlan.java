package rebound.soak.plan;

import rebound.chaos.load.Request;

/// A request of a population's mix, and the route that it stands for.
///
/// @param route the name by which a target file maps or leaves it out
/// @param request what is sent where the target maps nothing
public record RequestPlan(String route, Request request) {
  /// The route of a path for which the plan names none: the path without its slash and query.
  public static String routeOf(String path) {
    String plain = path.contains("?") ? path.substring(0, path.indexOf('?')) : path;
    return plain.startsWith("/") ? plain.substring(1) : plain;
  }

  /// The same request to another path.
  public RequestPlan at(String path) {
    return new RequestPlan(
        route,
        new Request(
            request.method(),
            path,
            request.headers(),
            request.body(),
            request.expect(),
            request.weight()));
  }
}
