package rebound.soak.evidence;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import rebound.chaos.measure.Ledger;
import rebound.chaos.measure.PopulationResult;
import tools.jackson.databind.annotation.JsonDeserialize;
import tools.jackson.databind.annotation.JsonSerialize;

/// What one population felt in one phase.
///
/// @param name the population's name
/// @param model `closed`, `open`, `idle`, `websocket` or the hostile kind
/// @param connections sockets asked for; `run.json` holds what became of them beside that number
///     where the population is hostile
/// @param offeredPerSecond arrivals per second asked for; null in a closed model
/// @param ledger where every attempt ended
/// @param retries attempts that repeated an earlier one
/// @param statuses complete responses by status
/// @param errors failures by kind
/// @param throughputPerSecond complete responses per second
/// @param goodputPerSecond right answers in time, per second
/// @param goodRatio right answers in time over attempts
/// @param errorCount attempts that ended in neither `ok` nor `late`, without those in flight at the
/// end
/// @param bytesSentPerSecond request bytes
/// @param bytesReceivedPerSecond response bytes
/// @param responseMillis end minus intended time: what a user would have felt
/// @param serviceMillis end minus sent: what the target took
/// @param lagMillis the driver's own lateness
/// @param waitMillis waiting for a connection
/// @param connectMillis opening connections
/// @param shedMillis end minus intended time of refusals on purpose, which stand in no other time
/// @param connectionLedger what became of its connections
public record PopulationRecord(
    String name,
    String model,
    @JsonSerialize(using = HostileConnections.Writer.class)
        @JsonDeserialize(using = HostileConnections.Reader.class)
        int connections,
    Double offeredPerSecond,
    LedgerRecord ledger,
    long retries,
    Map<String, Long> statuses,
    Map<String, Long> errors,
    double throughputPerSecond,
    double goodputPerSecond,
    Double goodRatio,
    long errorCount,
    double bytesSentPerSecond,
    double bytesReceivedPerSecond,
    Percentiles responseMillis,
    Percentiles serviceMillis,
    Percentiles lagMillis,
    Percentiles waitMillis,
    Percentiles connectMillis,
    Percentiles shedMillis,
    ConnectionsRecord connectionLedger) {
  private static final Set<String> WELL_BEHAVED = Set.of("closed", "open", "idle", "websocket");

  /// True for a bad client, whose model is its kind of harm.
  public boolean hostile() {
    return !WELL_BEHAVED.contains(model);
  }

  /// The record of a driver's result.
  public static PopulationRecord of(PopulationResult result) {
    Map<String, Long> statuses = new LinkedHashMap<>();
    result.statuses().forEach((status, count) -> statuses.put(String.valueOf(status), count));
    Map<String, Long> errors = new LinkedHashMap<>();
    result.errors().forEach((kind, count) -> errors.put(kind.label(), count));
    Ledger ledger = result.ledger();
    return new PopulationRecord(
        result.name(),
        result.model(),
        result.connections(),
        Double.isNaN(result.offeredPerSecond()) ? null : result.offeredPerSecond(),
        LedgerRecord.of(ledger),
        result.retries(),
        statuses,
        errors,
        result.throughputPerSecond(),
        result.goodputPerSecond(),
        ledger.attempted() == 0 ? null : (double) ledger.ok() / ledger.attempted(),
        ledger.shed() + ledger.unexpectedStatus() + ledger.failed() + ledger.unsent(),
        result.bytesSent() / result.seconds(),
        result.bytesReceived() / result.seconds(),
        Percentiles.of(result.latencies().response()),
        Percentiles.of(result.latencies().service()),
        Percentiles.of(result.latencies().lag()),
        Percentiles.of(result.latencies().waiting()),
        Percentiles.of(result.latencies().connect()),
        Percentiles.of(result.latencies().shed()),
        ConnectionsRecord.of(result.connectionLedger()));
  }
}
