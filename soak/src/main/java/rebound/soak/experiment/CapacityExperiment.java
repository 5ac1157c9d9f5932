package rebound.soak.experiment;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import rebound.chaos.load.LoadModel;
import rebound.soak.capacity.Ladders;
import rebound.soak.capacity.SetSearch;
import rebound.soak.evidence.PhaseRecord;
import rebound.soak.journal.Event;
import rebound.soak.plan.CapacityPlan;
import rebound.soak.plan.Phase;
import rebound.soak.plan.PhaseKind;

/// The search for a capacity on a stage: warm-up, a ladder of closed loads, and for each objective
/// trials of open load until the highest rate that keeps it lies between two bounds. What it finds
/// is in the journal, phase by phase and trial by trial. Used by one thread.
public final class CapacityExperiment {
  private static final int MOST_ATTEMPTS = 3;
  private static final int WARM_UP_CONNECTIONS = 64;
  private static final double NANOS = 1e9;

  private final CapacityPlan plan;
  private final long seed;
  private final int process;
  private final Stage stage;
  private final List<PhaseRecord> ladder = new ArrayList<>();

  /// Prepares a search; nothing is sent before [#run].
  ///
  /// @param seed of all schedules
  /// @param process which fresh process of the target, from 1
  public CapacityExperiment(CapacityPlan plan, long seed, int process, Stage stage) {
    this.plan = plan;
    this.seed = seed;
    this.process = process;
    this.stage = stage;
  }

  /// Searches.
  public void run() throws IOException, InterruptedException {
    long end = System.nanoTime() + plan.within().toNanos();
    warmUp();
    climb();
    double saturation = Ladders.saturationPerSecond(ladder);
    if (stage.over()) {
      return;
    }
    if (!(saturation > 0)) {
      note("no trusted step of the ladder got a right answer in time: nothing to search from");
      return;
    }
    TrialRunner runner = new TrialRunner(plan, seed, process, stage, saturation, end);
    SetSearch.run(plan, saturation, runner);
    if (runner.late()) {
      note(
          String.format(
              Locale.ROOT,
              "the search ended at its time limit (within: %.0f s): allow more, or a coarser"
                  + " resolution",
              plan.within().toNanos() / NANOS));
    }
  }

  private void warmUp() throws IOException, InterruptedException {
    if (plan.warmUp().isZero() || stage.over()) {
      return;
    }
    Phase phase =
        plan.phase(
            Ladders.name(process, "warm-up"),
            "warm-up",
            PhaseKind.WARM_UP,
            plan.warmUp(),
            new LoadModel.Closed(
                Math.min(WARM_UP_CONNECTIONS, Collections.max(plan.ladder().connections())),
                1,
                Duration.ZERO));
    stage.settle(phase, 1, seed);
  }

  /// Each step several times, in another order each time: what the machine does meanwhile meets all
  /// alike.
  private void climb() throws IOException, InterruptedException {
    for (int run = 1; run <= plan.ladder().runs(); run++) {
      List<Integer> steps = new ArrayList<>(plan.ladder().connections());
      Collections.shuffle(steps, new Random(seed + run));
      for (int connections : steps) {
        if (stage.over()) {
          return;
        }
        step(connections, run);
      }
    }
  }

  private void step(int connections, int run) throws IOException, InterruptedException {
    Phase phase =
        plan.phase(
            Ladders.name(process, Ladders.PREFIX + connections + "-" + run),
            connections + (connections == 1 ? " connection" : " connections"),
            PhaseKind.LOAD,
            plan.ladder().duration(),
            new LoadModel.Closed(connections, 1, Duration.ZERO));
    for (int attempt = 1; attempt <= MOST_ATTEMPTS && !stage.over(); attempt++) {
      Performed performed = stage.perform(phase, attempt, seed + run);
      if (performed.record().trusted()) {
        stage.keep(new Event.PhaseEnded(performed.record()));
        ladder.add(performed.record());
        return;
      }
    }
    if (!stage.over()) {
      note("step " + phase.name() + " was disturbed three times and is left out");
    }
  }

  private void note(String text) throws IOException {
    stage.keep(new Event.Noted(System.nanoTime(), text));
  }
}
