package rebound.server.memory;

import java.util.function.LongSupplier;

/// Collects once after each load, so that the heap shrinks to what is live and its pages go back. A
/// collector left alone keeps what a flood has touched until the next flood. Costs one thread that
/// sleeps, and one full collection of a small heap while nobody waits for it.
public final class MemoryReturn implements Runnable {
  private static final long SECOND_MILLIS = 1_000;

  private final LongSupplier requests;
  private final Calm calm = new Calm();

  /// Watches a load.
  ///
  /// @param requests how many requests have come so far, from any thread
  public MemoryReturn(LongSupplier requests) {
    this.requests = requests;
  }

  /// Starts the watching thread, which ends with the process.
  public void open() {
    Thread.ofPlatform().name("memory-return").daemon().start(this);
  }

  @Override
  public void run() {
    long before = requests.getAsLong();
    try {
      while (true) {
        Thread.sleep(SECOND_MILLIS);
        long now = requests.getAsLong();
        if (calm.second(now - before)) {
          collect();
        }
        before = now;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// Twice: buffers that only a dead object held are freed between the two.
  private void collect() throws InterruptedException {
    System.gc();
    Thread.sleep(SECOND_MILLIS);
    System.gc();
  }
}
