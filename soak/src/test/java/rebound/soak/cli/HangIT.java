package rebound.soak.cli;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/// A target that hangs from before a phase's end until after it.
class HangIT {
  private static final ObjectMapper JSON = new ObjectMapper();

  // A recovery is not done again where the machine was busy.
  private static final String PLAN =
      """
      plan: hang
      target: tiny
      phases:
        - {name: first, kind: recovery, duration: 4s, populations: [{load: {model: closed, connections: 2}, requests: [{path: /ping}]}]}
        - {name: second, kind: recovery, duration: 1s, populations: [{load: {model: closed, connections: 2}, requests: [{path: /ping}]}]}
      gates:
        - {metric: liveness.longestGapMillis, phase: first, max: 2000}
      """;

  @TempDir private Path home;

  @Test
  void aHangAcrossAPhasesEndIsNotCutThere() throws Exception {
    Rebound rebound = new Rebound(home);
    Path runs = home.resolve("runs");
    Path plan = rebound.file("hang.yaml", PLAN);
    try (TinyServer server = TinyServer.start()) {
      FutureTask<Void> hang = new FutureTask<>(() -> hang(server, runs), null);
      Thread.ofPlatform().name("hang").start(hang);
      Rebound.Result result =
          rebound.run(
              "run",
              plan.toString(),
              "--url",
              server.url(),
              "--pid",
              String.valueOf(server.pid()),
              "--progress",
              "none",
              "--out",
              runs.toString());
      hang.get(30, SECONDS);

      assertThat(result.out())
          .containsPattern("FAIL +liveness.longestGapMillis in first: [45],\\d{3}");
      JsonNode liveness =
          JSON.readTree(Files.readString(Rebound.onlyRun(runs).resolve("run.json")))
              .at("/phases/0/liveness");
      assertThat(liveness.get("longestGapLowerMillis").asDouble()).isBetween(3_900.0, 5_000.0);
      assertThat(liveness.get("longestGapUpperMillis").asDouble()).isBetween(4_400.0, 5_800.0);
      assertThat(liveness.get("statusAfter").asInt()).isEqualTo(200);
    }
  }

  /// Stops the server from 0.9 s before the first phase's end to 4 s after it.
  private static void hang(TinyServer server, Path runs) {
    await().atMost(60, SECONDS).ignoreExceptions().until(() -> started(runs).isPresent());
    try {
      long start = started(runs).orElseThrow();
      sleepUntil(start + 3_100_000_000L);
      signal("STOP", server);
      sleepUntil(start + 8_000_000_000L);
      signal("CONT", server);
    } catch (IOException | InterruptedException broken) {
      throw new IllegalStateException(broken);
    }
  }

  /// When the first phase began, on the clock of this process.
  private static Optional<Long> started(Path runs) throws IOException {
    try (Stream<String> lines = Files.lines(Rebound.onlyRun(runs).resolve("journal.ndjson"))) {
      return lines
          .filter(it -> it.contains("phase-started"))
          .findFirst()
          .map(it -> JSON.readTree(it).get("atNanos").asLong());
    }
  }

  private static void sleepUntil(long nanos) throws InterruptedException {
    TimeUnit.NANOSECONDS.sleep(Math.max(0, nanos - System.nanoTime()));
  }

  private static void signal(String name, TinyServer server)
      throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-" + name, String.valueOf(server.pid())).start().waitFor();
  }
}
