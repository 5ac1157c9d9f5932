package rebound.soak.matrix;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import rebound.soak.evidence.GateRecord;
import rebound.soak.evidence.LadderRecord;
import rebound.soak.evidence.MemoryReturnRecord;
import rebound.soak.evidence.PhaseRecord;
import rebound.soak.evidence.RatchetRecord;
import rebound.soak.evidence.RunRecord;
import rebound.soak.evidence.Verdict;

/// What memory did with one setting. Null where it was not measured.
///
/// @param variant the setting's name
/// @param settings as a command line has them
/// @param mustFail true where memory that came back would be wrong
/// @param memory the verdict of the gates on memory; FAIL where the target died
/// @param right true where that is as it must be; a death is no proof of memory that stayed
/// @param why what decided it
/// @param memoryReturn as in the run
/// @param bytesPerCycle what each cycle leaves behind
/// @param heldBy what holds most of what stayed
/// @param requestsPerSecond median of the load phases
/// @param cpuSecondsPer100k median of the load phases
/// @param run folder of its run
public record MatrixRow(
    String variant,
    String settings,
    boolean mustFail,
    Verdict memory,
    boolean right,
    String why,
    MemoryReturnRecord memoryReturn,
    Double bytesPerCycle,
    String heldBy,
    Double requestsPerSecond,
    Double cpuSecondsPer100k,
    String run) {
  private static final double MOST_TIMES = 5;

  // Memory decides: a machine that others disturb spoils times, not what a process holds.
  private static final List<String> MEMORY_GATES = List.of("memory", "no cycle leaves more");

  static MatrixRow of(MatrixFacts.VariantFacts facts, RunRecord run, String folder) {
    List<GateRecord> gates =
        run.gates().stream()
            .filter(gate -> MEMORY_GATES.stream().anyMatch(gate.name()::startsWith))
            .toList();
    boolean died = run.exitCode() == 5;
    GateRecord deciding =
        gates.stream().max(Comparator.comparingInt(gate -> weight(gate.verdict()))).orElse(null);
    Verdict memory =
        died ? Verdict.FAIL : deciding == null ? Verdict.NOT_JUDGED : deciding.verdict();
    RatchetRecord ratchet = run.ratchet();
    return new MatrixRow(
        facts.name(),
        facts.settings(),
        facts.mustFail(),
        memory,
        // A target that died, or never started, showed nothing about its memory.
        facts.mustFail() ? memory == Verdict.FAIL && !died : memory != Verdict.INVALID,
        died
            ? "the target died"
            : deciding == null ? "no gate on memory" : deciding.name() + ": " + deciding.measured(),
        run.memoryReturn(),
        ratchet == null ? null : ratchet.bytesPerCycle(),
        heldBy(run.ladder()),
        median(loads(run).map(it -> it.populations().getFirst().throughputPerSecond())),
        median(loads(run).map(PhaseRecord::cpuSecondsPer100k).filter(it -> it != null)),
        folder);
  }

  /// The same row beside the leanest: a setting that multiplies what the server takes fails also
  /// where it did so before the baseline, in the warm-up, and where it came back from there.
  ///
  /// @param leanest the row with the lowest baseline
  MatrixRow beside(MatrixRow leanest) {
    Long peak = memoryReturn.peakBytes();
    Long base = leanest.memoryReturn.baselineBytes();
    if (peak == null || base == null || peak <= MOST_TIMES * base) {
      return this;
    }
    return new MatrixRow(
        variant,
        settings,
        mustFail,
        Verdict.FAIL,
        true,
        String.format(
            Locale.ROOT,
            "%,.0f MB at its peak, %.1f times the %,.0f MB that %s rests at (more than %.0f times)",
            peak / 1e6,
            peak / (double) base,
            base / 1e6,
            leanest.variant,
            MOST_TIMES),
        memoryReturn,
        bytesPerCycle,
        heldBy,
        requestsPerSecond,
        cpuSecondsPer100k,
        run);
  }

  private static int weight(Verdict verdict) {
    return switch (verdict) {
      case NOT_JUDGED -> 0;
      case PASS -> 1;
      case INCONCLUSIVE -> 2;
      case FAIL -> 3;
      case INVALID -> 4;
    };
  }

  private static Stream<PhaseRecord> loads(RunRecord run) {
    return run.phases().stream()
        .filter(it -> it.kind().equals("load") && !it.populations().isEmpty());
  }

  private static Double median(Stream<Double> values) {
    List<Double> sorted = values.sorted().toList();
    return sorted.isEmpty() ? null : sorted.get(sorted.size() / 2);
  }

  private static String heldBy(LadderRecord ladder) {
    if (ladder == null || ladder.aboveBytes() == null) {
      return ladder == null ? "" : ladder.unreadable();
    }
    return ladder.steps().stream()
        .max(Comparator.comparingLong(LadderRecord.StepRecord::bytes))
        .map(it -> String.format(Locale.ROOT, "%.0f MB %s", it.bytes() / 1e6, it.name()))
        .orElse("");
  }
}
