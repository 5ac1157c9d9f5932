package rebound.soak.probe.target;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import rebound.soak.evidence.sample.MemoryDetail;
import rebound.soak.evidence.sample.ObserverCost;
import rebound.soak.evidence.sample.Reading;
import rebound.soak.evidence.sample.TargetMark;
import rebound.soak.evidence.sample.TargetSample;
import rebound.soak.probe.process.ProcessTree;
import rebound.soak.probe.process.TreeCpu;
import rebound.soak.probe.process.TreeCpu.ThreadTime;
import rebound.soak.probe.thread.Looper;
import rebound.soak.probe.thread.Outbox;

/// Samples a target's memory and CPU time on a thread of its own.
///
/// What it saw waits, bounded, to be taken with [#samples()] and [#details()]; each sample is
/// handed out once, and when nobody takes them the oldest make room and are counted in [#cost()].
/// Thread-safe.
public final class TargetProbe implements AutoCloseable {
  /// A split for so many cheap looks: each five seconds, or twice a second in short phases.
  private static final int LOOKS_PER_DETAIL = 5;

  private static final int LOOKS_PER_DETAIL_IN_SHORT = 2;

  private final TargetSource source;
  private final Optional<ProcessTree> tree;
  private final Outbox<TargetSample> samples = new Outbox<>(4096);
  private final Outbox<MemoryDetail> details = new Outbox<>(1024);
  private final Looper looper;
  private final Object marking = new Object();
  private Map<String, ThreadTime> threadsAtMark;
  private volatile TargetSample latestReadable;
  private volatile int looksPerDetail = LOOKS_PER_DETAIL;
  private long looks;

  private TargetProbe(TargetSource source, Optional<ProcessTree> tree) {
    this.source = source;
    this.tree = tree;
    this.latestReadable = source.sample();
    this.threadsAtMark = tree.map(TreeCpu::threads).orElse(Map.of());
    this.looper = new Looper("probe-target", this::look);
  }

  /// Begins to sample once a second.
  ///
  /// @param source where memory is read
  /// @param tree whose threads are watched for the busiest; empty where there is no process to read
  public static TargetProbe start(TargetSource source, Optional<ProcessTree> tree) {
    TargetProbe probe = new TargetProbe(source, tree);
    probe.looper.start(1);
    return probe;
  }

  /// Samples oftener: five times a second in short phases and spikes, once a second otherwise.
  public void samplesPerSecond(int perSecond) {
    looper.perSecond(perSecond);
    looksPerDetail = perSecond == 1 ? LOOKS_PER_DETAIL : LOOKS_PER_DETAIL_IN_SHORT;
  }

  /// The newest sample whose memory could be read, or the first one.
  public TargetSample latestReadable() {
    return latestReadable;
  }

  /// The samples since they were last taken.
  public List<TargetSample> samples() {
    return samples.take();
  }

  /// The splits since they were last taken.
  public List<MemoryDetail> details() {
    return details.take();
  }

  /// The thorough look, on the caller's thread: some milliseconds for each GB that the target
  /// holds. Peak and busiest thread count from the mark before.
  public TargetMark mark(String phase) {
    synchronized (marking) {
      long begin = System.nanoTime();
      TargetSample sample = source.sample();
      Map<String, ThreadTime> threads = tree.map(TreeCpu::threads).orElse(Map.of());
      Busiest busiest = busiest(threadsAtMark, threads);
      threadsAtMark = threads;
      MemoryDetail detail = source.detail(true);
      samples.put(sample);
      return new TargetMark(
          phase,
          begin,
          sample.residentBytes(),
          sample.cpuNanos(),
          detail,
          busiest.name(),
          busiest.cpuNanos(),
          System.nanoTime() - begin);
    }
  }

  /// What the probe itself has used.
  public ObserverCost cost() {
    return looper.cost(samples.lost() + details.lost());
  }

  /// Ends the thread; waits for it.
  @Override
  public void close() {
    looper.close();
  }

  private void look() {
    TargetSample sample = source.sample();
    if (sample.residentBytes().readable()) {
      latestReadable = sample;
    }
    samples.put(sample);
    if (looks % looksPerDetail == 0) {
      details.put(source.detail(false));
    }
    looks++;
  }

  record Busiest(String name, Reading cpuNanos) {}

  static Busiest busiest(Map<String, ThreadTime> before, Map<String, ThreadTime> after) {
    Map<String, Long> used = new HashMap<>();
    after.forEach(
        (key, time) -> {
          ThreadTime earlier = before.get(key);
          used.put(key, time.cpuNanos() - (earlier == null ? 0 : earlier.cpuNanos()));
        });
    List<Map.Entry<String, Long>> all = new ArrayList<>(used.entrySet());
    all.sort(Map.Entry.comparingByValue());
    if (all.isEmpty()) {
      return new Busiest("", Reading.unreadable("no thread of the target can be read"));
    }
    Map.Entry<String, Long> most = all.getLast();
    return new Busiest(after.get(most.getKey()).name(), Reading.of(most.getValue()));
  }
}
