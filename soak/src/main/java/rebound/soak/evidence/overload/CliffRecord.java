package rebound.soak.evidence.overload;

/// Where more connections give no more answers, at one delay, and what follows for settings.
///
/// @param delayMillis of the database
/// @param mostPerSecond highest goodput of the row
/// @param knee N* = X·R: connections that carry it without a queue (Little)
/// @param cliffConnections the first load of the grid beyond it; null where the grid ends before
/// @param bound `pool`, `processor` or `not reached`
/// @param inDependency requests inside the database at once, X·d (Little)
/// @param limit advised bound on requests in flight
/// @param timeoutMillis advised timeout of a client
/// @param poolPerThousand database connections that each 1,000/s need at this delay
/// @param sentence the advice in words
public record CliffRecord(
    double delayMillis,
    double mostPerSecond,
    double knee,
    Integer cliffConnections,
    String bound,
    double inDependency,
    int limit,
    double timeoutMillis,
    double poolPerThousand,
    String sentence) {}
