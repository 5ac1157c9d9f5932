package rebound.soak.probe.thread;

import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import rebound.soak.evidence.sample.ObserverCost;

/// A named platform thread that looks at planned times. It is owned: [#close()] ends it and
/// waits. A look that takes too long is not made up for: the next planned time that lies ahead is
/// taken.
public final class Looper implements AutoCloseable {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private final String name;
  private final Runnable look;
  private final Thread thread;
  private volatile boolean running = true;
  private volatile long intervalNanos = SECOND;
  private volatile long startNanos;
  private volatile long looks;
  private volatile long cpuNanos;
  private volatile Throwable failure;

  /// Prepares the thread.
  ///
  /// @param name of thread and probe
  /// @param look what to do each time
  public Looper(String name, Runnable look) {
    this.name = name;
    this.look = look;
    this.thread = Thread.ofPlatform().name(name).daemon().unstarted(this::run);
  }

  /// Begins, so many times a second.
  public void start(int perSecond) {
    perSecond(perSecond);
    startNanos = System.nanoTime();
    thread.start();
  }

  /// How often from now on, 1 to 100 times a second.
  public void perSecond(int times) {
    if (times < 1 || times > 100) {
      throw new IllegalArgumentException("samples per second are " + times + "; choose 1 to 100");
    }
    intervalNanos = SECOND / times;
    LockSupport.unpark(thread);
  }

  /// What the thread has used.
  ///
  /// @throws IllegalStateException where a look threw: a broken probe must not go unnoticed
  public ObserverCost cost(long lost) {
    Throwable broken = failure;
    if (broken != null) {
      throw new IllegalStateException("the probe " + name + " broke", broken);
    }
    long wall = startNanos == 0 ? 0 : System.nanoTime() - startNanos;
    return new ObserverCost(name, cpuNanos, wall, looks, lost);
  }

  /// Ends the thread and waits for it.
  @Override
  public void close() {
    running = false;
    LockSupport.unpark(thread);
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

  // The fields below are written by the one thread only.
  @SuppressWarnings("NonAtomicVolatileUpdate")
  private void run() {
    var self = ManagementFactory.getThreadMXBean();
    long planned = System.nanoTime();
    try {
      while (running) {
        look.run();
        looks++;
        cpuNanos = self.getCurrentThreadCpuTime();
        planned = next(planned);
      }
    } catch (RuntimeException | Error e) {
      failure = e;
    }
  }

  /// Sleeps until the next planned time; a change of the interval counts at once.
  private long next(long planned) {
    while (running) {
      long now = System.nanoTime();
      long due = planned + intervalNanos;
      if (now - due >= intervalNanos) {
        return now;
      }
      if (now - due >= 0) {
        return due;
      }
      LockSupport.parkNanos(this, due - now);
    }
    return planned;
  }
}
