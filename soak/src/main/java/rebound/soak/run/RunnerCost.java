package rebound.soak.run;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import rebound.soak.journal.Event;
import rebound.soak.probe.process.ProcessTree;
import rebound.soak.probe.process.TreeCpu;
import rebound.soak.probe.process.TreeCpu.ThreadTime;

/// What the runner itself uses while it watches: the CPU time of its threads beside those that make
/// load, and its heap. Its compiler's threads are left out: they work for the driver, and end.
/// Used by the run's one thread.
final class RunnerCost {
  private static final List<String> OTHERS =
      List.of("driver-loop", "hostile-", "proxy", "toxiproxy", "C1 Compiler", "C2 Compiler");

  private final ProcessTree self;
  private final Map<String, ThreadTime> before;
  private final long startNanos = System.nanoTime();
  private long peakHeapBytes;
  private long longestMarkNanos;

  RunnerCost() throws IOException {
    self = ProcessTree.ofThisProcess();
    before = TreeCpu.threads(self);
  }

  /// Takes note of a thorough look at the target.
  void marked(long nanos) {
    longestMarkNanos = Math.max(longestMarkNanos, nanos);
  }

  /// Looks at the heap, at the end of a phase.
  void look() {
    long held =
        ManagementFactory.getMemoryPoolMXBeans().stream()
            .filter(pool -> pool.getType() == MemoryType.HEAP)
            .map(MemoryPoolMXBean::getCollectionUsage)
            .flatMap(Stream::ofNullable)
            .mapToLong(MemoryUsage::getUsed)
            .sum();
    peakHeapBytes = Math.max(peakHeapBytes, held);
  }

  /// All of it since the start.
  Event.Watched watched(Probes probes) {
    long used = 0;
    String own = self.root().pid() + "/";
    for (Map.Entry<String, ThreadTime> thread : TreeCpu.threads(self).entrySet()) {
      String name = thread.getValue().name();
      if (thread.getKey().startsWith(own) && OTHERS.stream().noneMatch(name::startsWith)) {
        ThreadTime earlier = before.get(thread.getKey());
        used += thread.getValue().cpuNanos() - (earlier == null ? 0 : earlier.cpuNanos());
      }
    }
    long now = System.nanoTime();
    return new Event.Watched(
        now, now - startNanos, used, peakHeapBytes, longestMarkNanos, probes.costs());
  }
}
