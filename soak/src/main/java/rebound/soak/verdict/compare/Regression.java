package rebound.soak.verdict.compare;

/// What a comparison found.
public enum Regression {
  /// Worse by more than the margin.
  REGRESSED,
  /// Not worse by more than the margin.
  OK,
  /// The blocks do not say; add four, twenty at most.
  INCONCLUSIVE,
  /// A figure is missing on one side: nothing can be claimed from the others.
  INVALID
}
