package rebound.chaos.measure;

/// Where every attempt of a population ended. An attempt is one planned request (closed model: one
/// taken slot) and ends in exactly one of these counts, so that [#addsUp()] holds always.
///
/// @param attempted planned requests that became due
/// @param ok right answers within the deadline
/// @param late right answers after the deadline
/// @param shed refusals on purpose: 503 or 429 that the plan did not expect
/// @param unexpectedStatus complete answers with another status, or with a body that fails its
/// check
/// @param timedOut no complete answer within the timeout
/// @param broken the connection failed with the request in flight
/// @param connectFailed no connection could be opened for it
/// @param capReached never sent: all slots were busy while the driver was on time (the target's
/// doing)
/// @param driverLate never sent: the driver itself was late
/// @param inFlightAtEnd sent, and still without an answer when the phase's drain ended
public record Ledger(
    long attempted,
    long ok,
    long late,
    long shed,
    long unexpectedStatus,
    long timedOut,
    long broken,
    long connectFailed,
    long capReached,
    long driverLate,
    long inFlightAtEnd) {

  /// A ledger without an attempt.
  public static final Ledger EMPTY = new Ledger(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

  /// Attempts that were never sent, for either cause.
  public long unsent() {
    return capReached + driverLate;
  }

  /// Sum of all outcomes; equal to [#attempted()] in a ledger that can be trusted.
  public long accounted() {
    return ok
        + late
        + shed
        + unexpectedStatus
        + timedOut
        + broken
        + connectFailed
        + unsent()
        + inFlightAtEnd;
  }

  /// True when every attempt ended in exactly one outcome.
  public boolean addsUp() {
    return attempted == accounted();
  }

  /// Complete responses, right or wrong, in time or late: what throughput counts.
  public long completed() {
    return ok + late + shed + unexpectedStatus;
  }

  /// Attempts that ended without any complete response although they were sent or tried.
  public long failed() {
    return timedOut + broken + connectFailed;
  }

  /// The sum of two ledgers.
  public Ledger plus(Ledger other) {
    return new Ledger(
        attempted + other.attempted,
        ok + other.ok,
        late + other.late,
        shed + other.shed,
        unexpectedStatus + other.unexpectedStatus,
        timedOut + other.timedOut,
        broken + other.broken,
        connectFailed + other.connectFailed,
        capReached + other.capReached,
        driverLate + other.driverLate,
        inFlightAtEnd + other.inFlightAtEnd);
  }
}
