package rebound.soak.judge;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import rebound.soak.creep.Creep;
import rebound.soak.creep.CreepFinding;
import rebound.soak.evidence.CreepRecord;
import rebound.soak.evidence.CycleRecord;
import rebound.soak.evidence.GateRecord;
import rebound.soak.evidence.MemoryReturnRecord;
import rebound.soak.evidence.PhaseRecord;
import rebound.soak.evidence.RatchetRecord;
import rebound.soak.evidence.Verdict;
import rebound.soak.verdict.memory.Ratchet;
import rebound.soak.verdict.statistics.Series;

/// What grows over a long run: through its soak phases, and from one rest to the next.
final class Growths {
  private static final String NO_CYCLE = "no cycle leaves more behind";
  private static final String NO_RISE = "no rise with p < 0.05 and more than max(1 MB, 0.5 %)";

  private Growths() {}

  static List<CreepRecord> creep(Path journal) throws IOException {
    List<CreepRecord> records = new ArrayList<>();
    for (CreepFinding it : Creep.judge(journal)) {
      records.add(
          new CreepRecord(
              it.metric(),
              it.unit(),
              it.verdict().name(),
              it.slopePerSecond(),
              it.slopeLowPerSecond(),
              it.slopeHighPerSecond(),
              it.perThousandRequests(),
              it.smallestSlopePerSecond(),
              it.secondsToLimit(),
              it.windows(),
              it.sentence()));
    }
    return records;
  }

  /// The floors of all rests after the first, which is the baseline; null with fewer than two, or
  /// where one is not known.
  static RatchetRecord ratchet(List<PhaseRecord> phases, MemoryReturnRecord memory) {
    long rests = phases.stream().filter(it -> it.kind().equals("rest")).count() - 1;
    List<Long> floors = memory.cycles().stream().map(CycleRecord::floorBytes).toList();
    if (floors.size() < 2 || floors.size() < rests) {
      return null;
    }
    Ratchet ratchet =
        Ratchet.judge(
            Series.of(floors.stream().mapToDouble(Long::doubleValue)),
            (double) memory.baselineBytes());
    return new RatchetRecord(
        ratchet.finding().name(),
        ratchet.bytesPerCycle(),
        ratchet.risingP(),
        ratchet.cycles(),
        perConnection(ratchet, phases, floors.size()),
        floors);
  }

  /// What a rising floor keeps of each connection that was opened between the baseline and the last
  /// rest.
  private static Double perConnection(Ratchet ratchet, List<PhaseRecord> phases, int cycles) {
    if (ratchet.finding() != Ratchet.Finding.RATCHET) {
      return null;
    }
    long opened =
        phases.stream()
            .dropWhile(it -> !it.kind().equals("rest"))
            .flatMap(it -> it.populations().stream())
            .mapToLong(it -> it.connectionLedger().opened())
            .sum();
    return opened < cycles ? null : ratchet.bytesPerConnection(opened / cycles);
  }

  /// The gates that a plan with soak phases or cycles has without naming them.
  ///
  /// @param watched false where nobody said how to read the target's memory
  /// @param soaked true where a soak began, whether it came to its end or not
  static List<GateRecord> gates(
      List<PhaseRecord> phases,
      List<CreepRecord> creep,
      RatchetRecord ratchet,
      MemoryReturnRecord memory,
      boolean watched,
      boolean soaked) {
    List<GateRecord> gates = new ArrayList<>();
    if (soaked) {
      creep.forEach(it -> gates.add(gate(it)));
    }
    long cycles = phases.stream().filter(it -> it.kind().equals("rest")).count() - 1;
    if (watched && cycles > 2) {
      gates.add(ratchet == null ? unknown(memory) : gate(ratchet));
    }
    return gates;
  }

  private static GateRecord unknown(MemoryReturnRecord memory) {
    return new GateRecord(
        NO_CYCLE,
        Verdict.INVALID,
        "–",
        NO_RISE,
        memory.baselineBytes() == null
            ? memory.why()
            : "memory in a rest is not known, or was disturbed");
  }

  private static GateRecord gate(CreepRecord creep) {
    Verdict verdict =
        switch (creep.verdict()) {
          case "STABLE", "CONVERGING" -> Verdict.PASS;
          case "LEAK" -> Verdict.FAIL;
          case "SUSPECT" -> Verdict.INCONCLUSIVE;
          // That no answer came is the target's doing, and other gates speak of it.
          case "UNREADABLE" ->
              creep.metric().equals("p99") ? Verdict.INCONCLUSIVE : Verdict.INVALID;
          default -> Verdict.NOT_JUDGED;
        };
    return new GateRecord(
        "no growth of " + creep.metric() + " through the soak",
        verdict,
        creep.verdict().replace('_', ' ')
            + (creep.smallestSlopePerSecond() == null
                ? ""
                : ", seen from "
                    + CreepFinding.rate(creep.smallestSlopePerSecond(), creep.unit())
                    + " on"),
        "none that is told from noise",
        creep.sentence());
  }

  private static GateRecord gate(RatchetRecord ratchet) {
    Verdict verdict =
        switch (ratchet.finding()) {
          case "STEADY" -> Verdict.PASS;
          case "RATCHET" -> Verdict.FAIL;
          default -> Verdict.NOT_JUDGED;
        };
    return new GateRecord(
        NO_CYCLE,
        verdict,
        String.format(
            java.util.Locale.ROOT,
            "%+.2f MB a cycle%s, p = %.3f over %d cycles",
            ratchet.bytesPerCycle() / 1e6,
            ratchet.bytesPerConnection() == null
                ? ""
                : String.format(
                    java.util.Locale.ROOT,
                    " (%,.0f bytes a connection)",
                    ratchet.bytesPerConnection()),
            ratchet.risingP(),
            ratchet.cycles()),
        NO_RISE,
        ratchet.finding().equals("TOO_FEW")
            ? "too few cycles to tell"
            : "floors of the rests, the first two dropped");
  }
}
