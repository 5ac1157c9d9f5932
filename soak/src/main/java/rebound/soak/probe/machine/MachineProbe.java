package rebound.soak.probe.machine;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import rebound.soak.evidence.sample.MachineSample;
import rebound.soak.evidence.sample.ObserverCost;
import rebound.soak.evidence.sample.Reading;
import rebound.soak.probe.process.ProcessTree;
import rebound.soak.probe.process.TreeCpu;
import rebound.soak.probe.thread.Outbox;

/// Watches the machine on one thread: stalls and the canary all the time, the kernel's counters
/// once a second.
///
/// What is not the runner's, the target's or a part's CPU time is "CPU of others", the check that
/// sees what `steal` hides. Interrupts are counted apart: on loopback they are mostly the network
/// of the measurement itself. Thread-safe.
public final class MachineProbe implements AutoCloseable {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
  private static final long CANARY_EVERY = TimeUnit.MILLISECONDS.toNanos(200);

  private final Path proc;
  private final Supplier<List<ProcessTree>> own;
  private volatile long sleepNanos;
  private final Outbox<MachineSample> samples = new Outbox<>(4096);
  private final Thread thread;
  private final long startNanos = System.nanoTime();
  private volatile boolean running = true;
  private volatile long cpuNanos;
  private volatile long looks;
  private volatile Throwable failure;

  private MachineProbe(Path proc, Supplier<List<ProcessTree>> own, long sleepNanos) {
    this.proc = proc;
    this.own = own;
    this.sleepNanos = sleepNanos;
    this.thread = Thread.ofPlatform().name("probe-machine").daemon().unstarted(this::run);
  }

  /// Begins to watch, with sleeps of 1 ms.
  ///
  /// @param own the process trees that belong to the measurement, asked anew each second; a tree
  ///     within another counts once
  public static MachineProbe start(Supplier<List<ProcessTree>> own) {
    MachineProbe probe = new MachineProbe(Path.of("/proc"), own, TimeUnit.MILLISECONDS.toNanos(1));
    probe.thread.start();
    return probe;
  }

  /// How long the stall meter sleeps from now on.
  ///
  /// @param millis 1, or 5 in phases of hours: a fifth of the wake-ups finds what counts too
  public void sleepMillis(int millis) {
    if (millis < 1 || millis > 100) {
      throw new IllegalArgumentException("sleepMillis is " + millis + "; choose 1 to 100");
    }
    sleepNanos = TimeUnit.MILLISECONDS.toNanos(millis);
  }

  /// The seconds since they were last taken.
  public List<MachineSample> samples() {
    return samples.take();
  }

  /// What the probe itself has used.
  ///
  /// @throws IllegalStateException where its thread broke
  public ObserverCost cost() {
    Throwable broken = failure;
    if (broken != null) {
      throw new IllegalStateException("the machine probe broke", broken);
    }
    return new ObserverCost(
        "probe-machine", cpuNanos, System.nanoTime() - startNanos, looks, samples.lost());
  }

  /// Ends the thread; waits for it.
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

  // The counters are written by the one thread only.
  @SuppressWarnings("NonAtomicVolatileUpdate")
  private void run() {
    var self = ManagementFactory.getThreadMXBean();
    HiccupMeter meter = new HiccupMeter();
    try {
      Look before = Look.now(proc, own);
      long canaryAt = before.atNanos() + CANARY_EVERY;
      while (running) {
        long asleep = System.nanoTime();
        long sleep = sleepNanos;
        LockSupport.parkNanos(this, sleep);
        long awake = System.nanoTime();
        // parkNanos may end early; that is no stall.
        meter.overshoot(awake - asleep - sleep);
        if (awake - canaryAt >= 0) {
          meter.canary();
          canaryAt = System.nanoTime() + CANARY_EVERY;
        }
        if (awake - before.atNanos() >= SECOND) {
          Look look = Look.now(proc, own);
          samples.put(look.since(before, meter.take()));
          before = look;
          looks++;
          cpuNanos = self.getCurrentThreadCpuTime();
        }
      }
    } catch (RuntimeException | Error e) {
      failure = e;
    }
  }

  private record Look(long atNanos, long wallMillis, KernelCounters kernel, Reading ownCpuNanos) {
    static Look now(Path proc, Supplier<List<ProcessTree>> own) {
      return new Look(
          System.nanoTime(),
          System.currentTimeMillis(),
          KernelCounters.read(proc),
          TreeCpu.nanos(own.get()));
    }

    MachineSample since(Look before, HiccupMeter.Second stalls) {
      KernelCounters then = before.kernel;
      return new MachineSample(
          atNanos,
          wallMillis,
          atNanos - before.atNanos,
          stalls.p99Nanos(),
          stalls.maxNanos(),
          stalls.canaryNanos() < 0
              ? Reading.unreadable("the canary did not run in this second")
              : Reading.of(stalls.canaryNanos()),
          kernel.cpuTotalNanos().since(then.cpuTotalNanos()),
          kernel.cpuUserSystemNanos().since(then.cpuUserSystemNanos()),
          kernel.cpuInterruptNanos().since(then.cpuInterruptNanos()),
          kernel.cpuStealNanos().since(then.cpuStealNanos()),
          notBelowZero(ownCpuNanos.since(before.ownCpuNanos)),
          kernel.pressureCpuSomeMicros().since(then.pressureCpuSomeMicros()),
          kernel.pressureMemoryFullMicros().since(then.pressureMemoryFullMicros()),
          kernel.swapPages().since(then.swapPages()),
          kernel.listenOverflows().since(then.listenOverflows()),
          kernel.listenDrops().since(then.listenDrops()),
          kernel.timeWaitSockets(),
          kernel.tcpSockets(),
          kernel.tcpMemoryBytes(),
          kernel.loadThousandths());
    }

    /// A process that ended without being waited for takes its CPU time with it.
    private static Reading notBelowZero(Reading reading) {
      return reading.amount().isPresent() && reading.amount().getAsLong() < 0
          ? Reading.unreadable("a process of the measurement ended in this second")
          : reading;
    }
  }
}
