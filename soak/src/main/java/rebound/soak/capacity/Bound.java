package rebound.soak.capacity;

/// What its trials make of a rate.
public enum Bound {
  /// It keeps the objective.
  LOWER,
  /// It does not.
  UPPER,
  /// Too few trials, or none that can be trusted.
  UNDECIDED
}
