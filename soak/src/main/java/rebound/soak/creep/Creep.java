package rebound.soak.creep;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import rebound.soak.evidence.sample.MemoryDetail;
import rebound.soak.evidence.sample.MemoryLimit;
import rebound.soak.evidence.sample.Reading;
import rebound.soak.evidence.sample.TargetSample;
import rebound.soak.journal.Event;
import rebound.soak.journal.JournalReader;
import rebound.soak.journal.TrafficSecond;
import rebound.soak.verdict.trend.Floors;
import rebound.soak.verdict.trend.Growth;
import rebound.soak.verdict.trend.GrowthRule;

/// Judges growth over a run's soak phases: the floor of each window, after warm-up (METHODOLOGY
/// 5.4). Other phases, and so the times of faults, are left out. Used by one thread.
public final class Creep {
  private static final double WARM_UP_SECONDS = 600;

  private final double windowSeconds;
  private final double warmUpSeconds;
  private final List<Floors.Point> memory = new ArrayList<>();
  private final List<Floors.Point> descriptors = new ArrayList<>();
  private final List<Floors.Point> threads = new ArrayList<>();
  private final List<Floors.Point> cpu = new ArrayList<>();
  private final List<Floors.Point> p99 = new ArrayList<>();
  private MemoryLimit limit;
  private boolean soaking;
  private boolean fresh;
  private long originNanos;
  private long completed;
  private double seconds;
  private double cpuFrom = Double.NaN;
  private long cpuFromCompleted;

  private Creep(double scale) {
    this.windowSeconds = Floors.WINDOW_SECONDS / scale;
    this.warmUpSeconds = WARM_UP_SECONDS / scale;
  }

  /// Judges a run by its journal, whole or not.
  ///
  /// @throws IOException where it cannot be read
  public static List<CreepFinding> judge(Path journal) throws IOException {
    return judge(journal, 1);
  }

  /// Judges a run whose time is scaled, as in a self-test that runs a minute for an hour.
  ///
  /// @param scale windows and warm-up are shorter by this factor
  public static List<CreepFinding> judge(Path journal, double scale) throws IOException {
    if (!(scale >= 1)) {
      throw new IllegalArgumentException("scale is " + scale + "; it is 1 or more");
    }
    Creep creep = new Creep(scale);
    JournalReader.read(journal, creep::take);
    return creep.findings();
  }

  private void take(Event event) {
    switch (event) {
      case Event.PhaseStarted it -> {
        boolean soak = it.kind().equals("soak");
        if (soak && fresh) {
          forget();
        }
        if (soak && !soaking && memory.isEmpty()) {
          originNanos = it.atNanos();
        }
        soaking = soak;
      }
      case Event.Second it -> {
        if (soaking) {
          second(it);
        }
      }
      case Event.Resumed _ -> {
        soaking = false;
        fresh = true;
      }
      case Event.TargetReady it -> limit = it.memoryLimit();
      case Event.PhaseEnded _ -> soaking = false;
      case Event.RunStarted _,
          Event.Marked _,
          Event.TrialEnded _,
          Event.JvmMarked _,
          Event.Climbed _,
          Event.Watched _,
          Event.Noted _,
          Event.Injected _,
          Event.Healed _,
          Event.RunEnded _ -> {}
    }
  }

  /// A resumed run has a fresh process, which owes nothing to what the one before grew.
  private void forget() {
    fresh = false;
    List.of(memory, descriptors, threads, cpu, p99).forEach(List::clear);
    completed = 0;
    seconds = 0;
    cpuFrom = Double.NaN;
    cpuFromCompleted = 0;
  }

  private void second(Event.Second second) {
    for (TargetSample sample : second.target()) {
      point(memory, sample.atNanos(), sample.residentBytes());
    }
    for (MemoryDetail detail : second.details()) {
      point(descriptors, detail.atNanos(), detail.fileDescriptors());
      point(threads, detail.atNanos(), detail.threads());
    }
    double at = at(second.atNanos());
    second.traffic().stream()
        .findFirst()
        .map(TrafficSecond::responseP99Millis)
        .ifPresent(millis -> p99.add(new Floors.Point(at, millis)));
    completed += second.traffic().stream().mapToLong(TrafficSecond::completed).sum();
    seconds += second.traffic().stream().mapToDouble(TrafficSecond::seconds).max().orElse(0);
    if (!second.target().isEmpty()) {
      cpu(at, second.target().getLast().cpuNanos());
    }
  }

  /// CPU time of a second's requests; the kernel's ticks of 10 ms need some of both.
  private void cpu(double at, Reading nanos) {
    OptionalLong now = nanos.amount();
    if (now.isEmpty()) {
      return;
    }
    long requests = completed - cpuFromCompleted;
    double used = now.getAsLong() - cpuFrom;
    if (Double.isNaN(cpuFrom)) {
      cpuFrom = now.getAsLong();
      cpuFromCompleted = completed;
    } else if (requests >= 20 && used >= 50e6) {
      cpu.add(new Floors.Point(at, used / requests / 1e3));
      cpuFrom = now.getAsLong();
      cpuFromCompleted = completed;
    }
  }

  private void point(List<Floors.Point> points, long atNanos, Reading reading) {
    OptionalLong amount = reading.amount();
    if (amount.isPresent()) {
      points.add(new Floors.Point(at(atNanos), (double) amount.getAsLong()));
    }
  }

  private double at(long nanos) {
    return (nanos - originNanos) / 1e9;
  }

  private List<CreepFinding> findings() {
    return List.of(
        finding(memory, GrowthRule.MEMORY, limit),
        finding(descriptors, GrowthRule.FILE_DESCRIPTORS, null),
        finding(threads, GrowthRule.THREADS, null),
        finding(cpu, GrowthRule.CPU_PER_REQUEST, null),
        finding(p99, GrowthRule.P99, null));
  }

  /// @param most what the metric may grow to; null where it has no limit
  private CreepFinding finding(List<Floors.Point> points, GrowthRule rule, MemoryLimit most) {
    Growth growth = growth(points, rule);
    double now = points.isEmpty() ? 0 : points.getLast().value();
    boolean grows =
        growth.verdict() == Growth.Verdict.SUSPECT || growth.verdict() == Growth.Verdict.LEAK;
    Double left =
        most != null && grows && most.bytes() > now
            ? growth.secondsToLimit((double) most.bytes(), now).orElse(null)
            : null;
    return CreepFinding.of(growth, seconds > 0 ? completed / seconds : 0, left, most);
  }

  /// Windows are as long as the samples are rare: an empty window is no floor.
  private Growth growth(List<Floors.Point> points, GrowthRule rule) {
    double apart =
        points.size() < 2
            ? 0
            : (points.getLast().seconds() - points.getFirst().seconds()) / (points.size() - 1);
    Floors floors =
        apart * 1.01 < windowSeconds && windowSeconds == Floors.WINDOW_SECONDS
            ? Floors.of(points)
            : Floors.of(points, Math.max(windowSeconds, apart * 1.01));
    return Growth.judge(floors, rule, warmUpSeconds);
  }
}
