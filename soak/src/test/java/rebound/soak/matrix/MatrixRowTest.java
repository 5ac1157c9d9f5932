package rebound.soak.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rebound.soak.evidence.MemoryReturnRecord;
import rebound.soak.evidence.RunRecord;
import rebound.soak.evidence.Verdict;
import rebound.soak.journal.Event;
import rebound.soak.journal.RunFolder;
import rebound.soak.result.ResultFiles;
import rebound.soak.result.SampleRun;

class MatrixRowTest {
  @Test
  void aSettingThatMultipliesMemoryFailsAlsoWhereItDidSoInTheWarmUp() {
    MatrixRow lean = row("pool-bounded", false, Verdict.PASS, 76, 96, 76);
    MatrixRow stranded = row("pool-default", true, Verdict.PASS, 1_023, 1_186, 104);

    MatrixRow judged = stranded.beside(lean);

    assertThat(judged.memory()).isEqualTo(Verdict.FAIL);
    assertThat(judged.right()).isTrue();
    assertThat(judged.why())
        .isEqualTo(
            "1,186 MB at its peak, 15.6 times the 76 MB that pool-bounded rests at (more than 5"
                + " times)");
    assertThat(lean.beside(lean)).isEqualTo(lean);
  }

  @Test
  void aFaultThatIsNotSeenMakesTheMatrixFail() {
    MatrixRow unseen = row("pool-default", true, Verdict.PASS, 76, 90, 76);
    MatrixRow seen = row("pool-default", true, Verdict.FAIL, 76, 900, 800);

    assertThat(MatrixResult.of(facts(1), List.of(unseen)).exitCode()).isEqualTo(1);
    assertThat(MatrixResult.of(facts(1), List.of(seen)).exitCode()).isZero();
    assertThat(MatrixResult.of(facts(2), List.of(seen)).exitCode()).isEqualTo(130);
  }

  @Test
  void aDeathIsNoProofThatMemoryStayed(@TempDir Path runs) throws IOException {
    RunFolder folder =
        SampleRun.of(
            runs,
            "memory-return",
            """
            plan: memory-return
            target: tiny
            phases: [{name: rest, kind: rest, duration: 1s}]
            gates: [{metric: memoryReturn.settledRatio, max: 1.1}]
            """,
            List.of(new Event.RunEnded(1_000_000_000_001L, "", true, "")));
    RunRecord died = ResultFiles.write(folder);

    MatrixRow row =
        MatrixRow.of(new MatrixFacts.VariantFacts("pool-default", "", true), died, "runs/one");

    assertThat(died.exitCode()).isEqualTo(5);
    assertThat(row.why()).isEqualTo("the target died");
    assertThat(row.right()).isFalse();
    assertThat(MatrixResult.of(facts(1), List.of(row)).exitCode()).isEqualTo(1);
  }

  @Test
  void memoryThatCouldNotBeReadIsInvalid() {
    MatrixRow unread = row("zgc", false, Verdict.INVALID, 76, 90, 76);

    assertThat(MatrixResult.of(facts(1), List.of(unread)).verdict()).isEqualTo(Verdict.INVALID);
  }

  @Test
  void theTableHasARowASetting() {
    MatrixResult result =
        MatrixResult.of(facts(1), List.of(row("g1", false, Verdict.FAIL, 80, 200, 190)));

    assertThat(MatrixTable.lines(result)).anyMatch(it -> it.matches("g1 +FAIL .*80 → 200 → 190.*"));
    assertThat(MatrixTable.markdown(result)).contains("| g1 | FAIL |", "`-XX:+UseG1GC`");
    assertThat(MatrixTable.csv(result)).contains("g1,FAIL,true,RETAINED,80000000,200000000");
  }

  private static MatrixFacts facts(int variants) {
    return new MatrixFacts(
        "memory-return",
        "coroutine",
        "2026-01-02T03:04:05Z",
        java.util.Collections.nCopies(
            variants, new MatrixFacts.VariantFacts("pool-default", "", true)));
  }

  private static MatrixRow row(
      String name, boolean mustFail, Verdict verdict, long warm, long peak, long end) {
    return new MatrixRow(
        name,
        "-XX:+UseG1GC",
        mustFail,
        verdict,
        mustFail ? verdict == Verdict.FAIL : verdict != Verdict.INVALID,
        "memoryReturn.settledRatio",
        new MemoryReturnRecord(
            "RETAINED",
            warm * 1_000_000,
            peak * 1_000_000,
            end * 1_000_000,
            end / (double) warm,
            null,
            null,
            null,
            null,
            "",
            null,
            List.of()),
        0.0,
        "",
        1_000.0,
        1.0,
        "runs/one");
  }
}
