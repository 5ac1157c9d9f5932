package rebound.soak.evidence;

import com.fasterxml.jackson.annotation.JsonInclude;

/// A fault that was made in a phase.
///
/// @param what what was done to whom
/// @param injectedSeconds when, from the phase's start
/// @param healedSeconds when it was healed, from the phase's start
/// @param firstGoodMillis from starting a killed target again to its first good answer; null
///     where nothing was started again
/// @param silencedSeconds for how long the target's process was made to stand still, or was gone
///     and not being started again; absent where it was not
public record FaultRecord(
    String what,
    double injectedSeconds,
    double healedSeconds,
    Double firstGoodMillis,
    @JsonInclude(JsonInclude.Include.NON_NULL) Double silencedSeconds) {
  /// True for a fault that ended the target and started it again.
  public boolean restarted() {
    return firstGoodMillis != null;
  }
}
