package rebound.soak.experiment;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import rebound.soak.evidence.PhaseRecord;
import rebound.soak.journal.Event;
import rebound.soak.overload.OverloadNames;
import rebound.soak.plan.OverloadPlan;
import rebound.soak.plan.Phase;
import rebound.soak.plan.RecoveryPlan;
import rebound.soak.plan.StormPlan;

/// The metastability experiment on a stage (METHODOLOGY 3.3): baseline, trigger and watch without a
/// budget for retries and with one; where service stays down, load is shed and put back. The second
/// starts from service as before, or not at all: it must not inherit what the first left behind.
final class StormExperiment {
  /// Performs a phase and keeps what it showed.
  interface Settling {
    /// Performs it.
    ///
    /// @return null when nothing may be sent any more
    PhaseRecord settle(Phase phase) throws IOException, InterruptedException;
  }

  private final StormPlan plan;
  private final double capacity;
  private final Phase between;
  private final Settling settling;
  private final Stage stage;

  /// Prepares it.
  ///
  /// @param between base load until service is as before
  StormExperiment(StormPlan plan, double capacity, Phase between, Settling settling, Stage stage) {
    this.plan = plan;
    this.capacity = capacity;
    this.between = between;
    this.settling = settling;
    this.stage = stage;
  }

  void run() throws IOException, InterruptedException {
    settling.settle(
        plan.phase(
            OverloadNames.STORM_BASELINE,
            "retrying clients, no trouble",
            plan.baseline(),
            plan.load() * capacity,
            false,
            false,
            Optional.empty()));
    PhaseRecord free = trouble(OverloadNames.STORM_FREE, "without a budget", false);
    if (recovered(free) || asBefore()) {
      trouble(OverloadNames.STORM_BUDGET, "with a budget", true);
    }
  }

  private static boolean recovered(PhaseRecord record) {
    return record != null
        && record.recovery() != null
        && Boolean.TRUE.equals(record.recovery().recovered());
  }

  private boolean asBefore() throws IOException, InterruptedException {
    PhaseRecord record = settling.settle(between);
    if (record == null || record.recovery() == null || !record.recovery().missed()) {
      return true;
    }
    stage.keep(
        new Event.Noted(
            System.nanoTime(),
            "retries with a budget are not judged: service was not as before again after those"
                + " without"));
    return false;
  }

  /// @return the phase with the trigger; null where nothing may be sent any more
  private PhaseRecord trouble(String name, String how, boolean budgeted)
      throws IOException, InterruptedException {
    Duration shortest = StormPlan.TRIGGER_AT.plus(plan.lasting()).plus(OverloadPlan.CHECK);
    PhaseRecord record =
        phase(
            name,
            "trigger, " + how,
            shortest,
            plan.load(),
            budgeted,
            true,
            recovery(plan.observe()));
    if (record == null || record.recovery() == null || !record.recovery().missed()) {
      return record;
    }
    phase(
        name + OverloadNames.SHED,
        "load shed, " + how,
        plan.shed(),
        StormPlan.SHED_LOAD,
        budgeted,
        false,
        Optional.empty());
    phase(
        name + OverloadNames.BACK,
        "load back, " + how,
        OverloadPlan.CHECK,
        plan.load(),
        budgeted,
        false,
        recovery(plan.observe()));
    return record;
  }

  private PhaseRecord phase(
      String name,
      String title,
      Duration duration,
      double load,
      boolean budgeted,
      boolean harmed,
      Optional<RecoveryPlan> recovery)
      throws IOException, InterruptedException {
    return stage.over()
        ? null
        : settling.settle(
            plan.phase(name, title, duration, load * capacity, budgeted, harmed, recovery));
  }

  private static Optional<RecoveryPlan> recovery(Duration watched) {
    Duration extension = watched.minus(OverloadPlan.CHECK);
    return Optional.of(
        new RecoveryPlan(
            OverloadNames.STORM_BASELINE, extension.isNegative() ? Duration.ZERO : extension));
  }
}
