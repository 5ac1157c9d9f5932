package rebound.soak.evidence;

/// A time without an answer.
///
/// @param millis the middle of its bounds
/// @param lowerMillis it was at least so long
/// @param upperMillis it was at most so long
public record GapRecord(double millis, double lowerMillis, double upperMillis) {}
