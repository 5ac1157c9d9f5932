package rebound.soak.plan;

/// Phases that follow from what earlier ones showed, after those that the plan names. A plan has at
/// most one, below the key of its kind.
public sealed interface ExperimentPlan permits CapacityPlan, OverloadPlan, SurfacePlan {
  /// How often all of it is done, each time with a fresh process of the target.
  int processes();

  /// What it comes to, said before it starts.
  String words();

  /// A phase with every request and the most connections that the experiment may come to, for the
  /// checks before any load.
  Phase example();
}
