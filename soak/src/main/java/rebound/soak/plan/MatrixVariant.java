package rebound.soak.plan;

import java.util.List;
import java.util.Optional;

/// A setting of the target with which a plan's `--matrix` runs the whole plan.
///
/// @param name matches `[a-z0-9-]+`
/// @param java options of the JVM, put before `-jar` and so after the target's own
/// @param arguments put at the end of the command
/// @param mustFail true where memory that came back would show that the plan sees nothing
/// @param jvm how far the JVM is looked into; empty for the plan's own way
public record MatrixVariant(
    String name,
    List<String> java,
    List<String> arguments,
    boolean mustFail,
    Optional<JvmLook> jvm) {
  /// Copies the lists.
  public MatrixVariant {
    Phase.requireName("variant", name);
    java = List.copyOf(java);
    arguments = List.copyOf(arguments);
  }
}
