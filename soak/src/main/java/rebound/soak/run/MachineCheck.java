package rebound.soak.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import rebound.chaos.load.Need;
import rebound.chaos.load.Preflight;
import rebound.soak.plan.LoadPlan;
import rebound.soak.plan.Phase;
import rebound.soak.plan.Plan;
import rebound.soak.plan.PopulationPlan;
import rebound.soak.target.StartException;

/// Asks before any load whether the machine can carry each phase of a plan.
final class MachineCheck {
  private static final Logger LOG = LoggerFactory.getLogger(MachineCheck.class);

  private MachineCheck() {}

  /// Refuses a plan that the machine cannot carry, and says what will show in its figures.
  ///
  /// @param targetPid an attached target, whose own limit is read too; one that is to be started
  ///     inherits that of this process
  /// @throws StartException with exit code 3 and the arithmetic of each phase that is short
  static void check(Plan plan, Optional<Long> targetPid) throws StartException {
    List<String> refusals = new ArrayList<>();
    for (Phase phase : plan.foreseeable()) {
      List<Need> needs =
          phase.populations().stream().map(it -> need(it, phase.duration())).toList();
      Preflight preflight = Preflight.check(needs, 0, phase.duration(), targetPid.orElse(0L));
      preflight.refusals().forEach(it -> refusals.add("phase " + phase.name() + ": " + it));
      preflight.warnings().forEach(it -> LOG.info("phase {}: {}", phase.name(), it));
    }
    if (!refusals.isEmpty()) {
      throw new StartException(3, String.join("\n", refusals));
    }
  }

  /// A rate that follows from an earlier phase is not known yet; hostile connections end by a reset
  /// or by the target, and hold no port.
  private static Need need(PopulationPlan plan, Duration length) {
    LoadPlan load = plan.load();
    int atOnce = plan.openPerSecond() == 0 ? load.connections() : 0;
    return load instanceof LoadPlan.Fixed(var model)
        ? Need.of(
            plan.name(), model, length, plan.keepAlive(), plan.openPerSecond(), plan.deadline())
        : new Need(plan.name(), load.mostConnections(), atOnce, 0, 0, plan.deadline());
  }
}
