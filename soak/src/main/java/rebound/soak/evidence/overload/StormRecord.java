package rebound.soak.evidence.overload;

/// What a trigger left behind among clients that try again.
///
/// @param phase the phase of the trigger
/// @param budgetRatio retries allowed for each first try; 0 allows all
/// @param load u, user rate over capacity
/// @param vulnerable whether the algebra allows a metastable failure: u·(1 + R) > 1
/// @param state `RECOVERED`, `SLOW`, `DEGRADED`, `METASTABLE`, `BROKEN`, `STUCK` or `UNKNOWN`
/// @param recoveredSeconds from the trigger's end; null where service did not come back by itself
/// @param watchedSeconds how long it was watched after the trigger
/// @param drainSeconds how long a queue without retries would drain; null where the trigger's size
///     is unknown
/// @param amplification attempts over user requests in the trigger's phase
/// @param restoredBySeconds until service was as before once load was shed and back; null where
///     that was not needed or did not help
/// @param trusted false where the driver or the machine spoiled it
/// @param sentence the finding in words
public record StormRecord(
    String phase,
    double budgetRatio,
    double load,
    boolean vulnerable,
    String state,
    Double recoveredSeconds,
    double watchedSeconds,
    Double drainSeconds,
    double amplification,
    Double restoredBySeconds,
    boolean trusted,
    String sentence) {}
