package rebound.soak.compare;

import java.util.List;
import java.util.OptionalDouble;
import java.util.function.BiFunction;
import rebound.soak.evidence.PhaseRecord;
import rebound.soak.evidence.PopulationRecord;
import rebound.soak.evidence.RunRecord;
import rebound.soak.verdict.compare.Margin;

/// A figure by which runs are compared. There are few of them on purpose: with many, one would
/// differ by chance.
///
/// @param margin its name, its better direction and how much worse it may get
/// @param unit of its values
/// @param scale from the record's unit to that unit
/// @param of reads it from a run and the phase that is compared; null where the run has none
public record PrimaryMetric(
    Margin margin, String unit, double scale, BiFunction<RunRecord, PhaseRecord, Double> of) {
  /// Goodput, latency and CPU of the first judged phase with load, and the memory of the run.
  public static final List<PrimaryMetric> ALL =
      List.of(
          first(Margin.GOODPUT, "/s", (phase, users) -> users.goodputPerSecond()),
          first(Margin.P50, "ms", (phase, users) -> users.responseMillis().p50()),
          first(Margin.P99, "ms", (phase, users) -> users.responseMillis().p99()),
          first(Margin.CPU_PER_REQUEST, "CPU s/100k", (phase, users) -> phase.cpuSecondsPer100k()),
          new PrimaryMetric(
              Margin.SETTLED_MEMORY,
              "MB",
              1e-6,
              (run, _) -> bytes(run.memoryReturn().settledBytes())),
          new PrimaryMetric(Margin.PEAK_MEMORY, "MB", 1e-6, (run, _) -> peak(run)));

  /// A figure of a phase's first population.
  private interface OfPhase {
    Double read(PhaseRecord phase, PopulationRecord users);
  }

  /// The value in the run's main phase, where it has one above 0: a ratio needs it.
  public OptionalDouble read(RunRecord run) {
    Double value = read(run, main(run));
    return value != null && value > 0 ? OptionalDouble.of(value) : OptionalDouble.empty();
  }

  /// The value in a phase of the run, 0 too.
  ///
  /// @param phase null where the run has not come to it
  /// @return null where the run has none
  Double read(RunRecord run, PhaseRecord phase) {
    return of.apply(run, phase);
  }

  /// Its name.
  public String name() {
    return margin.metric();
  }

  /// The phase whose figures are compared: the first with load that asked for anything, whatever
  /// it was answered; null without one.
  public static PhaseRecord main(RunRecord run) {
    return run.phases().stream()
        .filter(it -> it.applicable() && !it.populations().isEmpty())
        .filter(it -> it.kind().equals("load") || it.kind().equals("soak"))
        .filter(it -> it.populations().getFirst().ledger().attempted() > 0)
        .findFirst()
        .orElse(null);
  }

  private static PrimaryMetric first(Margin margin, String unit, OfPhase figure) {
    return new PrimaryMetric(
        margin,
        unit,
        1,
        (_, phase) ->
            phase == null || phase.populations().isEmpty()
                ? null
                : figure.read(phase, phase.populations().getFirst()));
  }

  private static Double peak(RunRecord run) {
    long peak = 0;
    for (PhaseRecord phase : run.phases()) {
      Long highest = phase.memory().peakBytes();
      peak = highest == null ? peak : Math.max(peak, highest);
    }
    return peak == 0 ? null : (double) peak;
  }

  private static Double bytes(Long bytes) {
    return bytes == null ? null : Double.valueOf(bytes);
  }
}
