package rebound.soak.peers;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import rebound.soak.evidence.PhaseRecord;
import rebound.soak.evidence.PopulationRecord;

/// One entrant in one phase: the medians of its rounds, and the rounds themselves.
///
/// @param entrant its name
/// @param phase the phase's name
/// @param title the phase's title
/// @param applicable false where it has no such route, or where its ceiling says all there is to
///   say
/// @param trusted false where no round can be trusted
/// @param answered false where a round brought no right answer in time
/// @param ceilingPerSecond what the dependency allows at most; null where the plan names no delay
/// @param errors attempts of all rounds that ended in neither `ok` nor `late`
/// @param median the median of each figure over the rounds that can be trusted, or over all where
///   none can
/// @param rounds the figures of each round, in their order
public record PeerRow(
    String entrant,
    String phase,
    String title,
    boolean applicable,
    boolean trusted,
    boolean answered,
    Double ceilingPerSecond,
    long errors,
    Figures median,
    List<Figures> rounds) {

  /// Copies the rounds.
  public PeerRow {
    rounds = List.copyOf(rounds);
  }

  /// The figures of a phase; null where there is none.
  ///
  /// @param trusted false where the measurement was disturbed
  /// @param throughputPerSecond complete responses a second
  /// @param goodputPerSecond right answers in time, a second
  /// @param responseP50Millis median
  /// @param responseP95Millis 95th percentile
  /// @param responseP99Millis 99th percentile
  /// @param eventLoopRatio CPU of its busiest thread over wall time
  /// @param cpuSecondsPer100k CPU of its process tree for 100,000 responses
  /// @param rssAfterBytes resident memory right after the load
  /// @param driverCpuRatio CPU of the driver's busiest loop over wall time
  /// @param driverPeakRssBytes the driver's highest resident memory
  public record Figures(
      boolean trusted,
      Double throughputPerSecond,
      Double goodputPerSecond,
      Double responseP50Millis,
      Double responseP95Millis,
      Double responseP99Millis,
      Double eventLoopRatio,
      Double cpuSecondsPer100k,
      Double rssAfterBytes,
      Double driverCpuRatio,
      Double driverPeakRssBytes) {

    static Figures of(PhaseRecord phase) {
      PopulationRecord first = phase.population("");
      Long after = phase.memory().afterBytes();
      return new Figures(
          phase.trusted(),
          first == null ? null : first.throughputPerSecond(),
          first == null ? null : first.goodputPerSecond(),
          first == null ? null : first.responseMillis().p50(),
          first == null ? null : first.responseMillis().p95(),
          first == null ? null : first.responseMillis().p99(),
          phase.busiestThreadRatio(),
          phase.cpuSecondsPer100k(),
          after == null ? null : (double) after,
          phase.driver() == null ? null : phase.driver().cpuRatio(),
          phase.driver() == null ? null : (double) phase.driver().peakRssBytes());
    }

    private static Figures median(List<Figures> rounds) {
      return new Figures(
          rounds.stream().anyMatch(Figures::trusted),
          median(rounds, Figures::throughputPerSecond),
          median(rounds, Figures::goodputPerSecond),
          median(rounds, Figures::responseP50Millis),
          median(rounds, Figures::responseP95Millis),
          median(rounds, Figures::responseP99Millis),
          median(rounds, Figures::eventLoopRatio),
          median(rounds, Figures::cpuSecondsPer100k),
          median(rounds, Figures::rssAfterBytes),
          median(rounds, Figures::driverCpuRatio),
          median(rounds, Figures::driverPeakRssBytes));
    }

    private static Double median(List<Figures> rounds, Function<Figures, Double> figure) {
      // A percentile that one round cannot carry has no median: p99 would come out below p95.
      List<Double> values = new ArrayList<>();
      for (Figures round : rounds) {
        Double value = figure.apply(round);
        if (value == null) {
          return null;
        }
        values.add(value);
      }
      return Medians.of(values);
    }
  }

  /// The row of an entrant.
  ///
  /// @param rounds the phase in each of its runs; at least one
  static PeerRow of(String entrant, List<PhaseRecord> rounds) {
    PhaseRecord first = rounds.getFirst();
    List<Figures> figures = rounds.stream().map(Figures::of).toList();
    List<Figures> trusted = figures.stream().filter(Figures::trusted).toList();
    long errors =
        rounds.stream()
            .flatMap(phase -> phase.populations().stream())
            .mapToLong(PopulationRecord::errorCount)
            .sum();
    return new PeerRow(
        entrant,
        first.name(),
        first.title(),
        first.applicable(),
        !trusted.isEmpty(),
        rounds.stream().allMatch(PeerRow::answered),
        first.ceilingPerSecond(),
        errors,
        Figures.median(trusted.isEmpty() ? figures : trusted),
        figures);
  }

  /// Connections that stay idle ask for no answer.
  private static boolean answered(PhaseRecord phase) {
    List<PopulationRecord> asking =
        phase.populations().stream().filter(it -> !it.model().equals("idle")).toList();
    return asking.isEmpty() || asking.stream().anyMatch(it -> it.goodputPerSecond() > 0);
  }

  /// The middle of some values.
  static final class Medians {
    private Medians() {}

    static double of(List<Double> values) {
      double[] sorted = values.stream().mapToDouble(Double::doubleValue).toArray();
      Arrays.sort(sorted);
      int middle = sorted.length / 2;
      return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
  }
}
