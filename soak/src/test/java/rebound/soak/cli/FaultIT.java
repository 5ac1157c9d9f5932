package rebound.soak.cli;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rebound.chaos.heal.ProcessIdentity;
import rebound.chaos.network.Toxiproxy;
import rebound.chaos.network.ToxiproxySettings;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/// Faults are made, and healed on every way out: in time, by Ctrl-C, and within five seconds after
/// the run was killed.
class FaultIT {
  private static final Path FAKE_DB = Path.of("../fake-db").toAbsolutePath().normalize();

  @TempDir private Path home;
  private Rebound rebound;
  private Path runs;
  private Process server;
  private int port;

  @BeforeEach
  void startServer() throws Exception {
    rebound = new Rebound(home);
    runs = home.resolve("runs");
    try (ServerSocket socket = new ServerSocket(0)) {
      port = socket.getLocalPort();
    }
    server =
        new ProcessBuilder(
                Rebound.JAVA.toString(),
                "-Xmx32m",
                "-cp",
                Path.of("target/test-classes").toAbsolutePath().toString(),
                TinyServerMain.class.getName(),
                String.valueOf(port))
            .inheritIO()
            .start();
    await().atMost(30, SECONDS).ignoreExceptions().until(() -> get("/count").equals("0"));
  }

  @AfterEach
  void stopServer() throws Exception {
    server.destroyForcibly().waitFor();
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
        "http://127.0.0.1:" + port,
        "--pid",
        String.valueOf(server.pid()),
        "--out",
        runs.toString());
  }

  private boolean isStopped() throws IOException {
    return ProcessIdentity.of(server.pid()).isStopped();
  }

  @Test
  void aPauseIsMadeAndHealedInItsPhase() throws IOException {
    Path plan = rebound.file("faulty.yaml", plan("3", "process: pause, at: 500ms, for: 1s"));
    Rebound.Result result =
        rebound.run(
            "run",
            plan.toString(),
            "--url",
            "http://127.0.0.1:" + port,
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
    assertThat(isStopped()).isFalse();
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
            "http://127.0.0.1:" + port,
            "--pid",
            String.valueOf(server.pid()),
            "--out",
            runs.toString());

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err()).contains("process: restart");
    assertThat(server.isAlive()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"process: restart, for: 100s", "process: memory-pressure, bytes: 32MiB"})
  void nothingIsLeftWhenTheRunIsKilled(String fault) throws Exception {
    Path plan = rebound.file("faulty.yaml", plan("120", fault));
    Process run =
        rebound.start("run", plan.toString(), "--target", "tiny", "--out", runs.toString());
    try {
      await().atMost(60, SECONDS).until(() -> !run.isAlive() || journal().contains("injected"));
      assertThat(run.isAlive()).as("the run").isTrue();
      List<ProcessHandle> children = run.descendants().toList();

      run.destroyForcibly().waitFor();

      await().atMost(5, SECONDS).until(() -> children.stream().noneMatch(ProcessHandle::isAlive));
    } finally {
      run.destroyForcibly();
    }
  }

  @Test
  void anInterruptHeals() throws Exception {
    Process run = startAttached("process: pause");
    try {
      await().atMost(60, SECONDS).until(this::isStopped);
      // Handled as Ctrl-C is; SIGINT itself is ignored by all that a shell runs in the background.
      new ProcessBuilder("kill", "-TERM", String.valueOf(run.pid())).start().waitFor();

      assertThat(run.waitFor(60, SECONDS)).isTrue();
      assertThat(run.exitValue()).isEqualTo(130);
      assertThat(isStopped()).isFalse();
    } finally {
      run.destroyForcibly();
    }
  }

  @Test
  void aPauseIsHealedWhenTheRunIsKilled() throws Exception {
    Process run = startAttached("process: pause");
    await().atMost(60, SECONDS).until(this::isStopped);

    run.destroyForcibly().waitFor();

    await().atMost(5, SECONDS).until(() -> !isStopped());
  }

  @Test
  void aQuotaIsHealedWhenTheRunIsKilled() throws Exception {
    Path cgroups = Path.of("/proc/" + server.pid() + "/cgroup");
    String before = Files.readString(cgroups);
    Process run = startAttached("process: cpu-quota, cores: 0.5");
    await()
        .atMost(60, SECONDS)
        .until(() -> !run.isAlive() || Files.readString(cgroups).contains("rebound-"));
    assumeTrue(run.isAlive(), "cgroups may not be written here");

    run.destroyForcibly().waitFor();

    await().atMost(5, SECONDS).until(() -> Files.readString(cgroups).equals(before));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "toxic: latency, latency: 50ms",
        "toxic: bandwidth, rate: 10kB, stream: upstream",
        "toxic: timeout, timeout: 1s",
        "toxic: down"
      })
  void aRealToxiproxyIsLeftAsItWasWhenTheRunIsKilled(String fault) throws Exception {
    withDatabase();
    Path plan = rebound.file("faulty.yaml", plan("120", fault));
    try (Toxiproxy real = Toxiproxy.start(ToxiproxySettings.onLoopback(1), line -> {})) {
      Process run =
          rebound.start(
              "run",
              plan.toString(),
              "--target",
              "dependent",
              "--toxiproxy",
              real.api().toString(),
              "--out",
              runs.toString());
      try {
        await().atMost(60, SECONDS).until(() -> !run.isAlive() || harmed(real.api()));
        assertThat(run.isAlive()).as("the run").isTrue();
        List<ProcessHandle> children = run.descendants().toList();

        run.destroyForcibly().waitFor();

        await()
            .atMost(5, SECONDS)
            .until(() -> ask(real.api().resolve("/proxies").toString()).equals("{}"));
        await()
            .atMost(10, SECONDS)
            .until(() -> children.stream().noneMatch(ProcessHandle::isAlive));
      } finally {
        run.destroyForcibly();
      }
    }
  }

  @Test
  void aFaultOfTheDatabaseEndsWithTheRun() throws Exception {
    withDatabase();
    Path plan = rebound.file("faulty.yaml", plan("120", "database: {kind: stall}"));
    Process run =
        rebound.start("run", plan.toString(), "--target", "dependent", "--out", runs.toString());
    try {
      await().atMost(60, SECONDS).until(() -> !run.isAlive() || journal().contains("injected"));
      assertThat(run.isAlive()).as("the run").isTrue();
      List<ProcessHandle> children = run.descendants().toList();

      run.destroyForcibly().waitFor();

      await().atMost(5, SECONDS).until(() -> children.stream().noneMatch(ProcessHandle::isAlive));
    } finally {
      run.destroyForcibly();
    }
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
        rebound.run(
            "run", pause.toString(), "--url", "http://127.0.0.1:" + port, "--out", runs.toString());
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

  private void withDatabase() throws IOException {
    assumeTrue(
        Files.exists(FAKE_DB.resolve("target/rebound-fake-db.jar")), "fake-db was not built");
    Files.createSymbolicLink(home.resolve("fake-db"), FAKE_DB);
    Path folder = Files.createDirectories(home.resolve("soak/targets/dependent"));
    String tiny = Files.readString(home.resolve("soak/targets/tiny/target.yaml"));
    Files.writeString(
        folder.resolve("target.yaml"),
        tiny.replace("target: tiny", "target: dependent")
            + "environment: {DATABASE: \"{fakeDb.redisPort}\"}\n");
  }

  private String journal() throws IOException {
    if (!Files.exists(runs)) {
      return "";
    }
    Path journal = Rebound.onlyRun(runs).resolve("journal.ndjson");
    return Files.exists(journal) ? Files.readString(journal) : "";
  }

  private static boolean harmed(URI api) throws IOException, InterruptedException {
    String proxies = ask(api.resolve("/proxies").toString());
    return proxies.contains("\"toxicity\"") || proxies.contains("\"enabled\":false");
  }

  private String get(String path) throws IOException, InterruptedException {
    return ask("http://127.0.0.1:" + port + path);
  }

  private static String ask(String url) throws IOException, InterruptedException {
    try (HttpClient http = HttpClient.newHttpClient()) {
      return http.send(
              HttpRequest.newBuilder(URI.create(url)).build(), HttpResponse.BodyHandlers.ofString())
          .body()
          .strip();
    }
  }
}
