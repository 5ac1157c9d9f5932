package rebound.soak.planfile;

import java.util.List;
import java.util.Optional;
import rebound.soak.plan.ExperimentPlan;

/// Reads a plan's experiment, which stands below the key of its kind.
final class ExperimentReader {
  private static final List<String> KINDS = List.of("capacity", "overload", "surface");

  private ExperimentReader() {}

  /// True where the plan has one, right or wrong.
  static boolean present(Section root) {
    return KINDS.stream().anyMatch(root::has);
  }

  static Optional<ExperimentPlan> read(Section root) {
    List<String> kinds = KINDS.stream().filter(root::has).toList();
    if (kinds.size() > 1) {
      root.complain(kinds.getLast(), "a plan has one experiment, not " + kinds + ": keep one");
    }
    return CapacityReader.read(root)
        .or(() -> OverloadReader.read(root))
        .or(() -> SurfaceReader.read(root));
  }
}
