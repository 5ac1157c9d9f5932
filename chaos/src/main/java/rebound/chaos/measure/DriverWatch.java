package rebound.chaos.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import rebound.chaos.loop.EventLoop;
import rebound.chaos.loop.ThreadStat;

/// Watches the driver's own process over a phase: processor time, waiting for a processor, memory,
/// collections and hiccups. What the kernel does not tell is reported as a reason not to trust the
/// run, never as zero.
public final class DriverWatch implements AutoCloseable {
  private static final Path CLEAR_REFS = Path.of("/proc/self/clear_refs");
  private static final Path STAT = Path.of("/proc/self/stat");
  private static final Path STATUS = Path.of("/proc/self/status");
  private static final double TICKS_PER_SECOND = 100;

  private final List<EventLoop> loops;
  private final List<ThreadStat> before = new ArrayList<>();
  private final Hiccups hiccups = new Hiccups();
  private final Collections collections = new Collections();
  private final List<String> unreadable = new ArrayList<>();
  private final long startNanos = System.nanoTime();
  private final double cpuSecondsBefore;

  /// Begins to watch.
  public DriverWatch(List<EventLoop> loops) {
    this.loops = List.copyOf(loops);
    for (EventLoop loop : loops) {
      before.add(stat(loop));
    }
    cpuSecondsBefore = cpuSeconds();
    forgetPeak();
  }

  private ThreadStat stat(EventLoop loop) {
    try {
      return ThreadStat.of(loop.nativeThreadId());
    } catch (IOException e) {
      unreadable.add("the driver's processor time cannot be read: " + e.getMessage());
      return new ThreadStat(0, 0, 0);
    }
  }

  private double cpuSeconds() {
    try {
      String stat = Files.readString(STAT);
      String[] words = stat.substring(stat.lastIndexOf(')') + 2).split(" ", 0);
      return (Long.parseLong(words[11]) + Long.parseLong(words[12])) / TICKS_PER_SECOND;
    } catch (IOException e) {
      unreadable.add("the driver's processor time cannot be read: " + e.getMessage());
      return 0;
    }
  }

  /// Sets the kernel's high-water mark back to now; where that is refused, the mark of the whole
  /// process stands, which is never too low.
  private static void forgetPeak() {
    try {
      Files.writeString(CLEAR_REFS, "5");
    } catch (IOException e) {
      assert !Files.isWritable(CLEAR_REFS) : e;
    }
  }

  private long peakRssBytes() {
    try {
      for (String line : Files.readAllLines(STATUS)) {
        if (line.startsWith("VmHWM:")) {
          return Long.parseLong(line.replaceAll("[^0-9]", "")) * 1024;
        }
      }
      unreadable.add("the driver's memory cannot be read: no VmHWM in " + STATUS);
    } catch (IOException e) {
      unreadable.add("the driver's memory cannot be read: " + e.getMessage());
    }
    return 0;
  }

  /// Ends the watch, and judges it.
  ///
  /// @param results of all populations
  /// @param quietLagP99Millis lag that timers alone cost here, 0 when it was not calibrated
  public DriverReport report(List<PopulationResult> results, double quietLagP99Millis) {
    double wall = System.nanoTime() - startNanos;
    double cpuRatio = 0;
    double waitRatio = 0;
    double waitMillis = 0;
    for (int i = 0; i < loops.size(); i++) {
      ThreadStat after = stat(loops.get(i));
      cpuRatio = Math.max(cpuRatio, (after.runNanos() - before.get(i).runNanos()) / wall);
      double waited = after.waitNanos() - before.get(i).waitNanos();
      long slices = Math.max(1, after.timeslices() - before.get(i).timeslices());
      waitRatio = Math.max(waitRatio, waited / wall);
      waitMillis = Math.max(waitMillis, waited / slices / 1e6);
    }
    close();
    Histogram lag = Latencies.histogram();
    for (PopulationResult result : results) {
      lag.add(result.latencies().lag());
    }
    double cpuSeconds = cpuSeconds() - cpuSecondsBefore;
    long peakRssBytes = peakRssBytes();
    Trust trust = new Trust(unreadable, quietLagP99Millis);
    trust.judge(results, cpuRatio, collections.longestMillis());
    trust.judgeWaiting(results, waitRatio, waitMillis);
    Histogram overshoot = hiccups.overshoot();
    return new DriverReport(
        cpuRatio,
        cpuSeconds,
        peakRssBytes,
        lag.getValueAtPercentile(99) / 1e6,
        lag.getMaxValue() / 1e6,
        collections.totalMillis(),
        collections.longestMillis(),
        waitRatio,
        overshoot.getValueAtPercentile(99) / 1e6,
        overshoot.getMaxValue() / 1e6,
        trust.reasons().isEmpty(),
        trust.reasons());
  }

  /// Ends the watching threads and listeners.
  @Override
  public void close() {
    hiccups.close();
    collections.close();
  }
}
