package rebound.soak.run;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/// Asks a run to end early, from any thread; the run writes what it has. Thread-safe.
public final class Interruption {
  private final AtomicReference<String> reason = new AtomicReference<>("");
  private final CountDownLatch asked = new CountDownLatch(1);

  /// Asks for the end; the first reason stands.
  public void ask(String why) {
    reason.compareAndSet("", why);
    asked.countDown();
  }

  /// True once somebody asked.
  public boolean asked() {
    return asked.getCount() == 0;
  }

  /// Why, or empty.
  public String reason() {
    return reason.get();
  }

  /// Waits, at most until an instant of `System.nanoTime()`, or until somebody asks.
  void waitUntil(long nanos) throws InterruptedException {
    long left = nanos - System.nanoTime();
    if (left > 0 && asked.await(left, TimeUnit.NANOSECONDS)) {
      return;
    }
  }
}
