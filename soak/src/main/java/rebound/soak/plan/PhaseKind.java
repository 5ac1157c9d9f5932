package rebound.soak.plan;

/// What a phase is for. Warm-up and rest are outside gates that name all phases.
public enum PhaseKind {
  /// Ordinary load or harm.
  LOAD,
  /// Brings the target to its working temperature; never judged.
  WARM_UP,
  /// No load: memory is watched while it comes back.
  REST,
  /// Load after harm: does the target serve again?
  RECOVERY,
  /// A long steady load.
  SOAK;

  /// True where a phase that the machine disturbed may be done again.
  public boolean repeatable() {
    return this == LOAD || this == WARM_UP;
  }
}
