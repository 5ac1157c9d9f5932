package rebound.soak.evidence;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;

/// What the liveness probes saw in a phase. Ratios are those of the fresh connection.
///
/// @param statusAfter first status that a fresh probe got after the phase; 0 when none got any
/// @param aliveRatio probes answered in time, refusals included, over valid probes
/// @param servingRatio good answers in time over valid probes
/// @param longestGapMillis longest time without an answer that began in the phase, on a fresh or a
///     kept connection: the middle of its bounds; null where no fresh probe was valid
/// @param gaps how many such times there were on the fresh connection
/// @param probes valid probes
/// @param invalidProbes probes that the prober itself spoiled
/// @param state the state at the phase's end, for example `alive`
/// @param keptServingRatio the same on a kept connection
/// @param dependencyServingRatio the same through the dependency; null without such a route
/// @param wouldRestart paths by which a kubelet with its defaults would have killed a pod
/// @param longestGapLowerMillis one such time was at least so long; absent in older runs
/// @param longestGapUpperMillis none was longer; absent in older runs
/// @param keptProbes valid probes on a kept connection; absent without one
/// @param dependencyProbes the same through the dependency
/// @param changes of state within the phase, in order; absent where there were none
/// @param longestOwnGap the longest such time less what the run itself made of it, by a pause or a
///     restart of the target; absent where it made none
public record LivenessRecord(
    int statusAfter,
    Double aliveRatio,
    Double servingRatio,
    Double longestGapMillis,
    int gaps,
    int probes,
    int invalidProbes,
    String state,
    Double keptServingRatio,
    Double dependencyServingRatio,
    List<String> wouldRestart,
    @JsonInclude(JsonInclude.Include.NON_NULL) Double longestGapLowerMillis,
    @JsonInclude(JsonInclude.Include.NON_NULL) Double longestGapUpperMillis,
    @JsonInclude(JsonInclude.Include.NON_NULL) Integer keptProbes,
    @JsonInclude(JsonInclude.Include.NON_NULL) Integer dependencyProbes,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<StateChangeRecord> changes,
    @JsonInclude(JsonInclude.Include.NON_NULL) GapRecord longestOwnGap) {

  /// Copies the lists.
  public LivenessRecord {
    wouldRestart = List.copyOf(wouldRestart);
    changes = changes == null ? List.of() : List.copyOf(changes);
  }

  /// Where no probe on a fresh connection said anything.
  ///
  /// @param statusAfter as above
  /// @param state why there is none, for example `unknown`
  public static LivenessRecord unseen(int statusAfter, String state) {
    return new LivenessRecord(
        statusAfter,
        null,
        null,
        null,
        0,
        0,
        0,
        state,
        null,
        null,
        List.of(),
        null,
        null,
        null,
        null,
        List.of(),
        null);
  }
}
