package rebound.soak.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

class ComparisonIT {
  private static final String PLAN =
      """
      plan: small-peers
      targets: [tiny, twin]
      comparison: {reference: tiny, rounds: 2, startups: 1}
      phases:
        - {name: warm-up, kind: warm-up, duration: 500ms, populations: [{load: {model: closed, connections: 2}, requests: [{path: /ping}]}]}
        - {name: ping, title: two connections, duration: 1s, populations: [{load: {model: closed, connections: 2}, requests: [{path: /ping}]}]}
      """;

  @TempDir private Path home;
  private Rebound rebound;
  private Path runs;

  @BeforeEach
  void prepare() throws IOException {
    rebound = new Rebound(home);
    runs = home.resolve("runs");
  }

  @Test
  void runsTheTargetsInTurnAndGivesOneRowEach() throws IOException {
    Path plan = rebound.file("peers.yaml", PLAN);

    Rebound.Result result =
        rebound.run("run", plan.toString(), "--progress", "none", "--out", runs.toString());

    assertThat(result.err()).doesNotContain("bug of Rebound");
    assertThat(result.out())
        .contains("two connections", "tiny", "twin", "COMPARISON:", "1, all alike");
    // A loaded machine may spoil every round, which is no fault of the comparison.
    assertThat(result.exitCode()).isIn(ExitCode.PASS, ExitCode.INVALID);
    Path folder = Rebound.onlyRun(runs);
    JsonNode json = read(folder.resolve("comparison.json"));
    assertThat(json.get("rows")).hasSize(2);
    for (JsonNode row : json.get("rows")) {
      assertThat(row.get("rounds")).hasSize(2);
      assertThat(row.at("/median/throughputPerSecond").asDouble()).isPositive();
      assertThat(row.at("/median/rssAfterBytes").asDouble()).isGreaterThan(1e6);
      assertThat(row.at("/median/eventLoopRatio").asDouble()).isPositive();
    }
    List<String> order =
        json.get("runs")
            .valueStream()
            .map(JsonNode::asString)
            .map(it -> it.contains("tiny") ? "tiny" : "twin")
            .toList();
    assertThat(order).containsExactly("tiny", "twin", "twin", "tiny");
    assertThat(Files.readAllLines(folder.resolve("comparison.csv"))).hasSize(1 + 2 * 3);
    assertThat(folder.resolve("summary.md")).content().contains("| tiny |", "| twin |");
  }

  @Test
  void makesTheFilesOfAComparisonAgain() throws IOException {
    Path plan = rebound.file("peers.yaml", PLAN);
    rebound.run("run", plan.toString(), "--quick", "--quiet", "--out", runs.toString());
    Path folder = Rebound.onlyRun(runs);
    String before = Files.readString(folder.resolve("comparison.json"));
    Files.delete(folder.resolve("comparison.json"));
    // A snapshot is of the files as they are made anew, not as they lay there.
    Files.writeString(folder.resolve("comparison.csv"), "old");
    Files.writeString(folder.resolve("summary.md"), "old");

    Path snapshot = home.resolve("snapshot.csv");
    Rebound.Result again =
        rebound.run(
            "report", "latest", "--out", runs.toString(), "--snapshot", snapshot.toString());

    assertThat(again.out()).contains("COMPARISON: PASS");
    assertThat(folder.resolve("comparison.json")).hasContent(before);
    assertThat(folder.resolve("report.html"))
        .content()
        .contains("data-free=\"map-ping\"", "Throughput, req/s", "twin");
    assertThat(snapshot).hasSameTextualContentAs(folder.resolve("comparison.csv"));
    assertThat(home.resolve("snapshot.md")).content().contains("| twin |");
  }

  @Test
  void refusesATargetThatAnswersOtherwiseBeforeAnythingIsMeasured() throws IOException {
    Path plan = rebound.file("peers.yaml", PLAN);

    Rebound.Result result =
        rebound.run(
            "run",
            plan.toString(),
            "--target",
            "tiny",
            "--target",
            "odd",
            "--out",
            runs.toString());

    assertThat(result.exitCode()).isEqualTo(ExitCode.FAIL);
    assertThat(result.out())
        .contains(
            "odd: GET /ping: body 'gnop', the reference has 'pong'", "so nothing was measured");
    Path folder = Rebound.onlyRun(runs);
    assertThat(folder.resolve("runs")).doesNotExist();
    assertThat(read(folder.resolve("comparison.json")).get("verdict").asString()).isEqualTo("FAIL");
  }

  @Test
  void failsWhereATargetDoesEqualWorkAndThenAnswersNobody() throws IOException {
    Path plan = rebound.file("peers.yaml", PLAN);

    Rebound.Result result =
        rebound.run(
            "run",
            plan.toString(),
            "--quick",
            "--quiet",
            "--target",
            "tiny",
            "--target",
            "fading",
            "--out",
            runs.toString());

    assertThat(result.out())
        .contains("COMPARISON: FAIL, not one right answer in time from fading in ping");
    assertThat(result.exitCode()).isEqualTo(ExitCode.FAIL);
  }

  @Test
  void aTargetThatTakesNoWorkersStaysAwayFromTheirSettings() throws IOException {
    Path plan =
        rebound.file(
            "peers.yaml",
            PLAN.replace(
                "startups: 1",
                "startups: 1, variants: [{name: w1, workers: 1}, {name: w2, workers: 2}]"));

    Rebound.Result result =
        rebound.run(
            "run",
            plan.toString(),
            "--quick",
            "--quiet",
            "--target",
            "tiny",
            "--out",
            runs.toString());

    assertThat(result.exitCode()).isZero();
    assertThat(result.out())
        .contains("tiny-w1", "absent  tiny-w2: its target file has no {workers}");
  }

  @Test
  void oneThatDoesNotStartStaysAwayAndTheOthersGoOn() throws IOException {
    Path plan = rebound.file("peers.yaml", PLAN.replace("[tiny, twin]", "[mute, tiny, twin]"));

    Rebound.Result result =
        rebound.run(
            "run", plan.toString(), "--quick", "--progress", "none", "--out", runs.toString());

    assertThat(result.out()).contains("two connections", "tiny", "twin", "absent  mute: ");
    assertThat(result.out()).contains("a target died or did not start: [mute]");
    assertThat(result.exitCode()).isEqualTo(ExitCode.TARGET_DIED);
    JsonNode json = read(Rebound.onlyRun(runs).resolve("comparison.json"));
    assertThat(json.get("rows")).hasSize(2);
  }

  private static JsonNode read(Path file) throws IOException {
    return new ObjectMapper().readTree(Files.readString(file));
  }
}
