package rebound.soak.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.ToLongFunction;
import rebound.soak.chart.Charts.Mark;
import rebound.soak.chart.Charts.Strip;
import rebound.soak.evidence.MemoryReturnRecord;
import rebound.soak.evidence.sample.LivenessSample;
import rebound.soak.evidence.sample.MachineSample;
import rebound.soak.evidence.sample.MemoryDetail;
import rebound.soak.evidence.sample.Reading;
import rebound.soak.evidence.sample.TargetSample;
import rebound.soak.journal.Event;
import rebound.soak.journal.TrafficSecond;

/// Collects a journal's seconds into buckets. Holds no more for a day than for a minute. Used by
/// one thread.
final class Timeline {
  /// Marks beyond these would hide the lines; the first ones tell how it began.
  private static final int MOST_MARKS = 200;

  /// How often the split of memory is read.
  private static final double DETAIL_SECONDS = 5;

  private final Envelope attempted;
  private final Envelope completed;
  private final Envelope good;
  private final TroubleLines troubles;
  private final Envelope inFlight;
  private final Envelope connections;
  private final Envelope resident;
  private final Envelope anon;
  private final Envelope file;
  private final Envelope descriptors;
  private final Envelope threads;
  private final Envelope targetCpu;
  private final Envelope otherOwnCpu;
  private final Envelope foreignCpu;
  private final Envelope hiccup;
  private final Envelope databaseAsked;
  private final Envelope databaseApplied;
  private final LivenessCells liveness;
  private final List<Mark> marks = new ArrayList<>();
  private final FaultStretches faults = new FaultStretches();
  private long originNanos;
  private TargetSample lastTarget;
  private double lastTargetCores;

  Timeline(TimeGrid grid) {
    this.attempted = new Envelope(grid);
    this.completed = new Envelope(grid);
    this.good = new Envelope(grid);
    this.troubles = new TroubleLines(grid);
    this.databaseAsked = new Envelope(grid);
    this.databaseApplied = new Envelope(grid);
    this.inFlight = new Envelope(grid);
    this.connections = new Envelope(grid);
    this.resident = new Envelope(grid);
    this.anon = new Envelope(grid);
    this.file = new Envelope(grid);
    this.descriptors = new Envelope(grid);
    this.threads = new Envelope(grid);
    this.targetCpu = new Envelope(grid);
    this.otherOwnCpu = new Envelope(grid);
    this.foreignCpu = new Envelope(grid);
    this.hiccup = new Envelope(grid);
    this.liveness = new LivenessCells(grid);
  }

  void take(Event event) {
    switch (event) {
      case Event.RunStarted started -> {
        originNanos = started.originNanos();
        faults.origin(originNanos);
      }
      case Event.Second second -> second(second);
      case Event.Noted noted -> mark(noted);
      case Event.Injected fault -> faults.injected(fault);
      case Event.Healed fault -> faults.healed(fault);
      case Event.TargetReady _ -> {}
      case Event.Resumed _ -> {}
      case Event.PhaseStarted _ -> {}
      case Event.Marked _ -> {}
      case Event.JvmMarked _ -> {}
      case Event.Climbed _ -> {}
      case Event.Watched _ -> {}
      case Event.PhaseEnded _ -> {}
      case Event.TrialEnded _ -> {}
      case Event.RunEnded _ -> {}
    }
  }

  List<Mark> marks() {
    return marks;
  }

  List<Charts.Stretch> faults(double endSeconds) {
    return faults.until(endSeconds);
  }

  List<Strip> strips() {
    return liveness.strips();
  }

  /// What was asked for and what came back.
  Plot rates() {
    return plot(
        "rate",
        "Requests a second: offered, answered and good",
        "1/s",
        List.of(
            Line.of("offered", 2, attempted).dash(),
            Line.of("answered", 1, completed),
            Line.of("good", 3, good)),
        List.of());
  }

  /// All plots below the latencies.
  List<Plot> others(MemoryReturnRecord memory) {
    return List.of(
        troubles.plot(),
        plot(
            "connections",
            "Connections and requests in flight",
            "",
            List.of(Line.of("connections", 1, connections), Line.of("in flight", 2, inFlight)),
            List.of()),
        plot(
            "memory",
            "Resident memory of the target",
            "MB",
            List.of(
                Line.of("resident", 1, resident),
                Line.of("its own (anonymous)", 3, anon).dash().every(DETAIL_SECONDS),
                Line.of("of files", 5, file).dash().every(DETAIL_SECONDS)),
            baseline(memory)),
        plot(
            "cpu",
            "CPU",
            "cores",
            List.of(
                Line.of("target", 1, targetCpu),
                Line.of("driver, probes and database", 2, otherOwnCpu),
                Line.of("others", 4, foreignCpu)),
            List.of()),
        plot(
            "descriptors",
            "File descriptors and threads of the target",
            "",
            List.of(
                Line.of("file descriptors", 1, descriptors).every(DETAIL_SECONDS),
                Line.of("threads", 2, threads).every(DETAIL_SECONDS)),
            List.of()),
        plot(
            "database",
            "Delay of the fake database, asked and applied, mean of each second",
            "ms",
            List.of(
                Line.of("applied", 1, databaseApplied), Line.of("asked", 2, databaseAsked).dash()),
            List.of()),
        plot(
            "hiccups",
            "How late a sleep of 1 ms ended (the machine's own noise)",
            "ms",
            List.of(Line.of("99th percentile of the second", 4, hiccup)),
            List.of()));
  }

  private static List<Plot.Guide> baseline(MemoryReturnRecord memory) {
    if (memory.baselineBytes() == null) {
      return List.of();
    }
    double level = memory.baselineBytes() / 1e6;
    return List.of(new Plot.Guide("baseline to 1.1 times it", level, 1.1 * level));
  }

  private static Plot plot(
      String id, String title, String unit, List<Line> lines, List<Plot.Guide> guides) {
    return new Plot(id, title, unit, false, null, lines, guides);
  }

  private void mark(Event.Noted noted) {
    if (marks.size() < MOST_MARKS) {
      marks.add(new Mark(Digits.round(secondsAt(noted.atNanos()), 7), noted.text()));
    }
  }

  private double secondsAt(long nanos) {
    return (nanos - originNanos) / 1e9;
  }

  private void second(Event.Second second) {
    double at = secondsAt(second.atNanos());
    if (!second.traffic().isEmpty()) {
      traffic(at, second.traffic());
    }
    if (second.database() != null) {
      databaseAsked.add(at, second.database().askedMillis());
      databaseApplied.add(at, second.database().appliedMillis());
    }
    second.target().forEach(this::target);
    second.details().forEach(this::detail);
    second.machine().forEach(this::machine);
    for (LivenessSample sample : second.liveness()) {
      liveness.add(secondsAt(sample.plannedNanos()), sample);
    }
  }

  private void traffic(double at, List<TrafficSecond> seconds) {
    String first = seconds.getFirst().population();
    double length =
        seconds.stream()
            .filter(it -> it.population().equals(first))
            .mapToDouble(TrafficSecond::seconds)
            .sum();
    double middle = at - length / 2;
    rate(attempted, middle, seconds, TrafficSecond::attempted, length);
    rate(completed, middle, seconds, TrafficSecond::completed, length);
    rate(good, middle, seconds, TrafficSecond::good, length);
    troubles.add(middle, seconds, length);
    rate(inFlight, middle, seconds, TrafficSecond::inFlight, 1);
    rate(connections, middle, seconds, TrafficSecond::connections, 1);
  }

  private static void rate(
      Envelope into,
      double middle,
      List<TrafficSecond> seconds,
      ToLongFunction<TrafficSecond> part,
      double length) {
    into.add(middle, seconds.stream().mapToLong(part).sum() / length);
  }

  private void target(TargetSample sample) {
    double at = secondsAt(sample.atNanos());
    add(resident, at, sample.residentBytes(), 1e-6);
    if (lastTarget != null && sample.atNanos() > lastTarget.atNanos()) {
      OptionalLong used = sample.cpuNanos().since(lastTarget.cpuNanos()).amount();
      if (used.isPresent()) {
        lastTargetCores = (double) used.getAsLong() / (sample.atNanos() - lastTarget.atNanos());
        targetCpu.add(at, lastTargetCores);
      }
    }
    lastTarget = sample;
  }

  private void detail(MemoryDetail detail) {
    double at = secondsAt(detail.atNanos());
    add(anon, at, detail.anonBytes(), 1e-6);
    add(file, at, detail.fileBytes(), 1e-6);
    add(descriptors, at, detail.fileDescriptors(), 1);
    add(threads, at, detail.threads(), 1);
  }

  private void machine(MachineSample sample) {
    double at = secondsAt(sample.atNanos());
    hiccup.add(at, sample.hiccupP99Nanos() / 1e6);
    double interval = sample.intervalNanos();
    OptionalLong own = sample.ownCpuNanos().amount();
    OptionalLong all = sample.cpuUserSystemNanos().amount();
    if (own.isPresent()) {
      double ownCores = own.getAsLong() / interval;
      // Both are read at slightly different instants.
      otherOwnCpu.add(at, Math.max(0, ownCores - lastTargetCores));
      if (all.isPresent()) {
        foreignCpu.add(at, Math.max(0, all.getAsLong() / interval - ownCores));
      }
    }
  }

  private static void add(Envelope into, double at, Reading reading, double factor) {
    OptionalLong amount = reading.amount();
    if (amount.isPresent()) {
      into.add(at, amount.getAsLong() * factor);
    }
  }
}
