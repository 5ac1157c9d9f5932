package rebound.soak.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rebound.soak.evidence.RunRecord;
import rebound.soak.evidence.Verdict;
import rebound.soak.report.JUnitXml;
import rebound.soak.result.ResultFiles;
import rebound.soak.result.SampleRun;
import rebound.soak.verdict.compare.Regression;

final class RunComparisonTest {
  @TempDir private Path runs;

  @Test
  void aQuarterSlowerInTenPairsIsARegression() throws IOException {
    RunComparison comparison = RunComparison.of(pairs(10, 0.75));

    assertThat(comparison.verdict()).isEqualTo(Regression.REGRESSED);
    assertThat(comparison.exitCode()).isEqualTo(1);
    assertThat(metric(comparison, "goodput").verdict()).isEqualTo(Regression.REGRESSED);
    assertThat(metric(comparison, "goodput").ratio()).isBetween(0.74, 0.76);
    assertThat(metric(comparison, "settled memory").verdict()).isEqualTo(Regression.OK);
    assertThat(JUnitXml.write("ab", "sample", "", 0, ComparisonText.gates(comparison)))
        .contains("goodput has not regressed", "<failure message=");
  }

  @Test
  void sixPairsCannotShowItAmongSixMetricsAndSaySo() throws IOException {
    RunComparison comparison = RunComparison.of(pairs(6, 0.75));

    assertThat(comparison.verdict()).isEqualTo(Regression.INCONCLUSIVE);
    assertThat(comparison.notes()).anyMatch(note -> note.contains("--blocks 10"));
  }

  @Test
  void theSameTwiceIsNone() throws IOException {
    RunComparison comparison = RunComparison.of(pairs(6, 1));

    assertThat(comparison.verdict()).isEqualTo(Regression.OK);
    assertThat(comparison.exitCode()).isZero();
  }

  @Test
  void fasterIsNoRegression() throws IOException {
    assertThat(RunComparison.of(pairs(6, 1.5)).verdict()).isEqualTo(Regression.OK);
  }

  @Test
  void onePairClaimsNothingAndSaysWhatWould() throws IOException {
    RunComparison comparison = RunComparison.of(pairs(1, 0.5));

    assertThat(comparison.verdict()).isEqualTo(Regression.INCONCLUSIVE);
    assertThat(comparison.exitCode()).isEqualTo(4);
    assertThat(ComparisonText.lines(comparison)).anyMatch(line -> line.contains("rebound ab"));
    assertThat(ComparisonText.markdown(comparison)).contains("-50", "no interval, n=1");
  }

  @Test
  void noPairIsRefused() {
    assertThatThrownBy(() -> RunComparison.of(List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no pair");
  }

  @Test
  void aCandidateWithoutARightAnswerHasRegressedWhateverElseIsGood() throws IOException {
    RunRecord base = run(1, "base");
    RunRecord silent = run(0, "silent");

    RunComparison comparison = RunComparison.of(blocks(10, base, silent));

    assertThat(comparison.verdict()).isEqualTo(Regression.REGRESSED);
    assertThat(comparison.blocks()).isEqualTo(10);
    assertThat(metric(comparison, "goodput").candidate()).containsOnly(0.0);
    assertThat(metric(comparison, "goodput").sentence()).contains("in 10 of 10 pairs");
    assertThat(metric(comparison, "settled memory").verdict()).isEqualTo(Regression.OK);
    assertThat(comparison.notes()).anyMatch(it -> it.startsWith("p99 is missing or 0 in 0 of 10"));
    assertThat(ComparisonText.markdown(comparison)).contains("REGRESSED", "-100.0 %");
    assertThat(ComparisonText.csv(comparison)).contains("goodput,/s,REGRESSED,0.0000");
  }

  @Test
  void oneFigureThatIsMissingOnOneSideLeavesNothingOk() throws IOException {
    RunRecord base = run(1, "base");
    List<SampleRun.Part> withoutRest =
        SampleRun.WHOLE.stream().filter(it -> !it.kind().equals("rest")).toList();
    RunRecord candidate = ResultFiles.write(SampleRun.write(runs, "candidate", 1, withoutRest));

    RunComparison comparison = RunComparison.of(blocks(10, base, candidate));

    assertThat(comparison.blocks()).isEqualTo(10);
    assertThat(comparison.verdict()).isEqualTo(Regression.INVALID);
    assertThat(comparison.exitCode()).isEqualTo(3);
    assertThat(comparison.notes())
        .anyMatch(it -> it.startsWith("settled memory is missing or 0 in 0 of 10 base runs"));
    assertThat(JUnitXml.write("ab", "sample", "", 0, ComparisonText.gates(comparison)))
        .contains("all figures were read");
  }

  @Test
  void aFigureThatNoRunHasIsLeftOut() throws IOException {
    List<SampleRun.Part> withoutRest =
        SampleRun.WHOLE.stream().filter(it -> !it.kind().equals("rest")).toList();
    RunRecord run = ResultFiles.write(SampleRun.write(runs, "same", 1, withoutRest));

    RunComparison comparison = RunComparison.of(blocks(6, run, run));

    assertThat(comparison.verdict()).isEqualTo(Regression.OK);
    assertThat(comparison.notes()).contains("settled memory is in no run and was left out");
  }

  @Test
  void bothSidesAreComparedInOnePhase() throws IOException {
    List<SampleRun.Part> withoutC64 =
        SampleRun.WHOLE.stream().filter(it -> !it.name().equals("c64")).toList();
    RunRecord candidate = ResultFiles.write(SampleRun.write(runs, "candidate", 1, withoutC64));

    RunComparison comparison = RunComparison.of(blocks(10, run(1, "base"), candidate));

    assertThat(comparison.phase()).isEqualTo("64 connections");
    assertThat(comparison.verdict()).isEqualTo(Regression.INCONCLUSIVE);
    assertThat(comparison.metrics()).noneMatch(it -> it.metric().equals("goodput"));
  }

  @Test
  void anInvalidRunTakesItsPairWithItHoweverCalmItsMainPhaseWas() throws IOException {
    RunRecord base = run(1, "base");
    List<RunComparison.Block> blocks = new ArrayList<>(blocks(6, base, base));
    blocks.add(new RunComparison.Block(base, withVerdict(base, Verdict.INVALID)));
    blocks.add(new RunComparison.Block(withVerdict(base, Verdict.INVALID), base));

    RunComparison comparison = RunComparison.of(blocks);

    assertThat(comparison.blocks()).isEqualTo(6);
    assertThat(comparison.discardedBlocks()).isEqualTo(2);
    assertThat(comparison.verdict()).isEqualTo(Regression.OK);
  }

  private static RunRecord withVerdict(RunRecord run, Verdict verdict) {
    return new RunRecord(
        run.schemaVersion(),
        run.plan(),
        run.target(),
        verdict,
        run.exitCode(),
        run.quick(),
        run.seed(),
        run.startedAt(),
        run.seconds(),
        run.interrupted(),
        run.startupMillis(),
        run.sentences(),
        run.environment(),
        run.phases(),
        run.gates(),
        run.memoryReturn(),
        run.ratchet(),
        run.ladder(),
        run.creep(),
        run.driver(),
        run.capacity(),
        run.observer(),
        run.overload(),
        run.surface(),
        run.notes());
  }

  private List<RunComparison.Block> pairs(int count, double factor) throws IOException {
    RunRecord base = run(1, "base");
    RunRecord candidate = run(factor, "candidate");
    return blocks(count, base, candidate);
  }

  private static List<RunComparison.Block> blocks(int count, RunRecord base, RunRecord candidate) {
    return Collections.nCopies(count, new RunComparison.Block(base, candidate));
  }

  private RunRecord run(double speed, String target) throws IOException {
    return ResultFiles.write(SampleRun.write(runs, target, speed, SampleRun.WHOLE));
  }

  private static ComparedMetric metric(RunComparison comparison, String name) {
    return comparison.metrics().stream()
        .filter(it -> it.metric().equals(name))
        .findFirst()
        .orElseThrow();
  }
}
