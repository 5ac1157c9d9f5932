package rebound.soak.selftest;

import java.util.ArrayList;
import java.util.List;

/// Threads that keep every core of the driver's machine busy. Owned: they are gone on close.
final class Spinners implements AutoCloseable {
  private static final int PER_CPU = 16;

  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean running = true;
  private volatile long sink;

  private Spinners() {}

  /// Starts them where they are wanted.
  static Spinners start(boolean wanted) {
    Spinners spinners = new Spinners();
    int count = wanted ? PER_CPU * Runtime.getRuntime().availableProcessors() : 0;
    for (int i = 0; i < count; i++) {
      Thread thread = Thread.ofPlatform().name("spinner-" + i).daemon().unstarted(spinners::spin);
      spinners.threads.add(thread);
      thread.start();
    }
    return spinners;
  }

  private void spin() {
    long x = 1;
    while (running) {
      x = x * 6_364_136_223_846_793_005L + 1;
    }
    sink = x;
  }

  @Override
  public void close() {
    running = false;
    boolean interrupted = false;
    for (Thread thread : threads) {
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

  @Override
  public String toString() {
    return threads.size() + " spinners, " + sink;
  }
}
