package rebound.soak.evidence.overload;

/// A sudden step of load and its end.
///
/// @param multiple of capacity
/// @param steadyPerSecond goodput once it had settled
/// @param fraction the same over capacity
/// @param convergedSeconds from the step until it had settled; null where it did not
/// @param recoveredSeconds from the spike's end until service was as before; null where it was not
///     while it was watched
/// @param watchedSeconds how long it was watched after its end
/// @param trusted false where the driver or the machine spoiled it
public record SpikeRecord(
    double multiple,
    double steadyPerSecond,
    double fraction,
    Double convergedSeconds,
    Double recoveredSeconds,
    double watchedSeconds,
    boolean trusted) {}
