package rebound.soak.evidence;

/// A fault that was made in a phase.
///
/// @param what what was done to whom
/// @param injectedSeconds when, from the phase's start
/// @param healedSeconds when it was healed, from the phase's start
/// @param firstGoodMillis from starting a killed target again to its first good answer; null where
///     nothing was started again
public record FaultRecord(
    String what, double injectedSeconds, double healedSeconds, Double firstGoodMillis) {
  /// True for a fault that ended the target and started it again.
  public boolean restarted() {
    return firstGoodMillis != null;
  }
}
