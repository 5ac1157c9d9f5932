package rebound.soak.result;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import rebound.chaos.measure.IntervalSample;
import rebound.soak.evidence.ConnectionsRecord;
import rebound.soak.evidence.DriverRecord;
import rebound.soak.evidence.KernelMemoryRecord;
import rebound.soak.evidence.LedgerRecord;
import rebound.soak.evidence.LivenessRecord;
import rebound.soak.evidence.MachineRecord;
import rebound.soak.evidence.MemoryRecord;
import rebound.soak.evidence.Percentiles;
import rebound.soak.evidence.PhaseRecord;
import rebound.soak.evidence.PopulationRecord;
import rebound.soak.evidence.sample.Environment;
import rebound.soak.evidence.sample.JvmSample;
import rebound.soak.evidence.sample.Ladder;
import rebound.soak.evidence.sample.LivenessSample;
import rebound.soak.evidence.sample.MachineSample;
import rebound.soak.evidence.sample.MemoryDetail;
import rebound.soak.evidence.sample.Reading;
import rebound.soak.evidence.sample.TargetSample;
import rebound.soak.journal.DatabaseSecond;
import rebound.soak.journal.Event;
import rebound.soak.journal.Journal;
import rebound.soak.journal.LatencyLog;
import rebound.soak.journal.RunFolder;
import rebound.soak.journal.TrafficSecond;

/// Writes the folder of a run that never happened, with figures that follow from their place, so
/// that all files made from it are the same each time.
public final class SampleRun {
  /// A phase to write.
  ///
  /// @param name also its title
  /// @param kind as in plans
  /// @param seconds its length
  /// @param stepSeconds time between two lines of the journal
  public record Part(String name, String kind, int seconds, int stepSeconds) {
    /// A line a second.
    public Part(String name, String kind, int seconds) {
      this(name, kind, seconds, 1);
    }
  }

  /// The parts of a run that loads, rests and recovers.
  public static final List<Part> WHOLE =
      List.of(
          new Part("warm-up", "warm-up", 3),
          new Part("rest-warm", "rest", 4),
          new Part("c64", "load", 5),
          new Part("soak", "soak", 10),
          new Part("rest", "rest", 6),
          new Part("recovery", "recovery", 3));

  private static final long ORIGIN_NANOS = 1_000_000_000_000L;
  private static final Instant STARTED = Instant.parse("2026-01-02T03:04:05Z");
  private static final long BASELINE_BYTES = 80_000_000;

  private final RunFolder folder;
  private final double speed;
  private Journal journal;
  private LatencyLog latencies;
  private double now = 1;

  private SampleRun(RunFolder folder, double speed) {
    this.folder = folder;
    this.speed = speed;
  }

  /// Writes a run.
  ///
  /// @param runs folder of runs
  /// @param target its target's name
  /// @param speed factor on the throughput; latencies are divided by it
  public static RunFolder write(Path runs, String target, double speed, List<Part> parts)
      throws IOException {
    Files.createDirectories(runs);
    RunFolder folder = RunFolder.create(runs, STARTED, "sample", target);
    SampleRun run = new SampleRun(folder, speed);
    run.all(target, parts);
    return folder;
  }

  /// Writes a run of a plan of which only these events are known.
  public static RunFolder of(Path runs, String plan, String yaml, List<Event> events)
      throws IOException {
    Files.createDirectories(runs);
    RunFolder folder = RunFolder.create(runs, STARTED, plan, "tiny");
    folder.write("plan.yaml", yaml);
    try (Journal opened = Journal.open(folder.journal())) {
      opened.write(started(plan, "tiny", Map.of("cpus", 2)));
      opened.write(new Event.TargetReady(420.0, null, null));
      for (Event event : events) {
        opened.write(event);
      }
      opened.write(new Event.RunEnded(nanos(600), "", false, ""));
    }
    return folder;
  }

  private static Event started(String plan, String target, Map<String, Object> facts) {
    return new Event.RunStarted(
        plan,
        target,
        7,
        STARTED.toString(),
        ORIGIN_NANOS,
        false,
        false,
        true,
        new Environment(facts));
  }

  private void all(String target, List<Part> parts) throws IOException {
    folder.write("plan.yaml", plan(target, parts));
    try (Journal opened = Journal.open(folder.journal());
        LatencyLog log = LatencyLog.open(folder.histogramLog(), STARTED.toEpochMilli())) {
      journal = opened;
      latencies = log;
      Map<String, Object> facts = new LinkedHashMap<>();
      facts.put("cpus", 2);
      facts.put("kernel", "6.1.0 <&\"'>");
      facts.put("jvmFlags", List.of("-Xmx64m", "-XX:+UseSerialGC"));
      journal.write(started("sample", target, facts));
      journal.write(new Event.TargetReady(420.0, null, null));
      for (Part part : parts) {
        phase(part);
      }
      journal.write(
          new Event.Watched(
              nanos(now), 10_000_000_000L, 120_000_000L, 20_000_000L, 4_000_000L, List.of()));
      journal.write(new Event.Climbed(nanos(now), ladder(), ""));
      journal.write(new Event.Noted(nanos(now), "a note with <angle> & \"quotes\""));
      journal.write(new Event.RunEnded(nanos(now), "", false, ""));
    }
  }

  /// 45 MB above the baseline: 20 are given back by a collection, 10 by the allocator, 5 are direct
  /// buffers.
  private static Ladder ladder() {
    return new Ladder(
        Reading.of(BASELINE_BYTES + 45_000_000),
        Reading.of(BASELINE_BYTES + 25_000_000),
        Reading.of(BASELINE_BYTES + 15_000_000),
        jvm(1_000_000),
        jvm(6_000_000));
  }

  private static JvmSample jvm(long directBytes) {
    Reading level = Reading.of(1_000_000);
    return new JvmSample(
        0,
        level,
        level,
        level,
        level,
        Reading.of(directBytes),
        level,
        level,
        level,
        level,
        List.of());
  }

  private void phase(Part part) throws IOException {
    double start = now;
    boolean rest = part.kind().equals("rest");
    journal.write(
        new Event.PhaseStarted(
            part.name(), part.name(), part.kind(), nanos(start), part.seconds(), 1));
    Histogram response = new Histogram(3);
    Histogram service = new Histogram(3);
    long ok = 0;
    for (int second = 0; second < part.seconds(); second += part.stepSeconds()) {
      double end = start + Math.min(part.seconds(), second + part.stepSeconds());
      List<TrafficSecond> traffic = new ArrayList<>();
      if (!rest) {
        IntervalSample sample = sample(second, part.stepSeconds());
        latencies.write(part.name(), wallMillis(start), sample);
        traffic.add(TrafficSecond.of(sample));
        response.add(sample.response());
        service.add(sample.service());
        ok += sample.good();
      }
      journal.write(second(part, end, traffic));
      harm(part, second, end);
    }
    now = start + part.seconds();
    journal.write(new Event.PhaseEnded(record(part, start, response, service, ok)));
  }

  /// A soak has a fault from its third to its sixth second.
  private void harm(Part part, int second, double end) throws IOException {
    if (part.kind().equals("soak") && part.stepSeconds() == 1 && second == 2) {
      journal.write(new Event.Injected(nanos(end), part.name(), "latency of 100 ms"));
    }
    if (part.kind().equals("soak") && part.stepSeconds() == 1 && second == 5) {
      journal.write(new Event.Healed(nanos(end), part.name(), "latency of 100 ms"));
    }
  }

  private IntervalSample sample(int second, int length) {
    Histogram response = new Histogram(3);
    Histogram service = new Histogram(3);
    long good = Math.round(1_000 * speed);
    for (int i = 0; i < good; i++) {
      // From 1 ms up, one in a hundred ten times as long, a little more each second.
      double micros = (1_000 + i + 5 * (second % 60)) * (i % 100 == 0 ? 10 : 1) / speed;
      response.recordValue(Math.round(micros * 1_000));
      service.recordValue(Math.round(micros * 800));
    }
    return new IntervalSample(
        "users",
        second * 1_000_000_000L,
        (second + length) * 1_000_000_000L,
        good + 3,
        good + 2,
        good,
        1,
        1,
        Map.of("shed", 1L, "wrong status", 1L, "reset", 1L),
        8,
        64,
        response,
        service);
  }

  private Event.Second second(Part part, double end, List<TrafficSecond> traffic) {
    long at = nanos(end);
    long resident = BASELINE_BYTES + (part.kind().equals("soak") ? 40_000_000 : 0);
    return new Event.Second(
        part.name(),
        at,
        traffic,
        List.of(
            new TargetSample(at - 500_000_000, Reading.of(resident), cpu(end - 0.5), 1),
            new TargetSample(at, Reading.of(resident + 1_000_000), cpu(end), 1)),
        List.of(detail(at, resident)),
        List.of(
            probe(LivenessSample.Path.FRESH, at, LivenessSample.Outcome.OK),
            probe(
                LivenessSample.Path.KEPT,
                at,
                part.kind().equals("soak")
                    ? LivenessSample.Outcome.SLOW
                    : LivenessSample.Outcome.OK)),
        List.of(machine(at)),
        traffic.isEmpty() ? null : new DatabaseSecond(1_000, 5.0, 5.0 + 0.01 * (end % 10)));
  }

  private static Reading cpu(double seconds) {
    return Reading.of(Math.round(seconds * 0.4e9));
  }

  private static LivenessSample probe(
      LivenessSample.Path path, long at, LivenessSample.Outcome outcome) {
    return new LivenessSample(path, at - 400_000_000, 0, 2_000_000, outcome, 200, "");
  }

  private static MemoryDetail detail(long at, long resident) {
    Reading none = Reading.unreadable("not read in a sample");
    return new MemoryDetail(
        at,
        Reading.of(resident * 3 / 4),
        Reading.of(resident / 4),
        Reading.of(0),
        none,
        none,
        none,
        none,
        none,
        none,
        none,
        Reading.of(20),
        Reading.of(84));
  }

  private static MachineSample machine(long at) {
    Reading none = Reading.unreadable("not read in a sample");
    return new MachineSample(
        at,
        STARTED.toEpochMilli() + (at - ORIGIN_NANOS) / 1_000_000,
        1_000_000_000L,
        300_000,
        900_000,
        none,
        Reading.of(2_000_000_000L),
        Reading.of(1_100_000_000L),
        none,
        Reading.of(0),
        Reading.of(1_000_000_000L),
        none,
        none,
        none,
        Reading.of(0),
        Reading.of(0),
        none,
        none,
        none,
        none);
  }

  private PhaseRecord record(
      Part part, double start, Histogram response, Histogram service, long ok) {
    boolean rest = part.kind().equals("rest");
    boolean soak = part.kind().equals("soak");
    List<PopulationRecord> populations =
        rest ? List.of() : List.of(population(part, response, service, ok));
    long median = BASELINE_BYTES + (part.name().equals("rest") ? 2_000_000 : 0);
    MemoryRecord memory =
        new MemoryRecord(
            BASELINE_BYTES,
            BASELINE_BYTES + (soak ? 41_000_000 : 1_000_000),
            BASELINE_BYTES + 1_000_000,
            median,
            60_000_000L,
            20_000_000L,
            70_000_000L,
            20L,
            84L,
            65_000_000L,
            new KernelMemoryRecord(BASELINE_BYTES + 41_000_000, 0L, 90_000_000L, 400_000L),
            null,
            2 * part.seconds(),
            "");
    return new PhaseRecord(
        part.name(),
        part.name().equals("c64") ? "64 connections" : part.name(),
        part.kind(),
        start,
        part.seconds(),
        1,
        true,
        populations,
        null,
        memory,
        0.4 * part.seconds(),
        rest ? null : 100_000 * 0.4 * part.seconds() / Math.max(1, ok),
        0.4,
        new LivenessRecord(
            200, 1.0, 1.0, 0.0, 0, 40, 0, "alive", 1.0, null, List.of(), 0.0, 0.0, null, null,
            List.of(), null),
        new MachineRecord(0.3, 0.9, 0.05, 0.0, 0L, 0L, 1.0, 0.0, 0.0),
        null,
        rest ? null : new DriverRecord(0.2, 1, 1.0, 100_000_000, 0.1, 0.4, 1, true, List.of()),
        true,
        List.of(),
        List.of(),
        null);
  }

  private static PopulationRecord population(
      Part part, Histogram response, Histogram service, long ok) {
    int seconds = (part.seconds() + part.stepSeconds() - 1) / part.stepSeconds();
    LedgerRecord ledger =
        new LedgerRecord(
            ok + 3L * seconds, ok, 0, seconds, 0, seconds, 0, 0, seconds, 0, seconds, 0, true);
    return new PopulationRecord(
        "users",
        "closed",
        64,
        null,
        ledger,
        0,
        Map.of("200", ok),
        Map.of("reset", (long) seconds),
        (double) ok / part.seconds(),
        (double) ok / part.seconds(),
        (double) ok / Math.max(1, ledger.attempted()),
        3L * seconds,
        1e5,
        2e5,
        Percentiles.of(response),
        Percentiles.of(service),
        Percentiles.of(new Histogram(3)),
        Percentiles.of(new Histogram(3)),
        Percentiles.of(new Histogram(3)),
        Percentiles.of(new Histogram(3)),
        new ConnectionsRecord(64, 64, 0, 64, 0, 0, 0));
  }

  private static String plan(String target, List<Part> parts) {
    StringBuilder yaml =
        new StringBuilder("plan: sample\nanswers: is a sample drawn?\ntarget: ")
            .append(target)
            .append("\nseed: 7\nphases:\n");
    for (Part part : parts) {
      yaml.append("  - name: ").append(part.name()).append("\n    kind: ").append(part.kind());
      yaml.append("\n    duration: ").append(part.seconds()).append("s\n");
      if (!part.kind().equals("rest")) {
        yaml.append(
            "    populations: [{name: users, load: {model: closed, connections: 64},"
                + " requests: [{method: GET, path: /ping, expect: 200}]}]\n");
      }
    }
    return yaml + "gates:\n  - {metric: responseMillis.p99, phase: \"*\", max: 250}\n";
  }

  private static long nanos(double seconds) {
    return ORIGIN_NANOS + Math.round(seconds * 1e9);
  }

  private static long wallMillis(double seconds) {
    return STARTED.toEpochMilli() + Math.round(seconds * 1e3);
  }
}
