package rebound.soak.fault;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import rebound.chaos.heal.Fault;
import rebound.soak.evidence.FaultRecord;
import rebound.soak.journal.Event;
import rebound.soak.journal.Journal;
import rebound.soak.plan.FaultPlan;
import rebound.soak.plan.Phase;

/// The faults of one phase in time: makes each when it is due, heals it when its time is over, and
/// heals all that are in force when it is closed. Used by the run's one thread.
public final class FaultSchedule implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(FaultSchedule.class);

  /// A fault in force.
  private record InForce(Fault fault, FaultPlan plan, long injectedNanos, long untilNanos) {}

  private final Phase phase;
  private final FaultKit kit;
  private final Journal journal;
  private final List<FaultPlan> waiting;
  private final List<InForce> inForce = new ArrayList<>();
  private final List<FaultRecord> done = new ArrayList<>();
  private long startNanos;
  private long lastHealedNanos;

  /// Prepares the faults of a phase.
  public FaultSchedule(Phase phase, FaultKit kit, Journal journal) {
    this.phase = phase;
    this.kit = kit;
    this.journal = journal;
    this.waiting = new ArrayList<>(phase.faults());
    waiting.sort(Comparator.comparing(FaultPlan::at));
  }

  /// The phase's clock starts.
  public void start(long nanos) {
    startNanos = nanos;
    lastHealedNanos = nanos;
  }

  /// When there is next something to do, as an instant of `System.nanoTime()`.
  public long nextNanos() {
    long next = Long.MAX_VALUE;
    if (!waiting.isEmpty()) {
      next = startNanos + waiting.getFirst().at().toNanos();
    }
    for (InForce it : inForce) {
      next = Math.min(next, it.untilNanos());
    }
    return next;
  }

  /// Heals what is over and makes what is due.
  public void act() throws IOException, InterruptedException {
    long now = System.nanoTime();
    for (InForce it : List.copyOf(inForce)) {
      if (it.untilNanos() <= now) {
        heal(it);
      }
    }
    while (!waiting.isEmpty() && startNanos + waiting.getFirst().at().toNanos() <= now) {
      inject(waiting.removeFirst());
    }
  }

  /// When the last fault was healed, or the phase's start where there was none.
  public long lastHealedNanos() {
    return lastHealedNanos;
  }

  /// True when nothing is in force and nothing is to come.
  public boolean over() {
    return waiting.isEmpty() && inForce.isEmpty();
  }

  /// All faults that were made and healed.
  public List<FaultRecord> records() {
    return List.copyOf(done);
  }

  private void inject(FaultPlan plan) throws IOException, InterruptedException {
    Fault fault = kit.make(plan);
    long now = System.nanoTime();
    long until =
        startNanos
            + plan.lasting().map(it -> plan.at().plus(it)).orElse(phase.duration()).toNanos();
    inForce.add(new InForce(fault, plan, now, until));
    journal.write(new Event.Injected(now, phase.name(), fault.what()));
    LOG.info("phase {}: injected {}", phase.name(), fault.what());
  }

  private void heal(InForce it) throws IOException {
    inForce.remove(it);
    it.fault().close();
    lastHealedNanos = System.nanoTime();
    double injected = (it.injectedNanos() - startNanos) / 1e9;
    double healed = (lastHealedNanos - startNanos) / 1e9;
    Double firstGood =
        it.fault() instanceof TargetRestart restart ? restart.firstGoodMillis() : null;
    // How long a target takes to start is its own doing.
    double start = firstGood == null ? 0 : firstGood / 1e3;
    done.add(
        new FaultRecord(
            it.fault().what(),
            injected,
            healed,
            firstGood,
            it.plan().silencesTarget() ? healed - injected - start : null));
    journal.write(new Event.Healed(lastHealedNanos, phase.name(), it.fault().what()));
    LOG.info("phase {}: healed {}", phase.name(), it.fault().what());
  }

  /// Heals all that is in force, also when one of them resists; the first failure is thrown.
  @Override
  public void close() throws IOException {
    waiting.clear();
    IOException first = null;
    for (InForce it : List.copyOf(inForce)) {
      try {
        heal(it);
      } catch (IOException failed) {
        if (first == null) {
          first = failed;
        } else {
          first.addSuppressed(failed);
        }
      }
    }
    if (first != null) {
      throw first;
    }
  }
}
