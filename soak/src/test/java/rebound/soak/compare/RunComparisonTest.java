package rebound.soak.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rebound.soak.evidence.RunRecord;
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

  private List<RunComparison.Block> pairs(int count, double factor) throws IOException {
    RunRecord base = run(1, "base");
    RunRecord candidate = run(factor, "candidate");
    List<RunComparison.Block> blocks = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      blocks.add(new RunComparison.Block(base, candidate));
    }
    return blocks;
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
