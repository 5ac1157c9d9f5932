package rebound.soak.plan;

/// How a population harms instead of using.
public sealed interface HostilePlan {
  /// A storm of bodies that are no valid JSON; each answer must be 400.
  ///
  /// @param method `PUT` or `POST`
  /// @param route the name by which a target file maps or leaves it out
  /// @param path where the bodies go
  record InvalidJson(String method, String route, String path) implements HostilePlan {}
}
