package rebound.soak.evidence;

import rebound.chaos.measure.Ledger;

/// A population's ledger as `run.json` holds it. The attempts and the nine outcomes add up.
///
/// @param attempted planned requests that became due
/// @param ok right answers within the deadline
/// @param late right answers after it
/// @param shed refusals on purpose
/// @param unexpectedStatus complete answers that were not right
/// @param timedOut no complete answer within the timeout
/// @param broken the connection failed with the request in flight
/// @param connectFailed no connection could be opened
/// @param unsent never sent, for either cause
/// @param inFlightAtEnd still without an answer when the drain ended
/// @param unsentCapReached of `unsent`: all slots were busy, the driver was on time
/// @param unsentDriverLate of `unsent`: the driver was late
/// @param addsUp true when each attempt has exactly one outcome
public record LedgerRecord(
    long attempted,
    long ok,
    long late,
    long shed,
    long unexpectedStatus,
    long timedOut,
    long broken,
    long connectFailed,
    long unsent,
    long inFlightAtEnd,
    long unsentCapReached,
    long unsentDriverLate,
    boolean addsUp) {

  /// The record of a driver's ledger.
  public static LedgerRecord of(Ledger ledger) {
    return new LedgerRecord(
        ledger.attempted(),
        ledger.ok(),
        ledger.late(),
        ledger.shed(),
        ledger.unexpectedStatus(),
        ledger.timedOut(),
        ledger.broken(),
        ledger.connectFailed(),
        ledger.unsent(),
        ledger.inFlightAtEnd(),
        ledger.capReached(),
        ledger.driverLate(),
        ledger.addsUp());
  }

  /// Complete responses.
  public long completed() {
    return ok + late + shed + unexpectedStatus;
  }
}
