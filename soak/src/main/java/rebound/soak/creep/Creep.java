package rebound.soak.creep;

import java.io.IOException;
import java.nio.file.Path;
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
/// 5.4). Other phases are left out, and so are the seconds in which a fault was in force: they hide
/// a trend, or make one. Used by one thread.
public final class Creep {
  private static final double WARM_UP_SECONDS = 600;

  private final double windowSeconds;
  private final double warmUpSeconds;
  private final Watched memory = new Watched(GrowthRule.MEMORY);
  private final Watched descriptors = new Watched(GrowthRule.FILE_DESCRIPTORS);
  private final Watched threads = new Watched(GrowthRule.THREADS);
  private final Watched cpu = new Watched(GrowthRule.CPU_PER_REQUEST);
  private final Watched p99 = new Watched(GrowthRule.P99);
  private boolean watched = true;
  private boolean processes;
  private MemoryLimit limit;
  private boolean soaking;
  private int harms;
  private boolean harmed;
  private boolean fresh;
  private long originNanos;
  private double soakedBefore;
  private double soaked;
  private long soakFromNanos;
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
        if (soak && !soaking && memory.untouched() && p99.untouched()) {
          originNanos = it.atNanos();
        }
        soaking = soak;
        harms = 0;
        harmed = false;
        soakedBefore = soaked;
        soakFromNanos = it.atNanos();
      }
      case Event.Second it -> {
        if (soaking && fresh) {
          forget();
          originNanos = it.atNanos();
          soakFromNanos = it.atNanos();
          soakedBefore = 0;
        }
        if (soaking) {
          second(it);
          // The second in which it was healed had its part of it.
          harmed = harms > 0;
        }
      }
      case Event.Resumed _ -> {
        soaking = false;
        fresh = true;
      }
      case Event.Injected _ -> {
        harms++;
        harmed = true;
      }
      case Event.Healed _ -> harms = Math.max(0, harms - 1);
      case Event.TargetReady it -> {
        // A fault has ended it, and it was started again.
        fresh |= soaking;
        limit = it.memoryLimit();
      }
      case Event.PhaseEnded _ -> soaking = false;
      case Event.RunStarted it -> watched = it.watched();
      case Event.Marked _,
          Event.TrialEnded _,
          Event.JvmMarked _,
          Event.Climbed _,
          Event.Watched _,
          Event.Noted _,
          Event.RunEnded _ -> {}
    }
  }

  /// A resumed run has a fresh process, and so has one whose target a fault has ended: it owes
  /// nothing to what the one before grew.
  private void forget() {
    fresh = false;
    List.of(memory, descriptors, threads, cpu, p99).forEach(Watched::forget);
    processes = false;
    soaked = 0;
    completed = 0;
    seconds = 0;
    cpuFrom = Double.NaN;
    cpuFromCompleted = 0;
  }

  private void second(Event.Second second) {
    for (TargetSample sample : second.target()) {
      point(memory, sample.atNanos(), sample.residentBytes());
      processes |= sample.processes() > 0;
    }
    for (MemoryDetail detail : second.details()) {
      point(descriptors, detail.atNanos(), detail.fileDescriptors());
      point(threads, detail.atNanos(), detail.threads());
    }
    double at = at(second.atNanos());
    soaked = Math.max(soaked, soakedBefore + (second.atNanos() - soakFromNanos) / 1e9);
    if (!second.traffic().isEmpty()) {
      TrafficSecond first = second.traffic().getFirst();
      Double millis = first.responseP99Millis();
      if (millis != null && !harmed) {
        p99.add(at, millis);
      }
      if (millis != null || first.attempted() > 0) {
        p99.look(window(second.atNanos()), millis != null || harmed);
      }
    }
    completed += second.traffic().stream().mapToLong(TrafficSecond::completed).sum();
    seconds += second.traffic().stream().mapToDouble(TrafficSecond::seconds).max().orElse(0);
    if (!second.target().isEmpty()) {
      cpu(second.target().getLast().cpuNanos(), at, window(second.atNanos()));
    }
  }

  /// CPU time of a second's requests; the kernel's ticks of 10 ms need some of both.
  private void cpu(Reading nanos, double at, int window) {
    OptionalLong now = look(cpu, window, nanos);
    if (now.isEmpty()) {
      return;
    }
    if (harmed) {
      cpuFrom = Double.NaN;
      return;
    }
    long requests = completed - cpuFromCompleted;
    double used = now.getAsLong() - cpuFrom;
    if (Double.isNaN(cpuFrom)) {
      cpuFrom = now.getAsLong();
      cpuFromCompleted = completed;
    } else if (requests >= 20 && used >= 50e6) {
      cpu.add(at, used / requests / 1e3);
      cpuFrom = now.getAsLong();
      cpuFromCompleted = completed;
    }
  }

  private OptionalLong look(Watched metric, int window, Reading reading) {
    OptionalLong amount = metric.look(window, reading);
    if (harmed) {
      // Who is away on purpose is not missing.
      metric.look(window, true);
    }
    return amount;
  }

  private void point(Watched metric, long atNanos, Reading reading) {
    OptionalLong amount = look(metric, window(atNanos), reading);
    if (amount.isPresent() && !harmed) {
      metric.add(at(atNanos), (double) amount.getAsLong());
    }
  }

  /// The window of the soak in which an instant lies; what is between two soak phases has none. Not
  /// scaled: looks are as rare in a short soak as in a long one.
  private int window(long nanos) {
    double since = Math.max(0, nanos - soakFromNanos) / 1e9;
    return (int) ((soakedBefore + since) / Floors.WINDOW_SECONDS);
  }

  private double at(long nanos) {
    return (nanos - originNanos) / 1e9;
  }

  private List<CreepFinding> findings() {
    // A process tree has all of these; another source is held to what it once gave.
    return List.of(
        finding(memory, watched, limit),
        finding(descriptors, watched && (processes || descriptors.offered()), null),
        finding(threads, watched && (processes || threads.offered()), null),
        finding(cpu, watched && (processes || cpu.offered()), null),
        finding(p99, true, null));
  }

  /// @param due true where the metric should have been read
  /// @param most what the metric may grow to; null where it has no limit
  private CreepFinding finding(Watched metric, boolean due, MemoryLimit most) {
    List<Floors.Point> points = metric.points;
    GrowthRule rule = metric.rule;
    int windows = (int) (soaked / Floors.WINDOW_SECONDS);
    if (due && Growth.longEnough(windows, Floors.WINDOW_SECONDS, WARM_UP_SECONDS)) {
      // Without a request there is no p99 to be read.
      String missing = metric.missing(windows, metric != p99);
      if (!missing.isEmpty()) {
        return CreepFinding.unreadable(rule, Floors.WINDOW_SECONDS, missing);
      }
    }
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
