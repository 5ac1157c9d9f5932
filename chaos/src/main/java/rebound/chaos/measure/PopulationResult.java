package rebound.chaos.measure;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/// All that was measured of one population in one phase.
///
/// @param name the population's name in the plan
/// @param model `closed`, `open`, `idle`, `websocket` or the hostile kind
/// @param connections connections that the population was asked to hold
/// @param offeredPerSecond arrivals per second asked for; NaN in a closed model
/// @param seconds length of the measured time, without opening and draining
/// @param ledger where every attempt ended
/// @param drained complete responses that came after the phase's end, in its drain: they stand in
/// the ledger, and not in throughput, which counts the measured time alone
/// @param drainedOk those of them that were `ok`
/// @param retries attempts that were a second or later try of an earlier one
/// @param statuses complete responses by status
/// @param errors failures by kind
/// @param bytesSent request bytes handed to the kernel
/// @param bytesReceived response bytes read
/// @param latencies histograms in nanoseconds
/// @param connectionLedger what became of its connections
public record PopulationResult(
    String name,
    String model,
    int connections,
    double offeredPerSecond,
    double seconds,
    Ledger ledger,
    long drained,
    long drainedOk,
    long retries,
    SortedMap<Integer, Long> statuses,
    SortedMap<ErrorKind, Long> errors,
    long bytesSent,
    long bytesReceived,
    Latencies latencies,
    ConnectionLedger connectionLedger) {

  /// Copies the maps.
  public PopulationResult {
    statuses = Collections.unmodifiableSortedMap(new TreeMap<>(statuses));
    errors = Collections.unmodifiableSortedMap(new TreeMap<>(errors));
  }

  /// Complete responses within the measured time, per second.
  public double throughputPerSecond() {
    return (ledger.completed() - drained) / seconds;
  }

  /// Right answers within their deadline and within the measured time, per second.
  public double goodputPerSecond() {
    return (ledger.ok() - drainedOk) / seconds;
  }
}
