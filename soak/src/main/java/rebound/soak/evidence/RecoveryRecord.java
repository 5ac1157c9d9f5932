package rebound.soak.evidence;

import com.fasterxml.jackson.annotation.JsonInclude;

/// Whether service came back after harm, and when (METHODOLOGY 3.4).
///
/// @param baseline the phase against which it is judged
/// @param state in a word: `RECOVERED`, `SLOW`, `DEGRADED`, `STUCK`, `BROKEN`, or `UNKNOWN`
/// @param recovered true when it came back while it was watched; null where nothing can be said
/// @param seconds from the harm's end until it was back; null where it was not
/// @param watchedSeconds how long it was watched
/// @param firstGoodSeconds until the first good answer's second; null for never
/// @param lostAnswers good answers that were lost on the way
/// @param windowSeconds length of the windows by which it was judged; absent for `UNKNOWN`
/// @param endGoodRatio goodput over the baseline's load in the last 30 s; absent for `UNKNOWN`
/// @param overshootRatio how far goodput rose above the baseline's; absent for `UNKNOWN`
/// @param sentence the finding in words
public record RecoveryRecord(
    String baseline,
    String state,
    Boolean recovered,
    Double seconds,
    double watchedSeconds,
    Double firstGoodSeconds,
    double lostAnswers,
    @JsonInclude(JsonInclude.Include.NON_NULL) Double windowSeconds,
    @JsonInclude(JsonInclude.Include.NON_NULL) Double endGoodRatio,
    @JsonInclude(JsonInclude.Include.NON_NULL) Double overshootRatio,
    String sentence) {

  /// True when it was watched and did not come back.
  public boolean missed() {
    return recovered != null && !recovered;
  }

  /// Nothing can be said.
  public static RecoveryRecord unknown(String baseline, String why) {
    return new RecoveryRecord(baseline, "UNKNOWN", null, null, 0, null, 0, null, null, null, why);
  }
}
