package rebound.soak.probe.machine;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;

/// What one second of the stall meter saw. A thread that asks to sleep 1 ms and wakes later was
/// kept from running, and so was everyone else on its CPU (after Tene's jHiccup). Used by one
/// thread.
final class HiccupMeter {
  private static final ThreadMXBean CPU = ManagementFactory.getThreadMXBean();
  private static final int LIMIT = 4096;
  private static final int CANARY_ROUNDS = 300_000;

  private final long[] overshootNanos = new long[LIMIT];
  private final long[] canaryNanos = new long[64];
  private int overshoots;
  private int canaries;
  private long sink = 1;

  /// A stall meter's second.
  ///
  /// @param p99Nanos how late the sleeps ended, 99th percentile
  /// @param maxNanos worst
  /// @param canaryNanos median time of the fixed calculation, -1 without one
  record Second(long p99Nanos, long maxNanos, long canaryNanos) {}

  /// Notes how much later than asked a sleep ended.
  void overshoot(long nanos) {
    if (overshoots < LIMIT) {
      overshootNanos[overshoots] = Math.max(0, nanos);
      overshoots++;
    }
  }

  /// Runs the fixed calculation and notes the CPU time that it took, some tenths of a millisecond:
  /// more means that the core is shared with another guest or clocked down, also where `steal` says
  /// 0. Wall time would show the measurement's own load as well.
  void canary() {
    long begin = CPU.getCurrentThreadCpuTime();
    long x = sink;
    for (int i = 0; i < CANARY_ROUNDS; i++) {
      x = x * 6_364_136_223_846_793_005L + 1_442_695_040_888_963_407L;
    }
    sink = x;
    if (canaries < canaryNanos.length) {
      canaryNanos[canaries] = CPU.getCurrentThreadCpuTime() - begin;
      canaries++;
    }
  }

  /// Gives the second's figures and begins the next.
  Second take() {
    Arrays.sort(overshootNanos, 0, overshoots);
    Arrays.sort(canaryNanos, 0, canaries);
    Second second =
        overshoots == 0
            ? new Second(0, 0, -1)
            : new Second(
                overshootNanos[Math.min(overshoots - 1, (int) (overshoots * 0.99))],
                overshootNanos[overshoots - 1],
                canaries == 0 ? -1 : canaryNanos[canaries / 2]);
    overshoots = 0;
    canaries = 0;
    return second;
  }
}
