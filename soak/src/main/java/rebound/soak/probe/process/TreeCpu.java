package rebound.soak.probe.process;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import rebound.soak.evidence.sample.Reading;

/// CPU time of process trees, in nanoseconds. The kernel counts in ticks of 10 ms.
public final class TreeCpu {
  /// `sysconf(_SC_CLK_TCK)` is 100 on every Linux that has a JDK.
  private static final long NANOS_PER_TICK = 10_000_000L;

  private TreeCpu() {}

  /// CPU time of all processes of the trees, each counted once, with that of children that ended
  /// and were waited for. What an ended child of a parent that does not wait had used is lost.
  public static Reading nanos(Collection<ProcessTree> trees) {
    Map<ProcessIdentity, Long> ticks = new LinkedHashMap<>();
    long past = 0;
    for (ProcessTree tree : trees) {
      past += tree.pastCpuNanos();
      for (ProcessIdentity process : tree.members()) {
        tree.stat(process.pid())
            .ifPresent(stat -> ticks.put(process, stat.ownTicks() + stat.childrenTicks()));
      }
    }
    if (ticks.isEmpty()) {
      return Reading.unreadable("no process of the tree runs any more");
    }
    long running = ticks.values().stream().mapToLong(Long::longValue).sum();
    return Reading.of(past + running * NANOS_PER_TICK);
  }

  /// A thread and the CPU time it has used.
  ///
  /// @param name the thread's name, at most 15 characters
  /// @param cpuNanos its CPU time since it began
  public record ThreadTime(String name, long cpuNanos) {}

  /// CPU time of each thread of the tree, by `pid/tid`.
  public static Map<String, ThreadTime> threads(ProcessTree tree) {
    Map<String, ThreadTime> times = new HashMap<>();
    List<ProcessIdentity> members = tree.members();
    for (ProcessIdentity process : members) {
      try (DirectoryStream<Path> threads =
          Files.newDirectoryStream(tree.directory(process).resolve("task"))) {
        for (Path thread : threads) {
          read(process, thread, times);
        }
      } catch (IOException _) {
        // The process ended meanwhile: its threads are gone with it.
      }
    }
    return times;
  }

  private static void read(ProcessIdentity process, Path thread, Map<String, ThreadTime> times) {
    try {
      ProcessStat stat = ProcessStat.read(thread.resolve("stat"));
      times.put(
          process.pid() + "/" + thread.getFileName(),
          new ThreadTime(stat.name(), stat.ownTicks() * NANOS_PER_TICK));
    } catch (IOException _) {
      // The thread ended between being listed and being read.
    }
  }
}
