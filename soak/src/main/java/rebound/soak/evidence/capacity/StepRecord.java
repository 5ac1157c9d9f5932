package rebound.soak.evidence.capacity;

/// One step of the ladder of closed loads: the medians of its runs.
///
/// @param connections closed, without a pause
/// @param runs how many could be trusted
/// @param goodPerSecond right answers in time, per second
/// @param answeredPerSecond complete answers, per second
/// @param meanMillis mean response time of all answers but refusals
/// @param p99Millis its 99th percentile; null where too few
/// @param peakRssBytes highest resident memory of the target; null where unreadable
public record StepRecord(
    int connections,
    int runs,
    double goodPerSecond,
    double answeredPerSecond,
    double meanMillis,
    Double p99Millis,
    Long peakRssBytes) {}
