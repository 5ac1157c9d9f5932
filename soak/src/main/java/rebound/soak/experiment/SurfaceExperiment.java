package rebound.soak.experiment;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import rebound.soak.overload.SurfaceNames;
import rebound.soak.plan.Phase;
import rebound.soak.plan.PhaseKind;
import rebound.soak.plan.SurfacePlan;

/// A grid of loads and delays on a stage, in random order, so that what the machine does meanwhile
/// draws no slope into it. Used by one thread.
public final class SurfaceExperiment {
  private static final int MOST_ATTEMPTS = 2;

  private final SurfacePlan plan;
  private final long seed;
  private final boolean quick;
  private final Stage stage;

  /// Prepares it; nothing is sent before [#run].
  ///
  /// @param seed of the order
  /// @param quick true where nothing is done again
  public SurfaceExperiment(SurfacePlan plan, long seed, boolean quick, Stage stage) {
    this.plan = plan;
    this.seed = seed;
    this.quick = quick;
    this.stage = stage;
  }

  /// Measures all cells.
  public void run() throws IOException, InterruptedException {
    if (!plan.warmUp().isZero()) {
      settle(
          plan.phase(
              "warm-up",
              "warm-up",
              PhaseKind.WARM_UP,
              plan.warmUp(),
              plan.delays().getFirst(),
              plan.connections().getLast()),
          seed);
    }
    List<Phase> cells = new ArrayList<>();
    for (Duration delay : plan.delays()) {
      for (int connections : plan.connections()) {
        cells.add(
            plan.phase(
                SurfaceNames.name(delay, connections),
                SurfaceNames.title(delay, connections),
                PhaseKind.LOAD,
                plan.cell(delay),
                delay,
                connections));
      }
    }
    Collections.shuffle(cells, new Random(seed));
    for (int i = 0; i < cells.size(); i++) {
      settle(cells.get(i), seed * 1_000_003 + i);
    }
  }

  private void settle(Phase phase, long phaseSeed) throws IOException, InterruptedException {
    if (!stage.over()) {
      stage.settle(phase, quick ? 1 : MOST_ATTEMPTS, phaseSeed);
    }
  }
}
