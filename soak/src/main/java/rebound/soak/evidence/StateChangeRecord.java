package rebound.soak.evidence;

/// What the probes said about the target changed.
///
/// @param atSeconds planned time of the probe that decided, from the phase's start
/// @param state from then on, for example `unresponsive`
public record StateChangeRecord(double atSeconds, String state) {}
