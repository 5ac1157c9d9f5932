package rebound.soak.evidence.overload;

/// Whether a long overload drifts: a minute near its start against its last.
///
/// @param multiple of capacity
/// @param windowSeconds length of the two stretches that are compared
/// @param p99Ratio median p99 of admitted seconds, last over first; null where unknown
/// @param goodRatio goodput, last over first
/// @param inFlightRatio requests in flight, which follow the target's limit, last over first
/// @param worstRatio the largest of them away from 1, as a factor of at least 1
/// @param trusted false where the driver or the machine spoiled it
public record DriftRecord(
    double multiple,
    double windowSeconds,
    Double p99Ratio,
    Double goodRatio,
    Double inFlightRatio,
    Double worstRatio,
    boolean trusted) {}
