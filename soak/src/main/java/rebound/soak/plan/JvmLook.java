package rebound.soak.plan;

/// How far a run looks into a target that is a JVM.
public enum JvmLook {
  /// Not at all.
  NONE,
  /// With the commands of `jcmd`: heap, classes, code, and the attribution ladder at the end.
  COMMANDS,
  /// The same, and direct buffers, for which the target starts its management agent.
  MANAGEMENT
}
