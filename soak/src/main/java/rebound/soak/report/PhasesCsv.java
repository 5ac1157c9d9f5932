package rebound.soak.report;

import java.util.ArrayList;
import java.util.List;
import rebound.soak.evidence.LedgerRecord;
import rebound.soak.evidence.PhaseRecord;
import rebound.soak.evidence.PopulationRecord;

/// `phases.csv`: a row for each population of each phase, a rest in a row without population.
public final class PhasesCsv {
  private static final List<String> HEADER =
      List.of(
          "phase",
          "title",
          "kind",
          "population",
          "seconds",
          "connections",
          "offered_per_second",
          "throughput_per_second",
          "goodput_per_second",
          "response_p50_millis",
          "response_p99_millis",
          "response_p999_millis",
          "response_max_millis",
          "service_p50_millis",
          "service_p99_millis",
          "attempted",
          "ok",
          "late",
          "shed",
          "unexpected_status",
          "timed_out",
          "broken",
          "connect_failed",
          "unsent",
          "in_flight_at_end",
          "retries",
          "rss_before_bytes",
          "rss_peak_bytes",
          "rss_after_bytes",
          "cpu_seconds",
          "cpu_seconds_per_100k",
          "status_after",
          "alive_ratio",
          "serving_ratio",
          "longest_gap_millis",
          "trusted");

  private PhasesCsv() {}

  /// The file's text.
  public static String write(List<PhaseRecord> phases) {
    StringBuilder csv = new StringBuilder(Csv.line(HEADER));
    for (PhaseRecord phase : phases) {
      if (phase.populations().isEmpty()) {
        csv.append(row(phase, null));
      }
      phase.populations().forEach(population -> csv.append(row(phase, population)));
    }
    return csv.toString();
  }

  private static String row(PhaseRecord phase, PopulationRecord population) {
    List<Object> cells = new ArrayList<>();
    cells.add(phase.name());
    cells.add(phase.title());
    cells.add(phase.kind());
    cells.add(population == null ? null : population.name());
    cells.add(phase.seconds());
    if (population == null) {
      for (int i = 0; i < 21; i++) {
        cells.add(null);
      }
    } else {
      population(cells, population);
    }
    cells.add(phase.memory().beforeBytes());
    cells.add(phase.memory().peakBytes());
    cells.add(phase.memory().afterBytes());
    cells.add(phase.cpuSeconds());
    cells.add(phase.cpuSecondsPer100k());
    cells.add(phase.liveness().statusAfter());
    cells.add(phase.liveness().aliveRatio());
    cells.add(phase.liveness().servingRatio());
    cells.add(phase.liveness().longestGapMillis());
    cells.add(phase.trusted());
    return Csv.line(cells);
  }

  private static void population(List<Object> cells, PopulationRecord population) {
    cells.add(population.connections());
    cells.add(population.offeredPerSecond());
    cells.add(population.throughputPerSecond());
    cells.add(population.goodputPerSecond());
    cells.add(population.responseMillis().p50());
    cells.add(population.responseMillis().p99());
    cells.add(population.responseMillis().p999());
    cells.add(population.responseMillis().max());
    cells.add(population.serviceMillis().p50());
    cells.add(population.serviceMillis().p99());
    LedgerRecord ledger = population.ledger();
    cells.add(ledger.attempted());
    cells.add(ledger.ok());
    cells.add(ledger.late());
    cells.add(ledger.shed());
    cells.add(ledger.unexpectedStatus());
    cells.add(ledger.timedOut());
    cells.add(ledger.broken());
    cells.add(ledger.connectFailed());
    cells.add(ledger.unsent());
    cells.add(ledger.inFlightAtEnd());
    cells.add(population.retries());
  }
}
