package rebound.soak.evidence;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/// Whether memory came back: baseline after warm-up and rest, peak, and what is held after the last
/// rest. Null where it could not be measured.
///
/// @param returnClass `PROMPT`, `EVENTUAL`, `RETAINED`, `NO_GROWTH`, or `UNKNOWN`
/// @param baselineBytes M0: median of the last five seconds of the first rest
/// @param peakBytes P: highest sample between the two rests
/// @param settledBytes median of the last five seconds of the last rest
/// @param settledRatio settled over baseline
/// @param residualRatio what stayed of the growth; null with `NO_GROWTH`
/// @param t50Seconds until half of the growth was back; null when never
/// @param t90Seconds until nine tenths were back; null when never
/// @param heldMegabyteSeconds what was held above the baseline through the last rest
/// @param why a sentence
/// @param descriptorsLeft open file descriptors, sockets among them, at the end of the last rest
///     above those of the first; absent where nobody could count them
/// @param cycles each rest after the first whose memory is known, in order
public record MemoryReturnRecord(
    @JsonProperty("class") String returnClass,
    Long baselineBytes,
    Long peakBytes,
    Long settledBytes,
    Double settledRatio,
    Double residualRatio,
    Double t50Seconds,
    Double t90Seconds,
    Double heldMegabyteSeconds,
    String why,
    @JsonInclude(JsonInclude.Include.NON_NULL) Long descriptorsLeft,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<CycleRecord> cycles) {

  /// Copies the list.
  public MemoryReturnRecord {
    cycles = cycles == null ? List.of() : List.copyOf(cycles);
  }

  /// Where nothing can be said.
  ///
  /// @param why a sentence
  public static MemoryReturnRecord unknown(String why) {
    return new MemoryReturnRecord(
        "UNKNOWN", null, null, null, null, null, null, null, null, why, null, List.of());
  }

  /// The same with what the rests say about descriptors.
  public MemoryReturnRecord withDescriptorsLeft(Long left) {
    return new MemoryReturnRecord(
        returnClass,
        baselineBytes,
        peakBytes,
        settledBytes,
        settledRatio,
        residualRatio,
        t50Seconds,
        t90Seconds,
        heldMegabyteSeconds,
        why,
        left,
        cycles);
  }
}
