package rebound.soak.cli;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/// Faults are made, and healed in time and by Ctrl-C; [SigkillIT] kills the run.
class FaultIT {
  @TempDir private Path home;
  private Rebound rebound;
  private Path runs;
  private TinyServer server;

  @BeforeEach
  void startServer() throws IOException {
    rebound = new Rebound(home);
    runs = home.resolve("runs");
    server = TinyServer.start();
  }

  @AfterEach
  void stopServer() {
    server.close();
  }

  private static String plan(String seconds, String fault) {
    return """
    plan: faulty
    target: tiny
    phases:
      - name: harm
        duration: %ss
        faults: [{%s}]
        populations: [{load: {model: open, rate: 20/s}, requests: [{path: /ping}]}]
    gates: [{metric: liveness.statusAfter, phase: harm, min: 200}]
    """
        .formatted(seconds, fault);
  }

  private Process startAttached(String fault) throws IOException {
    Path plan = rebound.file("faulty.yaml", plan("120", fault));
    return rebound.start(
        "run",
        plan.toString(),
        "--url",
        server.url(),
        "--pid",
        String.valueOf(server.pid()),
        "--out",
        runs.toString());
  }

  @Test
  void aPauseIsMadeAndHealedInItsPhase() throws IOException {
    Path plan = rebound.file("faulty.yaml", plan("3", "process: pause, at: 500ms, for: 1s"));
    Rebound.Result result =
        rebound.run(
            "run",
            plan.toString(),
            "--url",
            server.url(),
            "--pid",
            String.valueOf(server.pid()),
            "--out",
            runs.toString());

    assertThat(result.err()).doesNotContain("bug of Rebound");
    Path run = Rebound.onlyRun(runs);
    JsonNode json = new ObjectMapper().readTree(Files.readString(run.resolve("run.json")));
    JsonNode fault = json.at("/phases/0/faults/0");
    assertThat(fault.get("what").asString()).contains("pause of pid");
    assertThat(fault.get("injectedSeconds").asDouble()).isBetween(0.5, 2.5);
    assertThat(fault.get("healedSeconds").asDouble())
        .isGreaterThanOrEqualTo(fault.get("injectedSeconds").asDouble() + 0.1);
    assertThat(json.at("/phases/0/liveness/statusAfter").asInt()).isEqualTo(200);
    assertThat(Files.readString(run.resolve("journal.ndjson")))
        .contains("\"event\":\"injected\"", "\"event\":\"healed\"");
    assertThat(server.isStopped()).isFalse();
  }

  @Test
  void aTargetIsKilledAndStartedAgainAndItsFirstGoodAnswerIsTimed() throws IOException {
    Path plan = rebound.file("faulty.yaml", plan("3", "process: restart, at: 500ms, for: 500ms"));
    Rebound.Result result =
        rebound.run(
            "run", plan.toString(), "--target", "tiny", "--quick", "--out", runs.toString());

    assertThat(result.err()).doesNotContain("bug of Rebound", "rebound: ");
    Path run = Rebound.onlyRun(runs);
    JsonNode phase =
        new ObjectMapper().readTree(Files.readString(run.resolve("run.json"))).at("/phases/0");
    JsonNode fault = phase.at("/faults/0");
    assertThat(fault.get("what").asString()).contains("restart of the target by SIGKILL");
    assertThat(fault.get("firstGoodMillis").asDouble()).isPositive();
    assertThat(phase.at("/liveness/statusAfter").asInt()).isEqualTo(200);
    assertThat(phase.at("/populations/0/errors/connect refused").asInt()).isPositive();
    // The new process is watched, and the time in which there was none is no gap in the figures.
    assertThat(phase.at("/memory/afterBytes").asLong()).isPositive();
    assertThat(run.resolve("restart-1-target.log")).exists();
  }

  @Test
  void aTargetThatDoesNotComeBackIsDead() throws IOException {
    Path plan =
        rebound.file(
            "faulty.yaml", plan("20", "process: restart, signal: TERM, at: 500ms, for: 300ms"));
    Path folder = Files.createDirectories(home.resolve("soak/targets/once"));
    String tiny = Files.readString(home.resolve("soak/targets/tiny/target.yaml"));
    Files.writeString(
        folder.resolve("target.yaml"),
        tiny.replace("target: tiny", "target: once")
            .replace("[\"{java}\",", "[sh, -c, \"mkdir once && exec $0 $@\", \"{java}\",")
            .replace("directory: .", ""));

    Rebound.Result result =
        rebound.run(
            "run", plan.toString(), "--target", "once", "--quick", "--out", runs.toString());

    assertThat(result.exitCode()).as(result.err()).isEqualTo(5);
    assertThat(Files.readString(Rebound.onlyRun(runs).resolve("run.json")))
        .contains("the target died in phase harm");
  }

  @Test
  void aTargetThatTheRunDidNotStartIsNotKilled() throws IOException {
    Path plan = rebound.file("faulty.yaml", plan("3", "process: restart"));
    Rebound.Result result =
        rebound.run(
            "run",
            plan.toString(),
            "--url",
            server.url(),
            "--pid",
            String.valueOf(server.pid()),
            "--out",
            runs.toString());

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err()).contains("process: restart");
    assertThat(server.isAlive()).isTrue();
  }

  @Test
  void anInterruptHeals() throws Exception {
    Process run = startAttached("process: pause");
    try {
      await().atMost(60, SECONDS).until(server::isStopped);
      // Handled as Ctrl-C is; SIGINT itself is ignored by all that a shell runs in the background.
      new ProcessBuilder("kill", "-TERM", String.valueOf(run.pid())).start().waitFor();

      assertThat(run.waitFor(60, SECONDS)).isTrue();
      assertThat(run.exitValue()).isEqualTo(130);
      assertThat(server.isStopped()).isFalse();
    } finally {
      run.destroyForcibly();
    }
  }

  /// New connections are refused for a second; what asks the database anew each time feels it, and
  /// nothing of it is left in the phase that follows.
  @Test
  void aDatabaseThatRefusesIsFeltAndHealed() throws IOException {
    assumeTrue(rebound.hasDatabase(), "fake-db was not built");
    Path plan =
        rebound.file(
            "refusing.yaml",
            """
            plan: refusing
            target: dependent
            phases:
              - name: harm
                duration: 3s
                faults: [{database: {kind: refuse}, at: 1s, for: 1s}]
                populations: [{load: {model: open, rate: 50/s}, requests: [{path: /database}]}]
              - name: after
                duration: 2s
                populations: [{load: {model: open, rate: 50/s}, requests: [{path: /database}]}]
            gates: [{metric: goodRatio, phase: after, min: 1}]
            """);
    Rebound.Result result = rebound.run("run", plan.toString(), "--out", runs.toString());

    assertThat(result.err()).doesNotContain("bug of Rebound", "rebound: ");
    JsonNode json =
        new ObjectMapper().readTree(Files.readString(Rebound.onlyRun(runs).resolve("run.json")));
    JsonNode fault = json.at("/phases/0/faults/0");
    assertThat(fault.get("what").asString()).isEqualTo("refuse of the database");
    assertThat(fault.get("healedSeconds").asDouble() - fault.get("injectedSeconds").asDouble())
        .isBetween(0.7, 1.5);
    // 50 were due while it refused: each was answered 503, and no other was.
    assertThat(json.at("/phases/0/populations/0/ledger/shed").asInt()).isBetween(30, 75);
    assertThat(json.at("/phases/0/populations/0/ledger/ok").asInt()).isBetween(70, 120);
    assertThat(json.at("/phases/1/populations/0/ledger/ok").asInt()).isEqualTo(100);
    assertThat(result.out()).containsPattern("PASS +goodRatio in after");
  }

  @Test
  void aFaultWithoutAnythingToHarmIsRefused() throws IOException {
    Path plan = rebound.file("faulty.yaml", plan("3", "toxic: down"));
    Rebound.Result network =
        rebound.run("run", plan.toString(), "--target", "tiny", "--out", runs.toString());
    assertThat(network.exitCode()).isEqualTo(2);
    assertThat(network.err()).contains("fakeDb.redisPort");

    Path pause = rebound.file("pause.yaml", plan("3", "process: pause"));
    Rebound.Result nobody =
        rebound.run("run", pause.toString(), "--url", server.url(), "--out", runs.toString());
    assertThat(nobody.exitCode()).isEqualTo(2);
    assertThat(nobody.err()).contains("--pid");
  }

  @Test
  void aServerThatBearsSlowHeadersFailsItsGateAndSaysSo() throws IOException {
    Path plan =
        rebound.file(
            "hostile.yaml",
            """
            plan: hostile-small
            target: tiny
            phases:
              - name: slow
                duration: 2s
                populations:
                  - {name: users, load: {model: open, rate: 20/s}, requests: [{path: /ping}]}
                  - name: attackers
                    hostile: {kind: slow-headers, connections: 5, every: 50ms, within: 500ms}
            gates: [{metric: ledger.timedOut, phase: slow, population: attackers, max: 0}]
            """);
    Rebound.Result result = rebound.run("run", plan.toString(), "--out", runs.toString());

    assertThat(result.err()).doesNotContain("bug of Rebound");
    JsonNode json =
        new ObjectMapper().readTree(Files.readString(Rebound.onlyRun(runs).resolve("run.json")));
    JsonNode attackers = json.at("/phases/0/populations/1");
    assertThat(attackers.get("model").asString()).isEqualTo("slow-headers");
    assertThat(attackers.at("/ledger/timedOut").asInt()).isEqualTo(5);
    assertThat(attackers.at("/connectionLedger/kept").asInt()).isEqualTo(5);
    assertThat(result.out()).contains("a head sent slowly was not dealt with in time (5 times)");
    // The verdict of the whole run is not asked for: a loaded machine makes it INVALID.
    assertThat(result.out()).containsPattern("FAIL +ledger.timedOut in slow of attackers: 5");
  }
}
