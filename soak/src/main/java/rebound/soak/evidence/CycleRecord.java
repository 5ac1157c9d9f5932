package rebound.soak.evidence;

import com.fasterxml.jackson.annotation.JsonProperty;

/// What one rest after load gave back, against the first rest.
///
/// @param rest name of its phase
/// @param returnClass as in the run's, for this rest
/// @param peakBytes highest sample of the load before it
/// @param settledBytes median of its last five seconds
/// @param residualRatio what stayed of the growth; null with `NO_GROWTH`, as are all below
/// @param residualRatio5 after 5 s; null where the rest was shorter
/// @param residualRatio15 after 15 s
/// @param residualRatio60 after 60 s
/// @param residualRatio420 after seven minutes
/// @param t50Seconds until half of the growth was back; null when never
/// @param t90Seconds until nine tenths were back; null when never
/// @param heldMegabyteSeconds what was held above the baseline through it
/// @param floorBytes lowest decile of its last 20 seconds
public record CycleRecord(
    String rest,
    @JsonProperty("class") String returnClass,
    long peakBytes,
    long settledBytes,
    Double residualRatio,
    Double residualRatio5,
    Double residualRatio15,
    Double residualRatio60,
    Double residualRatio420,
    Double t50Seconds,
    Double t90Seconds,
    double heldMegabyteSeconds,
    long floorBytes) {}
