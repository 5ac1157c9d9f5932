package rebound.chaos.measure;

import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/// A thread that only sleeps and writes down how much too long: what stalls it would have stalled
/// any thread of this process (Tene's jHiccup).
final class Hiccups implements AutoCloseable {
  private static final long SLEEP_NANOS = 10_000_000L;

  private final Histogram overshoot = Latencies.histogram();
  private final Thread thread = new Thread(this::run, "driver-hiccups");
  private volatile boolean ending;

  Hiccups() {
    thread.setDaemon(true);
    thread.start();
  }

  private void run() {
    while (!ending) {
      long before = System.nanoTime();
      LockSupport.parkNanos(SLEEP_NANOS);
      long over = System.nanoTime() - before - SLEEP_NANOS;
      if (over >= 0) {
        overshoot.recordValue(Math.min(over, Latencies.HIGHEST_NANOS));
      }
    }
  }

  /// What was seen, once the watch has ended.
  Histogram overshoot() {
    return overshoot;
  }

  @Override
  public void close() {
    ending = true;
    LockSupport.unpark(thread);
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
