package rebound.soak.evidence.overload;

/// One cell of a grid of loads and delays.
///
/// @param phase the phase's name
/// @param delayMillis of the database
/// @param connections of the load
/// @param perSecond right answers in time
/// @param ceilingRatio the same over connections/delay, which no server exceeds
/// @param meanMillis measured mean response time; null without an answer
/// @param littleMillis connections over throughput: what Little's law says it must be
/// @param p99Millis response time; null where too few
/// @param shedRatio refusals over attempts
/// @param past true beyond the cliff: more connections gave no more answers
/// @param trusted false where the driver or the machine spoiled it
public record CellRecord(
    String phase,
    double delayMillis,
    int connections,
    double perSecond,
    double ceilingRatio,
    Double meanMillis,
    Double littleMillis,
    Double p99Millis,
    double shedRatio,
    boolean past,
    boolean trusted) {}
