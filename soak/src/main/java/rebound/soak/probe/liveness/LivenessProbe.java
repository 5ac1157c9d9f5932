package rebound.soak.probe.liveness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import rebound.soak.evidence.sample.LivenessSample;
import rebound.soak.evidence.sample.ObserverCost;
import rebound.soak.probe.process.ProcessTree;
import rebound.soak.probe.thread.Outbox;

/// Probes a target's liveness on three ways and the process itself, at planned times, on one
/// thread with sockets of its own: the load driver's exhaustion must not look like the target's
/// death.
///
/// Each path has its own schedule, a third of the interval apart; a probe is begun at its planned
/// time whether or not earlier ones have ended (at most eight of a path are under way). A probe
/// that began late by more than half the timeout is INVALID. Samples arrive in [#samples()] when
/// they end, so those of a phase are complete one timeout after its end. Thread-safe.
public final class LivenessProbe implements AutoCloseable {
  private final Selector selector;
  private final List<ProbePath> paths;
  private final Outbox<LivenessSample> samples = new Outbox<>(16_384);
  private final Thread thread;
  private final long startNanos = System.nanoTime();
  private volatile boolean running = true;
  private volatile long slowNanos = TimeUnit.MILLISECONDS.toNanos(200);
  private volatile long intervalNanos;
  private volatile long cpuNanos;
  private volatile long looks;
  private volatile long oldestNanos = startNanos;
  private volatile Throwable failure;

  private LivenessProbe(LivenessSettings settings, Optional<ProcessTree> tree, Selector selector) {
    this.selector = selector;
    this.intervalNanos = settings.interval().toNanos();
    this.paths = ProbePath.all(settings, tree, selector, startNanos);
    this.thread = Thread.ofPlatform().name("probe-liveness").daemon().unstarted(this::run);
  }

  /// Begins to probe.
  ///
  /// @param settings what to ask
  /// @param tree the target's process; empty where it is remote
  public static LivenessProbe start(LivenessSettings settings, Optional<ProcessTree> tree) {
    try {
      LivenessProbe probe = new LivenessProbe(settings, tree, Selector.open());
      probe.thread.start();
      return probe;
    } catch (IOException e) {
      throw new UncheckedIOException("the liveness probe gets no selector", e);
    }
  }

  /// From which response time a good answer is SLOW: 200 ms at first; METHODOLOGY 6 asks for
  /// max(200 ms, 5 × the baseline's p99).
  public void slowAbove(Duration slow) {
    slowNanos = slow.toNanos();
  }

  /// How often each path is probed from now on: 1 s in phases of hours, as METHODOLOGY 6 has it.
  ///
  /// @param interval at least an eighth of the timeout, so that at most eight are under way
  public void every(Duration interval) {
    intervalNanos = interval.toNanos();
    selector.wakeup();
  }

  /// The samples that ended since they were last taken, by the time they ended.
  public List<LivenessSample> samples() {
    return samples.take();
  }

  /// True when all probes that were planned before an instant have ended: their samples are there
  /// to be taken.
  public boolean ended(long beforeNanos) {
    return oldestNanos - beforeNanos >= 0;
  }

  /// What the probe itself has used.
  ///
  /// @throws IllegalStateException where its thread broke
  public ObserverCost cost() {
    Throwable broken = failure;
    if (broken != null) {
      throw new IllegalStateException("the liveness probe broke", broken);
    }
    return new ObserverCost(
        "probe-liveness", cpuNanos, System.nanoTime() - startNanos, looks, samples.lost());
  }

  /// Ends the thread and closes its sockets. Probes under way are dropped without a sample.
  @Override
  public void close() {
    running = false;
    selector.wakeup();
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException _) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private long oldest() {
    long oldest = Long.MAX_VALUE;
    for (ProbePath path : paths) {
      oldest = Math.min(oldest, path.oldestNanos());
    }
    return oldest;
  }

  // The counters are written by the one thread only.
  @SuppressWarnings("NonAtomicVolatileUpdate")
  private void run() {
    var self = ManagementFactory.getThreadMXBean();
    ByteBuffer buffer = ByteBuffer.allocateDirect(64 * 1024);
    List<LivenessSample> ended = new ArrayList<>();
    try (selector) {
      while (running) {
        long now = System.nanoTime();
        long wake = now + TimeUnit.SECONDS.toNanos(1);
        for (ProbePath path : paths) {
          wake = Math.min(wake, path.turn(now, buffer, intervalNanos, slowNanos, ended));
        }
        looks += ended.size();
        ended.forEach(samples::put);
        ended.clear();
        oldestNanos = oldest();
        cpuNanos = self.getCurrentThreadCpuTime();
        long millis = (wake - System.nanoTime() + 999_999) / 1_000_000;
        if (millis <= 0) {
          selector.selectNow(key -> ((Probe) key.attachment()).ready());
        } else {
          selector.select(key -> ((Probe) key.attachment()).ready(), millis);
        }
      }
    } catch (IOException | RuntimeException | Error e) {
      failure = e;
    } finally {
      paths.forEach(ProbePath::close);
    }
  }
}
