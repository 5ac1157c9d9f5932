package rebound.chaos.measure;

import java.util.EnumMap;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// The counts of a population while it runs. Used by one thread; read by others only after that
/// thread has handed it over.
public final class Tally {
  private static final int STATUSES = 600;

  private final long[] statuses = new long[STATUSES];
  private static final ErrorKind[] KINDS = ErrorKind.values();
  private static final List<String> OTHERS = List.of("shed", "wrong status", "late", "unsent");

  /// Kinds of what may go wrong: those of [ErrorKind] and those that [#troubles] adds.
  static final int TROUBLES = KINDS.length + OTHERS.size();

  private final EnumMap<ErrorKind, Long> errors = new EnumMap<>(ErrorKind.class);

  /// Planned requests that became due.
  public long attempted;

  /// Right answers within the deadline.
  public long ok;

  /// Right answers after the deadline.
  public long late;

  /// Refusals on purpose.
  public long shed;

  /// Complete answers that were wrong.
  public long unexpectedStatus;

  /// No complete answer within the timeout.
  public long timedOut;

  /// The connection failed with the request in flight.
  public long broken;

  /// No connection could be opened.
  public long connectFailed;

  /// Not sent because all slots were busy.
  public long capReached;

  /// Not sent because the driver was late.
  public long driverLate;

  /// Sent or waiting, and without an answer when the drain ended.
  public long inFlightAtEnd;

  /// Attempts that repeat an earlier one.
  public long retries;

  /// Complete answers that came after the phase's end, within its drain.
  public long drained;

  /// Right answers in time that came after the phase's end, within its drain.
  public long drainedOk;

  /// Bytes handed to the kernel.
  public long bytesSent;

  /// Bytes read.
  public long bytesReceived;

  /// Connections that stood.
  public long opened;

  /// Connections with at least one complete response.
  public long answered;

  /// Connections closed by the target in order.
  public long closedByTarget;

  /// Connections standing at the end.
  public long kept;

  /// Connections and tries that were reset.
  public long reset;

  /// Tries that were refused.
  public long refused;

  /// Tries without an answer in time.
  public long connectTimedOut;

  /// Makes an empty tally.
  public Tally() {}

  /// Counts a complete response's status.
  public void status(int status) {
    statuses[status]++;
  }

  /// Counts a failure, with what it says of the connection.
  public void error(ErrorKind kind) {
    errors.merge(kind, 1L, Long::sum);
    switch (kind) {
      case CONNECT_REFUSED -> refused++;
      case CONNECT_TIMEOUT -> connectTimedOut++;
      case CONNECT_RESET, RESET, WRITE_RESET -> reset++;
      case CONNECT_OTHER,
          NO_RESPONSE,
          FIRST_BYTE_TIMEOUT,
          BODY_TRUNCATED,
          BODY_TIMEOUT,
          GARBAGE,
          UNASKED_RESPONSE,
          STALE_REUSE -> {}
    }
  }

  /// Complete responses so far.
  public long completed() {
    return ok + late + shed + unexpectedStatus;
  }

  /// Attempts so far that ended without a complete response although they were sent or tried.
  public long failed() {
    return timedOut + broken + connectFailed;
  }

  /// Adds another tally's counts to this one.
  public void add(Tally other) {
    for (int i = 0; i < STATUSES; i++) {
      statuses[i] += other.statuses[i];
    }
    other.errors.forEach((kind, count) -> errors.merge(kind, count, Long::sum));
    attempted += other.attempted;
    ok += other.ok;
    late += other.late;
    shed += other.shed;
    unexpectedStatus += other.unexpectedStatus;
    timedOut += other.timedOut;
    broken += other.broken;
    connectFailed += other.connectFailed;
    capReached += other.capReached;
    driverLate += other.driverLate;
    inFlightAtEnd += other.inFlightAtEnd;
    retries += other.retries;
    drained += other.drained;
    drainedOk += other.drainedOk;
    bytesSent += other.bytesSent;
    bytesReceived += other.bytesReceived;
    opened += other.opened;
    answered += other.answered;
    closedByTarget += other.closedByTarget;
    kept += other.kept;
    reset += other.reset;
    refused += other.refused;
    connectTimedOut += other.connectTimedOut;
  }

  /// The counts as a ledger.
  public Ledger ledger() {
    return new Ledger(
        attempted,
        ok,
        late,
        shed,
        unexpectedStatus,
        timedOut,
        broken,
        connectFailed,
        capReached,
        driverLate,
        inFlightAtEnd);
  }

  /// What became of the connections.
  public ConnectionLedger connectionLedger() {
    return new ConnectionLedger(
        opened, answered, closedByTarget, kept, reset, refused, connectTimedOut);
  }

  /// Complete responses by status, those seen alone.
  public SortedMap<Integer, Long> statuses() {
    SortedMap<Integer, Long> seen = new TreeMap<>();
    for (int i = 0; i < STATUSES; i++) {
      if (statuses[i] > 0) {
        seen.put(i, statuses[i]);
      }
    }
    return seen;
  }

  /// Failures by kind, those seen alone.
  public SortedMap<ErrorKind, Long> errors() {
    return new TreeMap<>(errors);
  }

  /// Everything that went wrong so far by its kind: failures, refusals, wrong, late and unsent
  /// requests.
  void troubles(long[] into) {
    for (int i = 0; i < KINDS.length; i++) {
      into[i] = errors.getOrDefault(KINDS[i], 0L);
    }
    into[KINDS.length] = shed;
    into[KINDS.length + 1] = unexpectedStatus;
    into[KINDS.length + 2] = late;
    into[KINDS.length + 3] = capReached + driverLate;
  }

  /// The name of a kind, by its place.
  static String trouble(int place) {
    return place < KINDS.length ? KINDS[place].label() : OTHERS.get(place - KINDS.length);
  }
}
