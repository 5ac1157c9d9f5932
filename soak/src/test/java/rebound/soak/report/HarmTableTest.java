package rebound.soak.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import rebound.soak.Records;
import rebound.soak.evidence.FaultRecord;
import rebound.soak.evidence.PhaseRecord;
import rebound.soak.evidence.RecoveryRecord;

class HarmTableTest {
  private static final RecoveryRecord BACK =
      new RecoveryRecord(
          "baseline", "RECOVERED", true, 1.5, 10, 0.5, 12, 1.0, 1.0, 0.0, "as before");
  private static final PhaseRecord BASELINE = Records.phase("baseline", 5_000, 500);

  private static PhaseRecord with(
      PhaseRecord phase, List<FaultRecord> faults, RecoveryRecord recovery) {
    return new PhaseRecord(
        phase.name(),
        phase.title(),
        phase.kind(),
        phase.startSeconds(),
        phase.seconds(),
        phase.attempt(),
        phase.applicable(),
        phase.populations(),
        phase.ceilingPerSecond(),
        phase.memory(),
        phase.cpuSeconds(),
        phase.cpuSecondsPer100k(),
        phase.busiestThreadRatio(),
        phase.liveness(),
        phase.machine(),
        phase.database(),
        phase.driver(),
        phase.trusted(),
        phase.reasons(),
        faults,
        recovery);
  }

  @Test
  void aPhaseWithAFaultIsARow() {
    PhaseRecord fault =
        with(
            Records.phase("latency", 2_500, 250),
            List.of(new FaultRecord("latency", 1, 5, null, null)),
            BACK);

    List<String> lines = HarmTable.lines(List.of(BASELINE, fault));

    assertThat(lines).hasSize(2);
    assertThat(lines.get(1)).contains("latency", "250 (0.50×)", "100.00 %", "1.5 s", "+0 MB");
  }

  @Test
  void aPhaseBeforeARecoveryIsARowAndTheBaselineIsNot() {
    PhaseRecord attack = Records.phase("attack", 5_000, 500);
    RecoveryRecord never =
        new RecoveryRecord(
            "baseline", "STUCK", false, null, 22, null, 900, 1.0, 1.0, 0.0, "stayed down");
    PhaseRecord after =
        with(Records.phase("after", "recovery", 10, 1, true, 200), List.of(), never);

    List<String> lines = HarmTable.lines(List.of(BASELINE, attack, after));

    assertThat(lines).hasSize(2);
    assertThat(lines.get(1)).startsWith("attack").contains("> 22 s");
    assertThat(HarmTable.markdown(List.of(BASELINE, attack, after))).contains("| attack |");
  }

  @Test
  void aRestBetweenHarmAndRecoveryIsNoHarm() {
    PhaseRecord attack = Records.phase("attack", 5_000, 500);
    PhaseRecord rest = Records.phase("rest", "rest", 0, 0, true, 200);
    PhaseRecord after = with(Records.phase("after", "recovery", 10, 1, true, 200), List.of(), BACK);

    List<String> lines = HarmTable.lines(List.of(attack, rest, after));

    assertThat(lines).hasSize(2);
    assertThat(lines.get(1)).startsWith("attack");
  }

  @Test
  void aRunWithoutHarmHasNoTable() {
    assertThat(HarmTable.lines(List.of(BASELINE))).isEmpty();
    assertThat(HarmTable.markdown(List.of(BASELINE))).isEmpty();
  }
}
