package rebound.soak.plan;

import rebound.chaos.hostile.Hostility;

/// How a population harms instead of using.
public sealed interface HostilePlan {
  /// The name by which a target file maps its path or leaves it out; empty where it needs none.
  String route();

  /// A storm of bodies that are no valid JSON; each answer must be 400.
  ///
  /// @param method `PUT` or `POST`
  /// @param route the name by which a target file maps or leaves it out
  /// @param path where the bodies go
  record InvalidJson(String method, String route, String path) implements HostilePlan {}

  /// Connections that misbehave, beside the driver's.
  ///
  /// @param hostility what they do, within which bounds
  /// @param route the name by which a target file maps its path or leaves it out
  record Swarm(Hostility hostility, String route) implements HostilePlan {}
}
