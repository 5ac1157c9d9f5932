package rebound.soak.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rebound.chaos.measure.IntervalSample;
import rebound.soak.Records;
import rebound.soak.evidence.sample.Environment;
import rebound.soak.evidence.sample.LivenessSample;
import rebound.soak.evidence.sample.Reading;
import rebound.soak.evidence.sample.TargetSample;

class JournalTest {
  @TempDir private Path folder;

  @Test
  void readsBackWhatItWrote() throws IOException {
    Path file = write();

    List<Event> read = new ArrayList<>();
    assertThat(JournalReader.read(file, read::add)).isZero();
    assertThat(read).isEqualTo(events());
  }

  @Test
  void anyPrefixGivesTheWholeLinesInItAndAtMostOneDamaged() throws IOException {
    byte[] whole = Files.readAllBytes(write());
    SplittableRandom random = new SplittableRandom(50);
    for (int i = 0; i < 50; i++) {
      byte[] prefix = Arrays.copyOf(whole, random.nextInt(whole.length));
      Path file = Files.write(folder.resolve("prefix.ndjson"), prefix);
      long lines =
          new String(prefix, StandardCharsets.UTF_8).chars().filter(c -> c == '\n').count();

      List<Event> read = new ArrayList<>();
      int damaged = JournalReader.read(file, read::add);

      assertThat(damaged).isLessThanOrEqualTo(1);
      assertThat(read.size()).isGreaterThanOrEqualTo((int) lines);
      assertThat(read).isEqualTo(events().subList(0, read.size()));
    }
  }

  @Test
  void aChangedCharacterIsNoticed() throws IOException {
    Path file = write();
    String text = Files.readString(file).replaceFirst("plan\":\"storm", "plan\":\"stern");
    Files.writeString(file, text);

    List<Event> read = new ArrayList<>();
    assertThat(JournalReader.read(file, read::add)).isEqualTo(1);
    assertThat(read).isEqualTo(events().subList(1, events().size()));
  }

  @Test
  void aJournalIsContinuedAfterATornLine() throws IOException {
    Path file = write();
    byte[] whole = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(whole, whole.length - 7));
    Event more = new Event.Noted(9, "resumed");

    try (Journal journal = Journal.open(file)) {
      journal.write(more);
    }

    List<Event> read = new ArrayList<>();
    assertThat(JournalReader.read(file, read::add)).isEqualTo(1);
    assertThat(read.getLast()).isEqualTo(more);
    assertThat(read).hasSize(events().size());
  }

  @Test
  void aFullDiskStopsWithTheRemedy() throws IOException {
    Path full = Path.of("/dev/full");
    assumeTrue(Files.isWritable(full), "this machine has no /dev/full");
    Journal journal = Journal.open(full);

    assertThatThrownBy(() -> journal.write(new Event.Noted(9, "no room")))
        .isInstanceOf(IOException.class)
        .hasMessageContainingAll("/dev/full", "cannot be written", "rebound resume", "--out");
  }

  @Test
  void aFullDiskStopsAlsoWhereTheLatenciesAreWritten() throws IOException {
    Path full = Path.of("/dev/full");
    assumeTrue(Files.isWritable(full), "this machine has no /dev/full");
    LatencyLog log = LatencyLog.open(full, 0);
    Histogram one = new Histogram(3);
    one.recordValue(1_000_000);
    IntervalSample second =
        new IntervalSample(
            "users", 0, 1_000_000_000L, 1, 1, 1, 0, 0, Map.of(), 0, 1, one, one.copy());

    assertThatThrownBy(() -> log.write("c64", 0, second))
        .isInstanceOf(UnwrittenException.class)
        .hasMessageContainingAll("latency log /dev/full", "cannot be written", "rebound resume");
  }

  private Path write() throws IOException {
    Path file = folder.resolve("journal.ndjson");
    try (Journal journal = Journal.open(file)) {
      for (Event event : events()) {
        journal.write(event);
      }
    }
    return file;
  }

  private static List<Event> events() {
    return List.of(
        new Event.RunStarted(
            "storm",
            "coroutine",
            7,
            "2026-01-01T00:00:00Z",
            5,
            false,
            false,
            true,
            new Environment(Map.of("cpus", 2))),
        new Event.PhaseStarted("c64", "64 “connections”", "load", 6, 8, 1),
        new Event.Second(
            "c64",
            7,
            List.of(
                new TrafficSecond(
                    "users",
                    1,
                    9,
                    8,
                    7,
                    1,
                    0,
                    Map.of("shed", 1L),
                    1,
                    64,
                    0.5,
                    1.5,
                    2.5,
                    null,
                    null)),
            List.of(new TargetSample(7, Reading.of(123), Reading.unreadable("gone"), 1)),
            List.of(),
            List.of(
                new LivenessSample(
                    LivenessSample.Path.FRESH, 6, 0, 1, LivenessSample.Outcome.OK, 200, "")),
            List.of()),
        new Event.PhaseEnded(Records.phase("c64", 1_000, 100)),
        new Event.RunEnded(8, "", false, ""));
  }
}
