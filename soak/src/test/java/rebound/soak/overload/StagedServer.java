package rebound.soak.overload;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.HdrHistogram.Histogram;
import rebound.chaos.arrival.Arrivals;
import rebound.chaos.load.LoadModel;
import rebound.chaos.measure.IntervalSample;
import rebound.chaos.measure.Latencies;
import rebound.chaos.measure.Ledger;
import rebound.soak.evidence.ConnectionsRecord;
import rebound.soak.evidence.LedgerRecord;
import rebound.soak.evidence.LivenessRecord;
import rebound.soak.evidence.MachineRecord;
import rebound.soak.evidence.MemoryRecord;
import rebound.soak.evidence.Percentiles;
import rebound.soak.evidence.PhaseRecord;
import rebound.soak.evidence.PopulationRecord;
import rebound.soak.evidence.RecoveryRecord;
import rebound.soak.experiment.Performed;
import rebound.soak.experiment.Stage;
import rebound.soak.journal.Event;
import rebound.soak.plan.LoadPlan;
import rebound.soak.plan.Phase;
import rebound.soak.planfile.Choices;

/// A stage on which a server stands whose figures are known: 1,000 good answers a second, a
/// millisecond of CPU each, refusals at a fifth of that or none, and a storm that it survives or
/// not.
public final class StagedServer implements Stage {
  static final double CAPACITY = 1_000;

  private static final double SERVED_SECONDS = 0.001;
  private static final double SHED_SECONDS = 0.0002;

  private final boolean sheds;
  private final Set<String> missed;
  private final List<PhaseRecord> records = new ArrayList<>();
  private final List<Event> events = new ArrayList<>();
  private double clock;

  /// A server that has seen nothing yet.
  ///
  /// @param sheds false for a server that collapses past its capacity
  /// @param survives whether service comes back after a trigger by itself
  public StagedServer(boolean sheds, boolean survives) {
    this(sheds, survives ? Set.of() : Set.of(OverloadNames.STORM_FREE));
  }

  /// The same.
  ///
  /// @param missed phases in which service does not come back
  StagedServer(boolean sheds, Set<String> missed) {
    this.sheds = sheds;
    this.missed = Set.copyOf(missed);
  }

  List<PhaseRecord> records() {
    return records;
  }

  /// All that was kept, in order.
  public List<Event> events() {
    return events;
  }

  @Override
  public Performed perform(Phase phase, int attempt, long seed) {
    Performed performed = played(phase);
    clock += performed.record().seconds() + 1;
    return performed;
  }

  private Performed played(Phase phase) {
    double seconds = phase.duration().toNanos() / 1e9;
    double offered = offered(phase);
    double good = Math.min(offered, CAPACITY);
    if (offered > CAPACITY) {
      // The processors are the limit: what refusals take is missing for answers.
      good =
          sheds
              ? (CAPACITY * SERVED_SECONDS - offered * SHED_SECONDS)
                  / (SERVED_SECONDS - SHED_SECONDS)
              : 0;
      good = Math.max(0, good);
    }
    long attempted = Math.round(offered * seconds);
    long ok = Math.round(good * seconds);
    long shed = sheds ? attempted - ok : 0;
    double cpu = sheds ? SERVED_SECONDS * ok + SHED_SECONDS * shed : CAPACITY * SERVED_SECONDS;
    Ledger ledger = new Ledger(attempted, ok, 0, shed, 0, attempted - ok - shed, 0, 0, 0, 0, 0);
    Histogram ten = Latencies.histogram();
    ten.recordValueWithCount(10_000_000, Math.max(1, ok));
    Histogram shedNanos = Latencies.histogram();
    shedNanos.recordValueWithCount(1_000_000, Math.max(1, shed));
    PopulationRecord users = users(offered, seconds, ledger, ten, shedNanos);
    PhaseRecord record =
        new PhaseRecord(
            phase.name(),
            phase.title(),
            Choices.write(phase.kind()),
            clock,
            seconds,
            1,
            true,
            List.of(users),
            null,
            MemoryRecord.unreadable("a stage has none"),
            cpu,
            null,
            Math.min(1, cpu / seconds),
            new LivenessRecord(
                200, 1.0, 1.0, 0.0, 0, 40, 0, "alive", 1.0, null, List.of(), 0.0, 0.0, null, null,
                List.of(), null),
            new MachineRecord(0.1, 1.0, 0.0, 0.0, 0L, 0L, 1.0, 0.0, 0.0),
            null,
            null,
            true,
            List.of(),
            List.of(),
            phase.recovery().isEmpty() ? null : recovery(phase));
    return new Performed(record, List.of(ten));
  }

  /// The same second by second, so that it may end early.
  @Override
  public Performed perform(Phase phase, int attempt, long seed, Predicate<IntervalSample> enough) {
    long seconds = Math.max(1, phase.duration().toSeconds());
    for (long second = 1; second < seconds; second++) {
      LedgerRecord ledger = played(lasting(phase, 1)).record().populations().getFirst().ledger();
      Histogram times = Latencies.histogram();
      times.recordValueWithCount(10_000_000, Math.max(1, ledger.ok()));
      if (enough.test(
          new IntervalSample(
              "users",
              (second - 1) * 1_000_000_000L,
              second * 1_000_000_000L,
              ledger.attempted(),
              ledger.ok() + ledger.shed(),
              ledger.ok(),
              ledger.shed(),
              ledger.timedOut(),
              Map.of(),
              0,
              64,
              times,
              times))) {
        return perform(lasting(phase, second), attempt, seed);
      }
    }
    return perform(phase, attempt, seed);
  }

  private static Phase lasting(Phase phase, long seconds) {
    return new Phase(
        phase.name(),
        phase.title(),
        phase.kind(),
        Duration.ofSeconds(seconds),
        phase.populations(),
        phase.ceiling(),
        phase.database(),
        phase.faults(),
        phase.recovery());
  }

  private static PopulationRecord users(
      double offered, double seconds, Ledger ledger, Histogram response, Histogram shed) {
    return new PopulationRecord(
        "users",
        "open",
        64,
        offered,
        LedgerRecord.of(ledger),
        0,
        Map.of(),
        Map.of(),
        ledger.completed() / seconds,
        ledger.ok() / seconds,
        1.0,
        0,
        1,
        1,
        Percentiles.of(response),
        Percentiles.of(response),
        Percentiles.of(response),
        Percentiles.of(response),
        Percentiles.of(response),
        Percentiles.of(shed),
        new ConnectionsRecord(64, 64, 0, 64, 0, 0, 0));
  }

  private RecoveryRecord recovery(Phase phase) {
    return missed.contains(phase.name())
        ? new RecoveryRecord(
            "storm-baseline", "STUCK", false, null, 60, null, 9, 1.0, 1.0, 0.0, "it stayed down")
        : new RecoveryRecord(
            "baseline", "RECOVERED", true, 0.5, 6, 0.0, 0, 1.0, 1.0, 0.0, "it came back");
  }

  private static double offered(Phase phase) {
    return switch (phase.populations().getFirst().load()) {
      case LoadPlan.Fixed(LoadModel.Open open) ->
          open.arrivals() instanceof Arrivals.Poisson poisson ? poisson.perSecond() : CAPACITY;
      case LoadPlan.Fixed _ -> 0.9 * CAPACITY;
      case LoadPlan.Relative _ -> throw new IllegalArgumentException("no relative rates here");
      case LoadPlan.Hostile _ -> 0.7 * CAPACITY;
    };
  }

  @Override
  public void keep(Event event) {
    events.add(event);
    if (event instanceof Event.PhaseEnded ended) {
      records.add(ended.record());
    }
  }

  @Override
  public boolean over() {
    return false;
  }
}
