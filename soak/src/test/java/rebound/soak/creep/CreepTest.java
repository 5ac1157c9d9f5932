package rebound.soak.creep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rebound.soak.evidence.sample.MemoryDetail;
import rebound.soak.evidence.sample.MemoryLimit;
import rebound.soak.evidence.sample.Reading;
import rebound.soak.evidence.sample.TargetSample;
import rebound.soak.journal.Event;
import rebound.soak.journal.Journal;
import rebound.soak.journal.JournalReader;
import rebound.soak.journal.TrafficSecond;
import rebound.soak.verdict.trend.Growth;

class CreepTest {
  private static final long SECOND = 1_000_000_000L;

  @TempDir Path folder;
  private MemoryLimit limit;

  /// A soak of two hours at 100/s: memory and descriptors by their slopes, CPU 200 µs a request.
  private Path journal(double bytesPerSecond, double descriptorsPerSecond) throws IOException {
    Path file = folder.resolve("journal.ndjson");
    Random random = new Random(5);
    try (Journal journal = Journal.open(file)) {
      journal.write(new Event.TargetReady(400.0, limit, null));
      journal.write(new Event.PhaseStarted("soak", "soak", "soak", 0, 7200, 1));
      for (int second = 0; second < 7200; second++) {
        long now = second * SECOND;
        long bytes = (long) (70e6 + bytesPerSecond * second + 2e6 * random.nextDouble());
        journal.write(
            new Event.Second(
                "soak",
                now,
                List.of(
                    new TrafficSecond(
                        "users",
                        1,
                        100,
                        100,
                        100,
                        0,
                        0,
                        Map.of(),
                        1,
                        8,
                        1.0,
                        4 + random.nextDouble(),
                        9.0,
                        1.0,
                        4.0)),
                List.of(
                    new TargetSample(now, Reading.of(bytes), Reading.of(second * 20_000_000L), 1)),
                second % 5 == 0 ? List.of(detail(now, descriptorsPerSecond)) : List.of(),
                List.of(),
                List.of()));
      }
      // What comes after the soak does not count.
      journal.write(new Event.PhaseStarted("flood", "flood", "load", 7200 * SECOND, 10, 1));
      journal.write(
          new Event.Second(
              "flood",
              7201 * SECOND,
              List.of(),
              List.of(new TargetSample(7201 * SECOND, Reading.of(900_000_000), Reading.of(1), 1)),
              List.of(),
              List.of(),
              List.of()));
    }
    return file;
  }

  private static MemoryDetail detail(long now, double descriptorsPerSecond) {
    Reading none = Reading.unreadable("not read here");
    long descriptors = 40 + (long) (descriptorsPerSecond * now / SECOND);
    return new MemoryDetail(
        now,
        none,
        none,
        none,
        none,
        none,
        none,
        none,
        none,
        none,
        none,
        Reading.of(20),
        Reading.of(descriptors));
  }

  private static Growth.Verdict verdict(List<CreepFinding> findings, String metric) {
    return findings.stream()
        .filter(it -> it.metric().equals(metric))
        .findFirst()
        .orElseThrow()
        .verdict();
  }

  @Test
  void aSoakThatStaysLevelIsStableInEveryMetric() throws IOException {
    List<CreepFinding> findings = Creep.judge(journal(0, 0));

    assertThat(findings).hasSize(5).allMatch(it -> it.verdict() == Growth.Verdict.STABLE);
    assertThat(findings.getFirst().sentence())
        .startsWith(
            "no growth of resident memory is to be seen; the smallest growth that this soak could");
  }

  @Test
  void aLeakOfMemoryAndOneOfDescriptorsAreFoundWithTheirRates() throws IOException {
    // 1 KB a request.
    List<CreepFinding> findings = Creep.judge(journal(100_000, 0.01));
    CreepFinding memory = findings.getFirst();

    assertThat(memory.verdict()).isEqualTo(Growth.Verdict.LEAK);
    assertThat(memory.slopePerSecond()).isBetween(95_000.0, 105_000.0);
    assertThat(memory.perThousandRequests()).isBetween(950_000.0, 1_050_000.0);
    assertThat(memory.sentence()).contains("KB for 1,000 requests", "a leak");
    assertThat(verdict(findings, "file descriptors")).isEqualTo(Growth.Verdict.LEAK);
    assertThat(verdict(findings, "threads")).isEqualTo(Growth.Verdict.STABLE);
    assertThat(verdict(findings, "CPU per request")).isEqualTo(Growth.Verdict.STABLE);
  }

  @Test
  void aLeakReachesTheLimitThatThereIs() throws IOException {
    // After 7,200 s of 100 kB/s: 790 MB, so that 510 MB are left for 5,100 s.
    limit = new MemoryLimit(1_300_000_000, "its control group's");
    CreepFinding memory = Creep.judge(journal(100_000, 0)).getFirst();

    assertThat(memory.secondsToLimit()).isBetween(4_900.0, 5_300.0);
    assertThat(memory.sentence())
        .contains("a leak, at its control group's limit of 1,300 MB in 8")
        .endsWith(" min");
  }

  @Test
  void withoutALimitThereIsNoTimeToIt() throws IOException {
    assertThat(Creep.judge(journal(100_000, 0)).getFirst().secondsToLimit()).isNull();
  }

  @Test
  void withoutGrowthNoLimitIsReached() throws IOException {
    limit = new MemoryLimit(1_300_000_000, "its control group's");
    assertThat(Creep.judge(journal(0, 0)).getFirst().secondsToLimit()).isNull();
  }

  @Test
  void whatAProcessBeforeAGapGrewIsNotJoinedToWhatTheNextOneGrows() throws IOException {
    Path whole = journal(0, 0);
    List<Event> events = new ArrayList<>();
    JournalReader.read(whole, events::add);
    Path file = folder.resolve("resumed.ndjson");
    try (Journal journal = Journal.open(file)) {
      for (Event event : events.subList(0, 1_800)) {
        journal.write(event);
      }
      journal.write(new Event.Resumed(2_000 * SECOND, 0));
      for (Event event : events) {
        journal.write(event);
      }
    }

    assertThat(Creep.judge(file)).isEqualTo(Creep.judge(whole));
  }

  @Test
  void whatAProcessGrewBeforeAFaultEndedItIsNotJoinedToWhatTheNextOneGrows() throws IOException {
    List<CreepFinding> told = startedAgain(true);
    CreepFinding memory = told.getFirst();

    assertThat(memory.verdict()).isEqualTo(Growth.Verdict.LEAK);
    assertThat(memory.slopePerSecond()).isBetween(95_000.0, 105_000.0);
    // The negative control: the sawtooth without a word about the new processes.
    assertThat(startedAgain(false).getFirst().slopePerSecond()).isLessThan(95_000);
  }

  /// A leak of 100 kB/s, whose process is ended and started again after 1,800 and 3,600 s.
  private List<CreepFinding> startedAgain(boolean told) throws IOException {
    return rewritten(
        journal(100_000, 0),
        second -> {
          long at = second.atNanos() / SECOND;
          List<Event> events = new ArrayList<>();
          if (told && (at == 1_800 || at == 3_600)) {
            events.add(new Event.TargetReady(300.0, limit, "process of " + at));
          }
          long gone = at < 1_800 ? 0 : at < 3_600 ? 180_000_000 : 360_000_000;
          events.add(resident(second, -gone));
          return events;
        });
  }

  @Test
  void aFaultThatGetsWorseIsNoLeakAndHidesNone() throws IOException {
    assertThat(verdict(harmed(0, true), "resident memory")).isEqualTo(Growth.Verdict.STABLE);
    assertThat(verdict(harmed(0, true), "CPU per request")).isEqualTo(Growth.Verdict.STABLE);
    // The negative control: the same without a word about faults.
    assertThat(verdict(harmed(0, false), "resident memory")).isEqualTo(Growth.Verdict.LEAK);
    assertThat(verdict(harmed(100_000, true), "resident memory")).isEqualTo(Growth.Verdict.LEAK);
  }

  /// A soak with a fault in the last seven of each ten minutes, which takes 200 kB more with each
  /// second of the soak.
  private List<CreepFinding> harmed(double bytesPerSecond, boolean told) throws IOException {
    return rewritten(
        journal(bytesPerSecond, 0),
        second -> {
          long at = second.atNanos() / SECOND;
          List<Event> events = new ArrayList<>();
          if (told && at % 600 == 180) {
            events.add(new Event.Injected(second.atNanos(), "soak", "latency"));
          }
          events.add(at % 600 >= 180 ? resident(second, at * 200_000) : second);
          if (told && at % 600 == 599) {
            events.add(new Event.Healed(second.atNanos() + SECOND / 2, "soak", "latency"));
          }
          return events;
        });
  }

  /// The level soak with some of its seconds changed.
  private List<CreepFinding> changed(UnaryOperator<Event.Second> change) throws IOException {
    return rewritten(journal(0, 0), second -> List.of(change.apply(second)));
  }

  /// What a soak says with other events in the place of each of its seconds.
  private static List<CreepFinding> rewritten(
      Path file, Function<Event.Second, List<Event>> instead) throws IOException {
    List<Event> events = new ArrayList<>();
    JournalReader.read(file, events::add);
    // A journal that is there is continued.
    Files.delete(file);
    try (Journal journal = Journal.open(file)) {
      for (Event event : events) {
        boolean soaks = event instanceof Event.Second second && second.phase().equals("soak");
        for (Event it : soaks ? instead.apply((Event.Second) event) : List.of(event)) {
          journal.write(it);
        }
      }
    }
    List<CreepFinding> findings = Creep.judge(file);
    Files.delete(file);
    return findings;
  }

  private static Event.Second resident(Event.Second it, long moreBytes) {
    TargetSample was = it.target().getFirst();
    Reading bytes = Reading.of(was.residentBytes().amount().orElseThrow() + moreBytes);
    return with(
        it, it.traffic(), List.of(new TargetSample(was.atNanos(), bytes, was.cpuNanos(), 1)));
  }

  private static Event.Second with(
      Event.Second it, List<TrafficSecond> traffic, List<TargetSample> target) {
    return new Event.Second(
        it.phase(), it.atNanos(), traffic, target, it.details(), it.liveness(), it.machine());
  }

  @Test
  void aSoakWhoseMemoryCouldNotBeReadIsNotTooShort() throws IOException {
    Reading none = Reading.unreadable("statm: gone");
    // A quarter of the time, from the second half hour on.
    List<CreepFinding> found =
        changed(
            it -> {
              boolean away = it.atNanos() >= 1_800 * SECOND && it.atNanos() < 3_600 * SECOND;
              Reading cpu = it.target().getFirst().cpuNanos();
              return away
                  ? with(it, it.traffic(), List.of(new TargetSample(it.atNanos(), none, cpu, 1)))
                  : it;
            });

    assertThat(verdict(found, "resident memory")).isEqualTo(Growth.Verdict.UNREADABLE);
    assertThat(found.getFirst().sentence())
        .isEqualTo(
            "resident memory could not be read in 60 of the soak's 239 windows: statm: gone");
    assertThat(verdict(found, "CPU per request")).isEqualTo(Growth.Verdict.STABLE);
  }

  @Test
  void aSelfTestOfAMinuteIsNotHeldToWindowsInWhichNobodyLooked() throws IOException {
    // Descriptors are read each five seconds, which are ten windows of half a second.
    assertThat(verdict(Creep.judge(journal(0, 0), 60), "file descriptors"))
        .isEqualTo(Growth.Verdict.STABLE);
  }

  @Test
  void whatIsAwayByAFaultIsNotMissing() throws IOException {
    Reading none = Reading.unreadable("statm: gone");
    List<CreepFinding> found =
        rewritten(
            journal(0, 0),
            second -> {
              long at = second.atNanos() / SECOND;
              List<Event> events = new ArrayList<>();
              if (at == 1_800) {
                events.add(new Event.Injected(second.atNanos(), "soak", "a restart"));
              }
              if (at == 3_600) {
                events.add(new Event.Healed(second.atNanos(), "soak", "a restart"));
              }
              TargetSample away = new TargetSample(second.atNanos(), none, none, 1);
              events.add(
                  at >= 1_800 && at < 3_600
                      ? with(second, second.traffic(), List.of(away))
                      : second);
              return events;
            });

    assertThat(verdict(found, "resident memory")).isEqualTo(Growth.Verdict.STABLE);
  }

  @Test
  void aSoakThatWasAnsweredInHalfItsTimeHasNoP99() throws IOException {
    TrafficSecond silent =
        new TrafficSecond(
            "users", 1, 100, 0, 0, 0, 100, Map.of(), 1, 8, null, null, null, null, null);
    List<CreepFinding> found =
        changed(it -> it.atNanos() < 3_600 * SECOND ? with(it, List.of(silent), it.target()) : it);

    assertThat(verdict(found, "p99")).isEqualTo(Growth.Verdict.UNREADABLE);
    assertThat(verdict(found, "resident memory")).isEqualTo(Growth.Verdict.STABLE);
  }

  @Test
  void whatTheSourceDoesNotOfferIsNotMissing() throws IOException {
    Reading none = Reading.unreadable("a control group does not offer it");
    List<CreepFinding> found =
        changed(
            it ->
                new Event.Second(
                    it.phase(),
                    it.atNanos(),
                    it.traffic(),
                    List.of(
                        new TargetSample(
                            it.atNanos(),
                            it.target().getFirst().residentBytes(),
                            it.target().getFirst().cpuNanos(),
                            0)),
                    List.of(
                        new MemoryDetail(
                            it.atNanos(),
                            none,
                            none,
                            none,
                            none,
                            none,
                            none,
                            none,
                            none,
                            none,
                            none,
                            none,
                            none)),
                    List.of(),
                    List.of()));

    assertThat(verdict(found, "file descriptors")).isEqualTo(Growth.Verdict.TOO_SHORT);
    assertThat(verdict(found, "resident memory")).isEqualTo(Growth.Verdict.STABLE);
  }

  @Test
  void aRunWithoutASoakIsTooShortToJudge() throws IOException {
    Path file = folder.resolve("empty.ndjson");
    try (Journal journal = Journal.open(file)) {
      journal.write(new Event.Noted(1, "nothing"));
    }

    assertThat(Creep.judge(file)).allMatch(it -> it.verdict() == Growth.Verdict.TOO_SHORT);
    assertThatThrownBy(() -> Creep.judge(file, 0.5)).hasMessageContaining("scale is 0.5");
  }
}
