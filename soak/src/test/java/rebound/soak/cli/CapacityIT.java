package rebound.soak.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rebound.soak.RunSchema;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

class CapacityIT {
  private static final String PLAN =
      """
      plan: small-search
      target: tiny
      capacity:
        requests: [{path: /ping}]
        objectives: [{name: near, p99: 200ms}]
        warmUp: 200ms
        ladder: {connections: [1, 4], runs: 1, duration: 300ms}
        trial: 300ms
        maxInFlight: 256
      gates:
        - {metric: capacity.perSecond.near, min: 1}
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
  void searchesAndLeavesItsFilesAndReckonsInstances() throws IOException {
    Path plan = rebound.file("search.yaml", PLAN);

    Rebound.Result result =
        rebound.run(
            "run", plan.toString(), "--quick", "--need", "1000/s", "--out", runs.toString());

    assertThat(result.err()).doesNotContain("bug of Rebound");
    assertThat(result.out())
        .contains("near, p99 ≤ 200 ms", "saturation", "Little's law", "QUICK LOOK: PASS")
        .contains("NOT JUDGED (quick) capacity within near", "needed ");
    assertThat(result.exitCode()).isZero();
    Path run = Rebound.onlyRun(runs);
    String json = Files.readString(run.resolve("run.json"));
    assertThat(RunSchema.complaints(json)).isEmpty();
    JsonNode capacity = new ObjectMapper().readTree(json).get("capacity");
    assertThat(capacity.get("trials").size()).isPositive();
    assertThat(capacity.at("/steps/0/connections").asInt()).isEqualTo(1);
    assertThat(Files.readAllLines(run.resolve("trials.csv")))
        .hasSize(1 + capacity.get("trials").size());
    assertThat(Files.readString(run.resolve("report.html"))).contains("<svg class=\"search\"");

    Rebound.Result again =
        rebound.run("report", "latest", "--need", "5000/s", "--failures", "2", "--out", "" + runs);
    assertThat(again.out()).contains("needed       within near");
  }

  @Test
  void aKilledSearchStillTellsWhatItFound() throws Exception {
    Path plan = rebound.file("search.yaml", PLAN);
    Process process = rebound.start("run", plan.toString(), "--quick", "--out", runs.toString());
    try {
      await()
          .atMost(Duration.ofSeconds(60))
          .until(
              () ->
                  Files.isDirectory(runs)
                      && Files.readString(Rebound.onlyRun(runs).resolve("journal.ndjson"))
                          .contains("trial-ended"));
    } finally {
      process.destroyForcibly().waitFor();
    }

    Rebound.Result result = rebound.run("report", "latest", "--out", runs.toString());

    assertThat(result.exitCode()).isEqualTo(130);
    assertThat(result.out()).contains("near, p99 ≤ 200 ms", "trials  ");
    Rebound.Result resumed = rebound.run("resume", "latest", "--out", runs.toString());
    assertThat(resumed.exitCode()).isEqualTo(2);
    assertThat(resumed.err()).contains("is a search, which needs one sitting");
  }

  @Test
  void needWithoutASearchIsRefused() {
    Rebound.Result result = rebound.run("run", "resilience", "--need", "100/s");

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err()).contains("--need goes with a plan that searches a capacity");
  }
}
