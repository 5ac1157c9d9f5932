package rebound.soak.series;

import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import rebound.soak.evidence.PhaseRecord;
import rebound.soak.evidence.PopulationRecord;

/// A figure of a phase that repeats are told by.
///
/// @param name with its unit
/// @param column of the CSV
/// @param better `higher` or `lower`
/// @param of reads it; null where the phase has none
record PhaseFigure(String name, String column, String better, Function<PhaseRecord, Double> of) {
  /// In the order of the columns.
  static final List<PhaseFigure> ALL =
      List.of(
          users("req/s", "throughput_per_second", "higher", it -> it.throughputPerSecond()),
          users("good/s", "goodput_per_second", "higher", it -> it.goodputPerSecond()),
          users("p50 ms", "response_p50_millis", "lower", it -> it.responseMillis().p50()),
          users("p99 ms", "response_p99_millis", "lower", it -> it.responseMillis().p99()),
          users("errors", "errors", "lower", it -> (double) it.errorCount()),
          new PhaseFigure(
              "CPU s/100k", "cpu_seconds_per_100k", "lower", PhaseRecord::cpuSecondsPer100k),
          new PhaseFigure(
              "peak RSS MB", "rss_peak_megabytes", "lower", it -> mega(it.memory().peakBytes())),
          new PhaseFigure(
              "RSS after MB",
              "rss_after_megabytes",
              "lower",
              it -> mega(it.memory().afterBytes())));

  private static PhaseFigure users(
      String name, String column, String better, Function<PopulationRecord, Double> figure) {
    return new PhaseFigure(
        name,
        column,
        better,
        phase -> phase.population("") == null ? null : figure.apply(phase.population("")));
  }

  /// The figure in each of some phases; those without are left out.
  List<Double> values(List<PhaseRecord> phases) {
    return phases.stream().map(of).filter(Objects::nonNull).toList();
  }

  private static Double mega(Long bytes) {
    return bytes == null ? null : Double.valueOf(bytes / 1e6);
  }
}
