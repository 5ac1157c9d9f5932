package rebound.chaos.measure;

/// What became of the connections that a population opened. `opened`, `refused`, the connect part
/// of
/// `reset` and of `timedOut` count tries; the others count what the target did to a standing one.
///
/// @param opened connections that stood
/// @param answered connections that got at least one complete response
/// @param closedByTarget connections that the target closed in order
/// @param kept connections still standing at the end of the phase
/// @param reset connections that the target reset
/// @param refused tries that the target refused
/// @param timedOut tries that got no answer in time
public record ConnectionLedger(
    long opened,
    long answered,
    long closedByTarget,
    long kept,
    long reset,
    long refused,
    long timedOut) {

  /// A ledger without a connection.
  public static final ConnectionLedger EMPTY = new ConnectionLedger(0, 0, 0, 0, 0, 0, 0);
}
