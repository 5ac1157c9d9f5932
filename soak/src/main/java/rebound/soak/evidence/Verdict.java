package rebound.soak.evidence;

/// The word at the end, for a gate and for a run.
public enum Verdict {
  /// The demand was kept.
  PASS,
  /// The demand was not kept.
  FAIL,
  /// There is not enough evidence for either.
  INCONCLUSIVE,
  /// The measurement cannot be trusted, or its metric is missing.
  INVALID,
  /// The demand does not apply here: a quick look, or a target without that figure.
  NOT_JUDGED;

  /// The verdict as people read it.
  public String label() {
    return name().replace('_', ' ');
  }
}
