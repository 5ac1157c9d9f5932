package rebound.soak.evidence.sample;

import java.util.List;

/// A second of the machine: what disturbed the measurement, and what the kernel counted. All
/// counters are what was added since the sample before.
///
/// @param atNanos `System.nanoTime` at the end of the second
/// @param wallMillis wall clock at the same moment: a label, and a witness of clock jumps
/// @param intervalNanos since the sample before
/// @param hiccupP99Nanos how late a 1 ms sleep ended, 99th percentile of the second
/// @param hiccupMaxNanos the same, worst
/// @param canaryNanos CPU time of a fixed calculation, median of the second
/// @param cpuTotalNanos all CPU time there was (CPUs × time)
/// @param cpuUserSystemNanos CPU time of processes
/// @param cpuInterruptNanos CPU time of interrupts: on loopback mostly the network of ours
/// @param cpuStealNanos taken by the hypervisor (can read 0 on a disturbed microVM)
/// @param ownCpuNanos CPU time of the runner, the target and the other parts
/// @param pressureCpuSomeMicros some process waited for a CPU
/// @param pressureMemoryFullMicros all processes waited for memory
/// @param swapPages pages swapped in and out
/// @param listenOverflows connections that found an accept queue full
/// @param listenDrops connections that the kernel dropped for it or another reason
/// @param timeWaitSockets sockets in TIME_WAIT now
/// @param tcpSockets TCP sockets in use now
/// @param tcpMemoryBytes kernel memory of TCP now
/// @param loadThousandths load average of the last minute, in thousandths
public record MachineSample(
    long atNanos,
    long wallMillis,
    long intervalNanos,
    long hiccupP99Nanos,
    long hiccupMaxNanos,
    Reading canaryNanos,
    Reading cpuTotalNanos,
    Reading cpuUserSystemNanos,
    Reading cpuInterruptNanos,
    Reading cpuStealNanos,
    Reading ownCpuNanos,
    Reading pressureCpuSomeMicros,
    Reading pressureMemoryFullMicros,
    Reading swapPages,
    Reading listenOverflows,
    Reading listenDrops,
    Reading timeWaitSockets,
    Reading tcpSockets,
    Reading tcpMemoryBytes,
    Reading loadThousandths) {
  public MachineSample {
    if (intervalNanos <= 0) {
      throw new IllegalArgumentException("intervalNanos is " + intervalNanos + "; it is above 0");
    }
  }

  /// This time and the one after it as one: counters are added, stalls keep the worst, levels are
  /// averaged or those of the end.
  public MachineSample then(MachineSample later) {
    return new MachineSample(
        later.atNanos,
        later.wallMillis,
        intervalNanos + later.intervalNanos,
        (hiccupP99Nanos + later.hiccupP99Nanos) / 2,
        Math.max(hiccupMaxNanos, later.hiccupMaxNanos),
        mean(canaryNanos, later.canaryNanos),
        added(cpuTotalNanos, later.cpuTotalNanos),
        added(cpuUserSystemNanos, later.cpuUserSystemNanos),
        added(cpuInterruptNanos, later.cpuInterruptNanos),
        added(cpuStealNanos, later.cpuStealNanos),
        added(ownCpuNanos, later.ownCpuNanos),
        added(pressureCpuSomeMicros, later.pressureCpuSomeMicros),
        added(pressureMemoryFullMicros, later.pressureMemoryFullMicros),
        added(swapPages, later.swapPages),
        added(listenOverflows, later.listenOverflows),
        added(listenDrops, later.listenDrops),
        later.timeWaitSockets,
        later.tcpSockets,
        later.tcpMemoryBytes,
        later.loadThousandths);
  }

  private static Reading added(Reading first, Reading second) {
    return Reading.sum(List.of(first, second));
  }

  /// The one that there is, where the other is unreadable.
  private static Reading mean(Reading first, Reading second) {
    if (!first.readable() || !second.readable()) {
      return first.readable() ? first : second;
    }
    return Reading.of((first.amount().getAsLong() + second.amount().getAsLong()) / 2);
  }
}
