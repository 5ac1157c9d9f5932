package rebound.soak.cli;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rebound.soak.RunSchema;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

class RunIT {
  private static final String PLAN =
      """
      plan: small
      target: tiny
      phases:
        - {name: warm-up, kind: warm-up, duration: 1s, populations: [{load: {model: closed, connections: 4}, requests: [{path: /ping}]}]}
        - {name: rest-warm, kind: rest, duration: 1s}
        - {name: c8, title: 8 connections, duration: 2s, populations: [{load: {model: closed, connections: 8}, requests: [{path: /ping}]}]}
        - name: storm
          duration: 1s
          populations: [{name: storm, load: {model: closed, connections: 2}, hostile: {kind: invalid-json, route: json}}]
        - {name: rest, kind: rest, duration: 1s}
        - {name: recovery, kind: recovery, duration: 1s, populations: [{load: {model: open, rate: 50/s}, requests: [{path: /ping}]}]}
      gates:
        - {metric: ledger.unexpectedStatus, phase: storm, max: 0}
        - {metric: ledger.timedOut, phase: c8, max: 0}
        - {metric: liveness.statusAfter, phase: "*", min: 200, max: 299}
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
  void drivesATargetThroughAPlanAndLeavesItsFolder() throws IOException {
    Path plan = rebound.file("small.yaml", PLAN);

    Path summary = home.resolve("step-summary");

    Rebound.Result result =
        rebound.run(
            Map.of("GITHUB_STEP_SUMMARY", summary.toString()),
            "run",
            plan.toString(),
            "--quick",
            "--out",
            runs.toString());

    assertThat(result.err()).doesNotContain("bug of Rebound");
    assertThat(result.out())
        .contains(
            "8 connections",
            "QUICK LOOK: PASS",
            "PASS         ledger.unexpectedStatus in storm",
            // What takes its time cannot be seen in a look.
            "NOT JUDGED (quick) ledger.timedOut in c8");
    assertThat(result.exitCode()).isZero();
    Path run = Rebound.onlyRun(runs);
    for (String name :
        List.of(
            "plan.yaml",
            "journal.ndjson",
            "run.json",
            "phases.csv",
            "timeline.csv",
            "latency.hlog",
            "summary.md",
            "junit.xml")) {
      assertThat(run.resolve(name)).isNotEmptyFile();
    }
    JsonNode json = new ObjectMapper().readTree(Files.readString(run.resolve("run.json")));
    assertThat(RunSchema.complaints(json.toString())).isEmpty();
    assertThat(json.get("verdict").asString()).isEqualTo("PASS");
    assertThat(json.get("phases")).hasSize(6);
    JsonNode ledger = json.at("/phases/2/populations/0/ledger");
    assertThat(ledger.get("attempted").asLong()).isPositive();
    assertThat(ledger.get("addsUp").asBoolean()).isTrue();
    assertThat(json.at("/phases/2/memory/peakBytes").asLong()).isGreaterThan(10_000_000);
    assertThat(json.at("/phases/2/liveness/statusAfter").asInt()).isEqualTo(200);
    assertThat(histograms(run)).isPositive();
    assertThat(summary).content().contains("QUICK LOOK: PASS", "| 8 connections |");
  }

  @Test
  void countsAsManyAnswersAsTheServerItself() throws Exception {
    int port = freePort();
    Process server = tiny(port);
    try {
      Path plan = rebound.file("small.yaml", PLAN.replace("kind: warm-up, ", ""));
      rebound.run(
          "run",
          plan.toString(),
          "--quick",
          "--target",
          "tiny",
          "--url",
          "http://127.0.0.1:" + port,
          "--pid",
          String.valueOf(server.pid()),
          "--out",
          runs.toString());

      JsonNode json =
          new ObjectMapper().readTree(Files.readString(Rebound.onlyRun(runs).resolve("run.json")));
      long counted = 0;
      for (JsonNode phase : json.get("phases")) {
        for (JsonNode population : phase.get("populations")) {
          if (!population.get("name").asString().equals("storm")) {
            counted += population.at("/statuses/200").asLong(0);
          }
        }
      }
      // The check of routes asks /ping once.
      assertThat(get(port, "/count")).isEqualTo(String.valueOf(counted + 1));
      assertThat(json.at("/phases/2/memory/peakBytes").asLong()).isPositive();
    } finally {
      server.destroyForcibly().waitFor();
    }
  }

  @Test
  void withoutAWayToReadMemoryItsGatesAreNotJudged() throws Exception {
    int port = freePort();
    Process server = tiny(port);
    try {
      Path plan =
          rebound.file("small.yaml", PLAN + "  - {metric: memoryReturn.settledRatio, max: 1.1}\n");
      Rebound.Result result =
          rebound.run(
              "run",
              plan.toString(),
              "--url",
              "http://127.0.0.1:" + port,
              "--out",
              runs.toString());

      assertThat(result.out()).contains("NOT JUDGED", "--pid", "– → – → –");
    } finally {
      server.destroyForcibly().waitFor();
    }
  }

  @Test
  void aTargetThatNeverGetsReadyIsFiveAndItsLastLinesAreShown() throws IOException {
    Path plan = rebound.file("small.yaml", PLAN);

    Rebound.Result result =
        rebound.run("run", plan.toString(), "--target", "mute", "--out", runs.toString());

    assertThat(result.exitCode()).isEqualTo(5);
    assertThat(result.err()).contains("mute", "ready.within", "2000 ms");
  }

  @Test
  void aTargetThatDiesIsFive() throws Exception {
    Path plan = rebound.file("small.yaml", PLAN.replace("duration: 2s", "duration: 120s"));
    Process process = rebound.start("run", plan.toString(), "--out", runs.toString());
    try {
      childrenOnceInPhase(process, "c8").forEach(ProcessHandle::destroyForcibly);

      assertThat(process.waitFor(60, SECONDS)).isTrue();
      assertThat(process.exitValue()).isEqualTo(5);
      assertThat(Files.readString(Rebound.onlyRun(runs).resolve("run.json")))
          .contains("the target died in phase c8");
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void aRouteThatDoesNotAnswerAsExpectedIsRefusedBeforeAnyLoad() throws IOException {
    Path plan = rebound.file("small.yaml", PLAN.replace("{path: /ping}", "{path: /nowhere}"));

    Rebound.Result result = rebound.run("run", plan.toString(), "--out", runs.toString());

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err()).contains("GET /nowhere answered 404", "routes:");
  }

  @Test
  void wrongUsageIsTwo() {
    assertThat(rebound.run("run", "nosuch").exitCode()).isEqualTo(2);
    assertThat(rebound.run("run", "--target", "nosuch").exitCode()).isEqualTo(2);
    assertThat(rebound.run("run", "--no-such-flag").exitCode()).isEqualTo(2);
    assertThat(rebound.run("run", "--pid", "1").exitCode()).isEqualTo(2);
    assertThat(rebound.run("run", "--url", "ftp://x").exitCode()).isEqualTo(2);
    Rebound.Result remote = rebound.run("run", "--url", "http://192.0.2.1:80");
    assertThat(remote.exitCode()).isEqualTo(2);
    assertThat(remote.err()).contains("--allow-remote 192.0.2.1");
    assertThat(rebound.run("report", "nosuch", "--out", runs.toString()).exitCode()).isEqualTo(2);
  }

  @Test
  void tooManyConnectionsAreRefusedWithTheArithmetic() throws IOException {
    Path plan = rebound.file("small.yaml", PLAN.replace("connections: 8}", "connections: 99000}"));

    Rebound.Result result = rebound.run("run", plan.toString(), "--out", runs.toString());

    assertThat(result.exitCode()).isEqualTo(3);
    assertThat(result.err())
        .contains("99000 sockets and a reserve of 200 make 99", "raise the limit (ulimit -n");
  }

  @Test
  void anInterruptWritesTheResultsSoFarAndEndsWith130() throws Exception {
    Path plan = rebound.file("small.yaml", PLAN.replace("duration: 2s", "duration: 120s"));
    Process process = rebound.start("run", plan.toString(), "--out", runs.toString());
    try {
      List<ProcessHandle> children = childrenOnceInPhase(process, "c8");
      // SIGTERM and not SIGINT: a shell that runs these tests in the background has SIGINT ignored,
      // and a JVM leaves an ignored signal so. Both reach the same hook.
      new ProcessBuilder("kill", "-TERM", String.valueOf(process.pid())).start().waitFor();

      assertThat(process.waitFor(60, SECONDS)).isTrue();
      assertThat(process.exitValue()).isEqualTo(130);
      JsonNode json =
          new ObjectMapper().readTree(Files.readString(Rebound.onlyRun(runs).resolve("run.json")));
      assertThat(json.get("interrupted").asString()).isNotEmpty();
      assertThat(json.get("exitCode").asInt()).isEqualTo(130);
      assertThat(json.at("/phases/2/populations/0/ledger/addsUp").asBoolean()).isTrue();
      assertGone(children);
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void aRunThatIsKilledLeavesNoProcessAndAJournalToReportFrom() throws Exception {
    Path plan = rebound.file("small.yaml", PLAN.replace("duration: 2s", "duration: 120s"));
    Process process = rebound.start("run", plan.toString(), "--out", runs.toString());
    List<ProcessHandle> children = childrenOnceInPhase(process, "c8");

    process.destroyForcibly().waitFor();

    assertGone(children);
    Path run = Rebound.onlyRun(runs);
    Rebound.Result report = rebound.run("report", run.toString());
    assertThat(report.exitCode()).isEqualTo(130);
    assertThat(report.out()).contains("warm-up", "ended early");
    assertThat(run.resolve("run.json")).isNotEmptyFile();
    Files.writeString(run.resolve("plan.yaml"), PLAN);

    Rebound.Result resumed = rebound.run("resume", run.toString());

    assertThat(resumed.exitCode()).isIn(0, 3);
    JsonNode json = new ObjectMapper().readTree(Files.readString(run.resolve("run.json")));
    assertThat(json.get("phases")).hasSize(6);
    assertThat(json.get("interrupted").asString()).isEmpty();
    assertThat(json.get("notes").toString()).contains("resumed after a gap of");
    assertThat(rebound.run("resume", run.toString()).err()).contains("nothing to go on with");
  }

  /// The children of a run, once a phase has begun.
  private List<ProcessHandle> childrenOnceInPhase(Process process, String phase) {
    await()
        .atMost(60, SECONDS)
        .until(
            () -> {
              try (Stream<Path> found = Files.exists(runs) ? Files.list(runs) : Stream.of()) {
                return found
                    .map(it -> it.resolve("journal.ndjson"))
                    .filter(Files::exists)
                    .anyMatch(it -> read(it).contains("\"phase\":\"" + phase + "\""));
              }
            });
    List<ProcessHandle> children = process.descendants().toList();
    assertThat(children).isNotEmpty();
    return children;
  }

  private static void assertGone(List<ProcessHandle> children) {
    await().atMost(10, SECONDS).until(() -> children.stream().noneMatch(ProcessHandle::isAlive));
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException gone) {
      return "";
    }
  }

  private static int histograms(Path run) throws IOException {
    int count = 0;
    HistogramLogReader reader = new HistogramLogReader(run.resolve("latency.hlog").toFile());
    while (reader.hasNext()) {
      var histogram = reader.nextIntervalHistogram();
      assertThat(histogram.getTag()).matches("[a-z0-9-]+/[a-z0-9-]+/(response|service)");
      count++;
    }
    return count;
  }

  private static Process tiny(int port) throws Exception {
    Process process =
        new ProcessBuilder(
                Rebound.JAVA.toString(),
                "-cp",
                Path.of("target/test-classes").toAbsolutePath().toString(),
                TinyServerMain.class.getName(),
                String.valueOf(port))
            .inheritIO()
            .start();
    await().atMost(30, SECONDS).ignoreExceptions().until(() -> get(port, "/count").equals("0"));
    return process;
  }

  private static String get(int port, String path) throws IOException, InterruptedException {
    try (HttpClient http = HttpClient.newHttpClient()) {
      return http.send(
              HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).build(),
              HttpResponse.BodyHandlers.ofString())
          .body();
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }
}
