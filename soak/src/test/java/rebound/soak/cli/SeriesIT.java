package rebound.soak.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Several runs in one command, on real processes.
class SeriesIT {
  private static final String PLAN =
      """
      plan: small
      target: tiny
      phases:
        - {name: rest-warm, kind: rest, duration: 500ms}
        - {name: ping, title: two connections, duration: 1s, populations: [{load: {model: closed, connections: 2}, requests: [{path: /ping}]}]}
        - {name: rest, kind: rest, duration: 500ms}
      """;

  @TempDir private Path home;
  private Rebound rebound;
  private Path runs;
  private String plan;

  @BeforeEach
  void prepare() throws IOException {
    rebound = new Rebound(home);
    runs = home.resolve("runs");
    plan = rebound.file("small.yaml", PLAN).toString();
  }

  @Test
  void abRunsBothInTurnsInFreshProcesses() throws IOException {
    Path junit = home.resolve("ab.xml");
    Rebound.Result result =
        rebound.run(
            "ab",
            plan,
            "--base",
            "tiny",
            "--candidate",
            "twin",
            "--blocks",
            "1",
            "--most-blocks",
            "1",
            "--junit",
            junit.toString(),
            "--progress",
            "none",
            "--out",
            runs.toString());

    assertThat(result.err()).doesNotContain("bug of Rebound");
    assertThat(result.out()).contains("COMPARISON: INCONCLUSIVE", "goodput", "settled memory");
    assertThat(result.exitCode()).isEqualTo(ExitCode.INCONCLUSIVE);
    Path folder = Rebound.onlyRun(runs);
    assertThat(below(folder.resolve("runs"))).hasSize(2);
    assertThat(folder.resolve("report.html"))
        .content()
        .contains("twin against tiny", "candidate 1");
    assertThat(junit).content().contains("settled memory has not regressed");
  }

  @Test
  void repeatsAreComparedWithEarlierRepeats() throws IOException {
    rebound.run("run", plan, "--repeat", "2", "--quick", "--quiet", "--out", runs.toString());
    String first = Rebound.onlyRun(runs).getFileName().toString();

    Rebound.Result result =
        rebound.run(
            "run", plan, "--repeat", "2", "--baseline", first, "--quiet", "--out", runs.toString());

    assertThat(result.err()).doesNotContain("bug of Rebound");
    assertThat(result.out()).contains("medians of 2 runs", "COMPARISON: INCONCLUSIVE");
    assertThat(result.exitCode()).isIn(ExitCode.INCONCLUSIVE, ExitCode.INVALID);
    Path second =
        below(runs).stream()
            .filter(it -> !it.getFileName().toString().equals(first))
            .findFirst()
            .orElseThrow();
    assertThat(second.resolve("baseline.md")).content().contains("| goodput | INCONCLUSIVE");
    assertThat(second.resolve("repeats.csv")).content().contains("ping,tiny,median,");

    Rebound.Result again = rebound.run("report", "latest", "--out", runs.toString());
    assertThat(again.out()).contains("medians of 2 runs");

    Rebound.Result trend = rebound.run("report", second.resolve("runs").toString());
    assertThat(trend.exitCode()).isZero();
    assertThat(trend.out()).contains("small on tiny: 2 runs");
    assertThat(second.resolve("runs/trend.html")).content().contains("No change of level");
  }

  @Test
  void aBaselineOfAnotherPlanIsRefusedBeforeAnythingRuns() throws IOException {
    rebound.run("run", plan, "--quick", "--quiet", "--out", runs.toString());
    String other =
        rebound.file("other.yaml", PLAN.replace("plan: small", "plan: other")).toString();

    Rebound.Result result =
        rebound.run("run", other, "--baseline", "latest", "--out", runs.toString());

    assertThat(result.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(result.err()).contains("--baseline is of plan small, this run of other");
    assertThat(below(runs)).hasSize(1);
  }

  private static List<Path> below(Path folder) throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.toList();
    }
  }
}
