package rebound.soak.evidence;

import java.util.List;

/// What the liveness probes saw in a phase. Ratios are those of the fresh connection.
///
/// @param statusAfter first status that a fresh probe got after the phase; 0 when none got any
/// @param aliveRatio probes answered in time, refusals included, over valid probes
/// @param servingRatio good answers in time over valid probes
/// @param longestGapMillis longest time without an answer, on a fresh or a kept connection: the
///     middle of its bounds
/// @param gaps how many such times there were on the fresh connection
/// @param probes valid probes
/// @param invalidProbes probes that the prober itself spoiled
/// @param state the state at the phase's end, for example `alive`
/// @param keptServingRatio the same on a kept connection
/// @param dependencyServingRatio the same through the dependency; null without such a route
/// @param wouldRestart paths by which a kubelet with its defaults would have killed a pod
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
    List<String> wouldRestart) {

  /// Copies the list.
  public LivenessRecord {
    wouldRestart = List.copyOf(wouldRestart);
  }
}
