package rebound.soak.evidence;

import rebound.chaos.measure.ConnectionLedger;

/// What became of a population's connections.
///
/// @param opened connections that stood
/// @param answered connections that got at least one complete response
/// @param closedByTarget connections that the target closed in order
/// @param kept connections still standing at the end
/// @param reset connections that the target reset
/// @param refused tries that the target refused
/// @param timedOut tries that got no answer in time
public record ConnectionsRecord(
    long opened,
    long answered,
    long closedByTarget,
    long kept,
    long reset,
    long refused,
    long timedOut) {

  static ConnectionsRecord of(ConnectionLedger ledger) {
    return new ConnectionsRecord(
        ledger.opened(),
        ledger.answered(),
        ledger.closedByTarget(),
        ledger.kept(),
        ledger.reset(),
        ledger.refused(),
        ledger.timedOut());
  }
}
