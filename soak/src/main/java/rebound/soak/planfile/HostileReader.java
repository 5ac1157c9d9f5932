package rebound.soak.planfile;

import rebound.soak.plan.HostilePlan;
import rebound.soak.plan.RequestPlan;

/// Reads what a hostile population does.
final class HostileReader {
  private HostileReader() {}

  static HostilePlan read(Section section) {
    String kind = section.required("kind");
    return switch (kind) {
      case "invalid-json" -> invalidJson(section);
      default -> {
        section.complain("kind", "kind '" + kind + "' is unknown: use invalid-json");
        yield null;
      }
    };
  }

  private static HostilePlan invalidJson(Section section) {
    String path = section.text("path", "/todos/1");
    String route = section.text("route", RequestPlan.routeOf(path));
    return new HostilePlan.InvalidJson(section.text("method", "PUT"), route, path);
  }
}
