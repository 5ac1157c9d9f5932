package rebound.soak.judge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import rebound.soak.Records;
import rebound.soak.evidence.GapRecord;
import rebound.soak.evidence.GateRecord;
import rebound.soak.evidence.LivenessRecord;
import rebound.soak.evidence.MemoryReturnRecord;
import rebound.soak.evidence.PhaseRecord;
import rebound.soak.evidence.RunRecord;
import rebound.soak.evidence.Verdict;
import rebound.soak.evidence.sample.Environment;
import rebound.soak.plan.Gate;

class GateJudgeTest {
  private static final PhaseRecord C64 = Records.phase("c64", 5_000, 500);

  @Test
  void passesAndFailsAtItsBound() {
    assertThat(verdict(max("ledger.ok", "c64", 5_000), C64)).isEqualTo(Verdict.PASS);
    assertThat(verdict(max("ledger.ok", "c64", 4_999), C64)).isEqualTo(Verdict.FAIL);
    assertThat(verdict(min("throughputPerSecond", "c64", 500), C64)).isEqualTo(Verdict.PASS);
    assertThat(verdict(min("throughputPerSecond", "c64", 501), C64)).isEqualTo(Verdict.FAIL);
  }

  @Test
  void aFigureThatIsMissingNeverPasses() {
    assertThat(verdict(max("offeredPerSecond", "c64", 1e9), C64)).isEqualTo(Verdict.INVALID);
    assertThat(verdict(max("ledger.ok", "gone", 1e9), C64)).isEqualTo(Verdict.INVALID);
    assertThat(verdict(gateOnRun("memoryReturn.settledRatio", 1.1), C64))
        .isEqualTo(Verdict.INVALID);
  }

  @Test
  void tooFewSamplesDecideNothing() {
    PhaseRecord few = Records.phase("c64", 500, 50);

    GateRecord record = judge(max("responseMillis.p99", "c64", 250), few);

    assertThat(record.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
    assertThat(record.measured()).contains("n=500");
  }

  @Test
  void allPhasesMeansAllButWarmUpAndRestAndTheWorstOfThemCounts() {
    PhaseRecord warmUp = Records.phase("warm-up", "warm-up", 10, 1, true, 0);
    PhaseRecord silent = Records.phase("flood", "load", 10, 1, true, 0);
    Gate alive =
        new Gate(
            "liveness.statusAfter",
            Optional.of("*"),
            Optional.empty(),
            OptionalDouble.of(200),
            OptionalDouble.of(299),
            Optional.empty());

    assertThat(judge(alive, warmUp, C64).verdict()).isEqualTo(Verdict.PASS);
    assertThat(judge(alive, C64, silent).verdict()).isEqualTo(Verdict.FAIL);
    assertThat(judge(alive, C64, silent).measured()).isEqualTo("0");
    assertThat(judge(alive, warmUp).verdict()).isEqualTo(Verdict.INVALID);
  }

  @Test
  void aDisturbedPhaseSpoilsLatencyButNotCountsNorLife() {
    PhaseRecord disturbed = Records.phase("c64", "load", 5_000, 500, false, 200);

    assertThat(verdict(max("responseMillis.p99", "c64", 250), disturbed))
        .isEqualTo(Verdict.INVALID);
    assertThat(verdict(max("ledger.unexpectedStatus", "c64", 0), disturbed))
        .isEqualTo(Verdict.PASS);
    assertThat(verdict(min("liveness.statusAfter", "c64", 200), disturbed)).isEqualTo(Verdict.PASS);
  }

  @Test
  void comparesWithAnotherPhase() {
    PhaseRecord recovery = Records.phase("recovery", 4_000, 390);
    Gate gate =
        new Gate(
            "throughputPerSecond",
            Optional.of("recovery"),
            Optional.empty(),
            OptionalDouble.of(0.8),
            OptionalDouble.empty(),
            Optional.of("c64"));

    assertThat(judge(gate, C64, recovery).verdict()).isEqualTo(Verdict.FAIL);
    assertThat(judge(gate, C64, recovery).measured()).isEqualTo("0.780 × that of c64");
    assertThat(judge(gate, recovery).verdict()).isEqualTo(Verdict.INVALID);
  }

  @Test
  void nothingIsComparedWithAPhaseThatDidNothing() {
    PhaseRecord silent = Records.phase("c64", 0, 0);
    PhaseRecord recovery = Records.phase("recovery", 0, 0);
    Gate gate =
        new Gate(
            "throughputPerSecond",
            Optional.of("recovery"),
            Optional.empty(),
            OptionalDouble.of(0.8),
            OptionalDouble.empty(),
            Optional.of("c64"));

    assertThat(judge(gate, silent, recovery).verdict()).isEqualTo(Verdict.INVALID);
    assertThat(judge(gate, silent, recovery).why()).contains("the figure of c64 is 0");
    assertThat(judge(gate, silent, C64).verdict()).isEqualTo(Verdict.INVALID);
  }

  @Test
  void oneLostProbeOfFortyDecidesNothingAndManyFail() {
    Gate gate = min("liveness.aliveRatio", "c64", 0.99);

    assertThat(judge(gate, probed(1, 0, 0)).verdict()).isEqualTo(Verdict.PASS);
    GateRecord one = judge(gate, probed(39 / 40.0, 0, 0));
    assertThat(one.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
    assertThat(one.measured()).isEqualTo("0.975 (0.871 to 0.996)");
    assertThat(judge(gate, probed(30 / 40.0, 0, 0)).verdict()).isEqualTo(Verdict.FAIL);
    assertThat(verdict(min("goodRatio", "c64", 0.99), C64)).isEqualTo(Verdict.PASS);
  }

  @Test
  void aGapPassesByItsLongerBoundAndFailsByItsShorterOne() {
    Gate gate = max("liveness.longestGapMillis", "c64", 2_000);

    assertThat(judge(gate, probed(1, 1_000, 2_000)).verdict()).isEqualTo(Verdict.PASS);
    assertThat(judge(gate, probed(1, 1_500, 2_250)).verdict()).isEqualTo(Verdict.INCONCLUSIVE);
    assertThat(judge(gate, probed(1, 2_001, 2_250)).verdict()).isEqualTo(Verdict.FAIL);
  }

  @Test
  void aGateOnAllPhasesIsHeldAgainstTheTargetsOwnSilence() {
    Gate all = max("liveness.longestGapMillis", "*", 2_000);
    PhaseRecord paused = probed(0.5, 5_750, 5_900, new GapRecord(500, 400, 600));

    assertThat(judge(all, probed(0.5, 5_750, 5_900)).verdict()).isEqualTo(Verdict.FAIL);
    assertThat(judge(all, paused).verdict()).isEqualTo(Verdict.PASS);
    assertThat(judge(all, paused).why()).contains("the run itself made");
    assertThat(judge(all, probed(0.5, 9_000, 9_200, new GapRecord(2_500, 2_400, 2_600))).verdict())
        .isEqualTo(Verdict.FAIL);
    assertThat(judge(all, probed(0.5, 7_000, 7_200, new GapRecord(2_000, 1_900, 2_100))).verdict())
        .isEqualTo(Verdict.INCONCLUSIVE);
    // Whoever names the phase names its bound.
    assertThat(judge(max("liveness.longestGapMillis", "c64", 2_000), paused).verdict())
        .isEqualTo(Verdict.FAIL);
  }

  @Test
  void aProberThatSawNothingLetsNothingPassAndSaysSo() {
    PhaseRecord phase = Records.probed("c64", LivenessRecord.unseen(200, "unknown"));

    assertThat(judge(max("liveness.longestGapMillis", "c64", 2_000), phase).verdict())
        .isEqualTo(Verdict.INVALID);
    assertThat(Sentences.of(run(memory("NO_GROWTH", 62, 77, 75, null), phase), List.of()).service())
        .isEqualTo("The server answered after every phase. No probe was in time to tell of c64.");
  }

  private static PhaseRecord probed(double alive, double lowerMillis, double upperMillis) {
    return probed(alive, lowerMillis, upperMillis, null);
  }

  private static PhaseRecord probed(
      double alive, double lowerMillis, double upperMillis, GapRecord own) {
    double middle = (lowerMillis + upperMillis) / 2;
    return Records.probed(
        "c64",
        new LivenessRecord(
            200,
            alive,
            alive,
            middle,
            0,
            40,
            0,
            "alive",
            1.0,
            null,
            List.of(),
            lowerMillis,
            upperMillis,
            40,
            null,
            List.of(),
            own));
  }

  @Test
  void memoryThatHardlyGrewOrIsNearlyAllBackPasses() {
    // 62 → 142 → 73 MB: 11 MB are 0.14 of the growth, and less than what is worth speaking of.
    MemoryReturnRecord back = memory("PROMPT", 62, 142, 73, 0.1375);
    assertThat(judge(gateOnRun("memoryReturn.residualRatio", 0.1), back).verdict())
        .isEqualTo(Verdict.PASS);
    assertThat(judge(gateOnRun("memoryReturn.residualRatio", 0.1), back).why())
        .isEqualTo("but only 11.0 MB more than at the start (up to 16 MB pass)");
    assertThat(judge(gateOnRun("memoryReturn.settledRatio", 1.1), back).verdict())
        .isEqualTo(Verdict.FAIL);

    MemoryReturnRecord kept = memory("RETAINED", 62, 142, 79, 0.2125);
    assertThat(judge(gateOnRun("memoryReturn.residualRatio", 0.1), kept).verdict())
        .isEqualTo(Verdict.FAIL);

    MemoryReturnRecord level = memory("NO_GROWTH", 62, 77, 75, null);
    assertThat(judge(gateOnRun("memoryReturn.residualRatio", 0.1), level).verdict())
        .isEqualTo(Verdict.PASS);
    assertThat(judge(gateOnRun("memoryReturn.settledRatio", 1.1), level).verdict())
        .isEqualTo(Verdict.PASS);
  }

  private static MemoryReturnRecord memory(
      String returnClass, long baseline, long peak, long settled, Double residualRatio) {
    return new MemoryReturnRecord(
        returnClass,
        baseline * 1_000_000,
        peak * 1_000_000,
        settled * 1_000_000,
        (double) settled / baseline,
        residualRatio,
        null,
        null,
        null,
        "",
        null,
        List.of());
  }

  private static Gate max(String metric, String phase, double max) {
    return new Gate(
        metric,
        Optional.of(phase),
        Optional.empty(),
        OptionalDouble.empty(),
        OptionalDouble.of(max),
        Optional.empty());
  }

  private static Gate min(String metric, String phase, double min) {
    return new Gate(
        metric,
        Optional.of(phase),
        Optional.empty(),
        OptionalDouble.of(min),
        OptionalDouble.empty(),
        Optional.empty());
  }

  private static Gate gateOnRun(String metric, double max) {
    return new Gate(
        metric,
        Optional.empty(),
        Optional.empty(),
        OptionalDouble.empty(),
        OptionalDouble.of(max),
        Optional.empty());
  }

  private static Verdict verdict(Gate gate, PhaseRecord... phases) {
    return judge(gate, phases).verdict();
  }

  private static GateRecord judge(Gate gate, PhaseRecord... phases) {
    return judge(gate, MemoryReturnRecord.unknown(""), phases);
  }

  private static GateRecord judge(Gate gate, MemoryReturnRecord memory, PhaseRecord... phases) {
    return new GateJudge(run(memory, phases), Judge.UNJUDGED_KINDS).judge(gate);
  }

  private static RunRecord run(MemoryReturnRecord memory, PhaseRecord... phases) {
    return new RunRecord(
        1,
        "test",
        "test",
        Verdict.INVALID,
        3,
        false,
        1,
        "",
        10,
        "",
        null,
        null,
        new Environment(Map.of()),
        List.of(phases),
        List.of(),
        memory,
        null,
        null,
        List.of(),
        null,
        null,
        null,
        null,
        null,
        List.of());
  }
}
