package rebound.soak.evidence;

import com.fasterxml.jackson.annotation.JsonInclude;

/// What a soak says about one metric. Slopes are in the metric's unit each second; null where there
/// were too few windows.
///
/// @param metric in words
/// @param unit of the metric
/// @param verdict `STABLE`, `CONVERGING`, `SUSPECT`, `LEAK`, `TOO_SHORT` or `UNREADABLE`
/// @param slopePerSecond estimated
/// @param slopeLowPerSecond lower end of its 95 % interval
/// @param slopeHighPerSecond upper end
/// @param perThousandRequests growth for 1,000 requests
/// @param smallestSlopePerSecond the smallest growth that this soak could have seen
/// @param secondsToLimit until the target's memory limit is reached; absent without growth or limit
/// @param windows how many were judged
/// @param sentence the finding in words
public record CreepRecord(
    String metric,
    String unit,
    String verdict,
    Double slopePerSecond,
    Double slopeLowPerSecond,
    Double slopeHighPerSecond,
    Double perThousandRequests,
    Double smallestSlopePerSecond,
    @JsonInclude(JsonInclude.Include.NON_NULL) Double secondsToLimit,
    int windows,
    String sentence) {}
