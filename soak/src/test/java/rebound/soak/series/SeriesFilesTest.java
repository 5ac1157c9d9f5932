package rebound.soak.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rebound.soak.planfile.UsageException;
import rebound.soak.result.SampleRun;
import rebound.soak.series.SeriesFacts.Kind;
import rebound.soak.series.SeriesFacts.Side;

final class SeriesFilesTest {
  private static final List<SampleRun.Part> PARTS =
      List.of(new SampleRun.Part("c64", "load", 2), new SampleRun.Part("rest", "rest", 2));

  @TempDir private Path runs;

  @Test
  void repeatsGiveTheirMedianWithTheLowestAndTheHighest() throws IOException {
    SeriesFolder series = SeriesFolder.create(runs, Kind.REPEATS, "sample", 7, plan());
    add(series, 1, Side.RUN, "tiny", 1);
    add(series, 2, Side.RUN, "tiny", 4);
    add(series, 3, Side.RUN, "tiny", 2);

    SeriesResult result = SeriesFiles.write(series);

    assertThat(result.runs()).hasSize(3);
    assertThat(result.lines()).anyMatch(it -> it.contains("req/s 2,000 (1,000–4,000)"));
    assertThat(Files.readAllLines(series.folder().file("repeats.csv")))
        .contains("c64,tiny,median,true,2000,2000,1.007,1.502,6.000,20.000,81.000,81.000")
        .anyMatch(it -> it.startsWith("c64,tiny,2,true,4000,4000,"));
    assertThat(series.folder().file("report.html"))
        .content()
        .contains("data-free=\"map-c64\"", "runs/", "run 3");
    assertThat(SeriesFolder.find(runs, "latest").orElseThrow().facts()).isEqualTo(series.facts());
  }

  @Test
  void sixPairsOfOneServerAreComparedPairByPair() throws IOException {
    SeriesFolder series = SeriesFolder.create(runs, Kind.AB, "sample", 7, plan());
    for (int block = 1; block <= 6; block++) {
      add(series, block, block % 2 == 0 ? Side.BASE : Side.CANDIDATE, "tiny", 1);
      add(series, block, block % 2 == 0 ? Side.CANDIDATE : Side.BASE, "tiny", 1);
    }
    // A pair without its second run counts for nothing.
    add(series, 7, Side.BASE, "tiny", 9);

    SeriesResult result = SeriesFiles.write(series);

    assertThat(result.comparison().orElseThrow().blocks()).isEqualTo(6);
    assertThat(result.comparison().orElseThrow().exitCode()).isZero();
    assertThat(series.folder().file("comparison.csv")).content().contains("goodput", ",OK,1.0000");
    assertThat(series.folder().file("junit.xml")).content().contains("goodput has not regressed");
    assertThat(series.folder().file("report.html"))
        .content()
        .contains("COMPARISON: OK", "candidate 6", "data-free=\"map-ab\"");
  }

  @Test
  void aTrendMarksWhereTheLevelChanged() throws IOException {
    for (int i = 0; i < 12; i++) {
      SampleRun.write(runs, "tiny", i < 6 ? 1 + 0.01 * (i % 3) : 1.5 + 0.01 * (i % 3), PARTS);
    }

    List<String> lines = TrendFiles.write(runs);

    assertThat(lines)
        .anyMatch(it -> it.startsWith("  goodput: +49"))
        .anyMatch(it -> it.contains("12 runs"));
    assertThat(runs.resolve("trend.html"))
        .content()
        .contains("<svg class=\"spark\"", "<circle", "sample on tiny", "changes of level");
    assertThat(Files.readAllLines(runs.resolve("trend.csv"))).hasSize(13);
  }

  @Test
  void aFolderWithoutRunsIsRefusedWithTheRemedy() {
    assertThatThrownBy(() -> TrendFiles.write(runs))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("name a run, or a folder of runs");
  }

  private void add(SeriesFolder series, int block, Side side, String target, double speed)
      throws IOException {
    series.add(block, side, SampleRun.write(series.runs(), target, speed, PARTS));
  }

  private static String plan() {
    return """
        plan: sample
        answers: how much does it vary?
        target: tiny
        phases:
          - {name: rest, kind: rest, duration: 1s}
        """;
  }
}
