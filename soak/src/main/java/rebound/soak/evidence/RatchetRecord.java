package rebound.soak.evidence;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;

/// Whether each cycle of load and rest leaves a little more behind.
///
/// @param finding `STEADY`, `RATCHET` or `TOO_FEW`
/// @param bytesPerCycle slope of the rests' floors
/// @param risingP one-sided probability of such a rise by chance
/// @param cycles how many were judged
/// @param bytesPerConnection what stays of each connection that a cycle opens; absent where floors
///     do not rise, or none is opened
/// @param floorsBytes lowest decile of each rest's last 20 seconds
public record RatchetRecord(
    String finding,
    double bytesPerCycle,
    double risingP,
    int cycles,
    @JsonInclude(JsonInclude.Include.NON_NULL) Double bytesPerConnection,
    List<Long> floorsBytes) {

  /// Copies the list.
  public RatchetRecord {
    floorsBytes = List.copyOf(floorsBytes);
  }
}
