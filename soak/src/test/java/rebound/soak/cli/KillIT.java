package rebound.soak.cli;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rebound.soak.RunSchema;
import rebound.soak.journal.Event;
import rebound.soak.journal.JournalReader;
import rebound.soak.journal.RunFolder;
import rebound.soak.result.ResultFiles;

/// A runner that is killed at any instant loses at most a second, and what it leaves, or any
/// beginning of it, gives every file.
class KillIT {
  private static final int KILLS = 6;
  private static final int PREFIXES = 50;
  private static final double WATCHED_SECONDS = 6;
  // A second, and what a busy machine adds to it.
  private static final double MOST_LOST_SECONDS = 1.5;
  private static final List<String> FILES =
      List.of("run.json", "phases.csv", "timeline.csv", "summary.md", "junit.xml", "report.html");
  private static final String PLAN =
      """
      plan: killed
      target: tiny
      phases:
        - {name: rest-warm, kind: rest, duration: 500ms}
        - {name: ping, duration: 1s, populations: [{load: {model: closed, connections: 2}, requests: [{path: /ping}]}]}
        - {name: rest, kind: rest, duration: 500ms}
        - {name: recovery, kind: recovery, duration: 60s, recovery: {baseline: ping}, populations: [{load: {model: closed, connections: 2}, requests: [{path: /ping}]}]}
      """;

  @TempDir private Path home;
  private Rebound rebound;
  private String plan;

  @BeforeEach
  void prepare() throws IOException {
    rebound = new Rebound(home);
    plan = rebound.file("killed.yaml", PLAN).toString();
  }

  /// A run that was killed.
  private record Killed(RunFolder folder, long atNanos, List<ProcessHandle> children) {}

  @Test
  void aKillAtAnyInstantLosesAtMostASecondAndLeavesEveryFile() throws Exception {
    SplittableRandom random = new SplittableRandom(6);
    List<Future<Killed>> futures = new ArrayList<>();
    // Two at once, which is what two cores can start.
    try (ExecutorService two = Executors.newFixedThreadPool(2)) {
      for (int i = 0; i < KILLS; i++) {
        int number = i;
        double seconds = random.nextDouble() * WATCHED_SECONDS;
        futures.add(two.submit(() -> startAndKill(number, seconds)));
      }
    }
    List<Killed> all = new ArrayList<>();
    for (Future<Killed> future : futures) {
      all.add(future.get());
    }
    for (Killed killed : all) {
      List<Event> events = events(killed.folder());
      assertThat((killed.atNanos() - lastNanos(events)) / 1e9).isLessThan(MOST_LOST_SECONDS);
      assertThat(rebound.run("report", killed.folder().path().toString()).exitCode())
          .isEqualTo(ExitCode.INTERRUPTED);
      assertEveryFile(killed.folder());
      await()
          .atMost(10, SECONDS)
          .until(() -> killed.children().stream().noneMatch(ProcessHandle::isAlive));
    }

    Killed longest = all.stream().max((a, b) -> Long.compare(size(a), size(b))).orElseThrow();
    byte[] journal = Files.readAllBytes(longest.folder().journal());
    byte[] histograms = Files.readAllBytes(longest.folder().histogramLog());
    int first = firstLine(journal);
    for (int i = 0; i < PREFIXES; i++) {
      RunFolder folder =
          new RunFolder(Files.createDirectories(home.resolve("prefixes").resolve("run-" + i)));
      folder.write("plan.yaml", PLAN);
      Files.write(
          folder.journal(), Arrays.copyOf(journal, first + random.nextInt(journal.length - first)));
      Files.write(
          folder.histogramLog(), Arrays.copyOf(histograms, random.nextInt(histograms.length)));
      ResultFiles.write(folder);
      assertEveryFile(folder);
    }
  }

  private Killed startAndKill(int number, double seconds) throws Exception {
    Path runs = home.resolve("runs-" + number);
    Process process = rebound.start("run", plan, "--out", runs.toString());
    await()
        .atMost(60, SECONDS)
        .until(
            () -> {
              try (Stream<Path> found = Files.exists(runs) ? Files.list(runs) : Stream.of()) {
                return found
                    .map(it -> it.resolve("journal.ndjson"))
                    .filter(Files::exists)
                    .anyMatch(it -> contains(it, "\"phase\":\"rest-warm\""));
              }
            });
    LockSupport.parkNanos((long) (seconds * 1e9));
    List<ProcessHandle> children = process.descendants().toList();
    long now = System.nanoTime();
    process.destroyForcibly().waitFor();
    return new Killed(new RunFolder(Rebound.onlyRun(runs)), now, children);
  }

  private static boolean contains(Path file, String text) {
    try {
      return Files.readString(file).contains(text);
    } catch (IOException notYet) {
      return false;
    }
  }

  private static List<Event> events(RunFolder folder) throws IOException {
    List<Event> events = new ArrayList<>();
    assertThat(JournalReader.read(folder.journal(), events::add)).isLessThanOrEqualTo(1);
    return events;
  }

  /// The last instant that a journal knows; `System.nanoTime()` is one clock for all processes.
  private static long lastNanos(List<Event> events) {
    long last = Long.MIN_VALUE;
    for (Event event : events) {
      switch (event) {
        case Event.PhaseStarted it -> last = Math.max(last, it.atNanos());
        case Event.Second it -> last = Math.max(last, it.atNanos());
        case Event.Marked it -> last = Math.max(last, it.mark().atNanos());
        default -> {}
      }
    }
    return last;
  }

  private static int firstLine(byte[] journal) {
    int end = 0;
    while (journal[end] != '\n') {
      end++;
    }
    return end + 1;
  }

  private static long size(Killed killed) {
    return killed.folder().journal().toFile().length();
  }

  private static void assertEveryFile(RunFolder folder) throws IOException {
    for (String name : FILES) {
      assertThat(folder.file(name)).isNotEmptyFile();
    }
    assertThat(RunSchema.complaints(Files.readString(folder.file("run.json")))).isEmpty();
  }
}
