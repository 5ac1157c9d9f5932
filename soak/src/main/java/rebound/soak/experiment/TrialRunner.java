package rebound.soak.experiment;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.HdrHistogram.Histogram;
import rebound.chaos.arrival.Arrivals;
import rebound.chaos.load.LoadModel;
import rebound.soak.capacity.Hopeless;
import rebound.soak.capacity.Ladders;
import rebound.soak.capacity.SetSearch;
import rebound.soak.evidence.LedgerRecord;
import rebound.soak.evidence.PhaseRecord;
import rebound.soak.evidence.PopulationRecord;
import rebound.soak.evidence.capacity.TrialRecord;
import rebound.soak.journal.Event;
import rebound.soak.plan.CapacityPlan;
import rebound.soak.plan.CapacityPlan.Objective;
import rebound.soak.plan.Phase;
import rebound.soak.plan.PhaseKind;

/// Runs the trials of a search, and looks between them whether the target serves as before. Used by
/// one thread.
final class TrialRunner implements SetSearch.Source {
  private static final double NANOS = 1e9;
  private static final Duration CHECK = Duration.ofSeconds(1);
  private static final double CHECK_SHARE = 0.1;
  private static final double CHECK_LEAST_PER_SECOND = 20;
  private static final double CHECK_GOOD_RATIO = 0.98;

  private final CapacityPlan plan;
  private final long seed;
  private final int process;
  private final Stage stage;
  private final double saturation;
  private final long endNanos;
  private final List<TrialRecord> trials = new ArrayList<>();
  private int number;

  TrialRunner(
      CapacityPlan plan, long seed, int process, Stage stage, double saturation, long endNanos) {
    this.plan = plan;
    this.seed = seed;
    this.process = process;
    this.stage = stage;
    this.saturation = saturation;
    this.endNanos = endNanos;
  }

  @Override
  public List<TrialRecord> trials() {
    return trials;
  }

  @Override
  public boolean over() {
    return stage.over() || late();
  }

  boolean late() {
    return System.nanoTime() > endNanos;
  }

  /// Runs a trial. One that is done again, because the last one was spoiled, keeps its number and
  /// so its arrivals.
  @Override
  public TrialRecord trial(double perSecond, double seconds) throws InterruptedException {
    try {
      TrialRecord last = trials.isEmpty() ? null : trials.getLast();
      boolean again = last != null && !last.valid() && last.perSecond() == perSecond;
      number += again ? 0 : 1;
      Double recovered = last == null ? Double.valueOf(0) : recovered();
      int attempt = again ? last.attempt() + 1 : 1;
      Hopeless hopeless = new Hopeless(plan.objectives(), perSecond, seconds);
      Performed performed =
          stage.perform(
              phase(perSecond, seconds),
              attempt,
              Ladders.trialSeed(seed, process, number),
              hopeless);
      TrialRecord trial =
          record(performed, perSecond, seconds, attempt, recovered, hopeless.over());
      if (trial.valid()) {
        stage.keep(new Event.PhaseEnded(performed.record()));
      }
      stage.keep(new Event.TrialEnded(trial));
      trials.add(trial);
      return trial;
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  private Phase phase(double perSecond, double seconds) {
    return plan.phase(
        Ladders.name(process, "trial-" + number),
        String.format(
            Locale.ROOT, perSecond < 100 ? "trial at %.1f/s" : "trial at %,.0f/s", perSecond),
        PhaseKind.LOAD,
        Duration.ofNanos((long) (seconds * NANOS)),
        new LoadModel.Open(
            new Arrivals.Poisson(perSecond),
            plan.connections(),
            Ladders.maxInFlight(plan, perSecond)));
  }

  /// Light load, second by second, until the target serves it (METHODOLOGY 3.4, 4.2).
  ///
  /// @return how long that took; null where it did not within the allowed time
  private Double recovered() throws IOException, InterruptedException {
    double perSecond = Math.max(CHECK_LEAST_PER_SECOND, CHECK_SHARE * saturation);
    Phase check =
        plan.phase(
            Ladders.name(process, "check"),
            "recovery check",
            PhaseKind.RECOVERY,
            check(),
            new LoadModel.Open(
                new Arrivals.Poisson(perSecond),
                plan.connections(),
                Ladders.maxInFlight(plan, perSecond)));
    long begin = System.nanoTime();
    for (int i = 1; !over(); i++) {
      long started = System.nanoTime();
      PhaseRecord record = stage.perform(check, i, seed + i).record();
      LedgerRecord ledger = record.populations().getFirst().ledger();
      if (ledger.ok() >= CHECK_GOOD_RATIO * ledger.attempted()) {
        return (started - begin) / NANOS;
      }
      if (System.nanoTime() - begin > plan.recovery().toNanos()) {
        stage.keep(
            new Event.Noted(
                System.nanoTime(),
                "the target did not serve again within "
                    + plan.recovery().toSeconds()
                    + " s after trial "
                    + number
                    + ": the next trial begins all the same"));
        return null;
      }
    }
    return null;
  }

  private Duration check() {
    Duration trial = plan.trials().duration();
    return trial.compareTo(CHECK) < 0 ? trial : CHECK;
  }

  private TrialRecord record(
      Performed performed,
      double perSecond,
      double seconds,
      int attempt,
      Double recovered,
      boolean hopeless) {
    PhaseRecord phase = performed.record();
    PopulationRecord users = phase.populations().getFirst();
    LedgerRecord ledger = users.ledger();
    Map<String, Long> inTime = new LinkedHashMap<>();
    for (Objective objective : plan.objectives()) {
      inTime.put(
          objective.name(),
          inTime(ledger, performed.responseNanos().getFirst(), objective.p99().toNanos()));
    }
    boolean toItsEnd = phase.seconds() > 0.99 * seconds;
    boolean whole = toItsEnd || hopeless;
    List<String> reasons = whole ? phase.reasons() : List.of("it was cut short");
    return new TrialRecord(
        phase.name(),
        process,
        attempt,
        perSecond,
        whole ? seconds : Math.max(1e-9, phase.seconds()),
        seconds > 0.99 * plan.trials().duration().toNanos() / NANOS,
        ledger.attempted(),
        ledger.ok(),
        inTime,
        users.goodputPerSecond(),
        users.responseMillis().p50(),
        users.responseMillis().p99(),
        phase.cpuSeconds() == null || ledger.ok() == 0
            ? null
            : phase.cpuSeconds() * 1e3 / ledger.ok(),
        phase.memory().peakBytes(),
        recovered,
        toItsEnd || !hopeless ? null : Double.valueOf(phase.seconds()),
        whole && phase.trusted(),
        reasons);
  }

  /// Right answers within a limit. The histogram holds wrong answers too, though no refusals:
  /// all of them are taken to be within the limit, which can only make a trial look worse.
  private static long inTime(LedgerRecord ledger, Histogram responseNanos, long limitNanos) {
    long within = responseNanos.getCountBetweenValues(0, limitNanos);
    return Math.max(0, Math.min(ledger.ok(), within - ledger.unexpectedStatus()));
  }
}
