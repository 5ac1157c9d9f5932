package rebound.soak.experiment;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import rebound.chaos.arrival.Arrivals;
import rebound.soak.evidence.PhaseRecord;
import rebound.soak.evidence.PopulationRecord;
import rebound.soak.journal.Event;
import rebound.soak.overload.OverloadNames;
import rebound.soak.plan.OverloadPlan;
import rebound.soak.plan.Phase;
import rebound.soak.plan.PhaseKind;
import rebound.soak.plan.RecoveryPlan;

/// An overload on a stage: capacity, multiples of it in random order with a check between, up and
/// down again, a spike, a long stretch, and a storm of retries. What it shows is in the journal,
/// phase by phase. Used by one thread.
public final class OverloadExperiment {
  private static final int MOST_ATTEMPTS = 3;
  // A machine that disturbs everything must not make the run three times as long.
  private static final int MOST_REPEATS = 8;
  private static final int MOST_STAIRS = 14;
  private static final int LONGEST_REPEATED = 31;
  private static final double FIRST_STAIR = 0.8;
  private static final double STAIR_FACTOR = 1.1;
  private static final double STAIR_KEPT = 0.95;
  private static final Duration SATURATION = Duration.ofSeconds(4);

  private final OverloadPlan plan;
  private final long seed;
  private final boolean quick;
  private final Stage stage;
  private int number;
  private int repeats;

  /// Prepares it; nothing is sent before [#run].
  ///
  /// @param seed of all schedules and of the order of the steps
  /// @param quick true where nothing is done again
  public OverloadExperiment(OverloadPlan plan, long seed, boolean quick, Stage stage) {
    this.plan = plan;
    this.seed = seed;
    this.quick = quick;
    this.stage = stage;
  }

  /// Does all of it.
  public void run() throws IOException, InterruptedException {
    if (!plan.warmUp().isZero()) {
      settle(plan.closed(OverloadNames.WARM_UP, "warm-up", PhaseKind.WARM_UP, plan.warmUp()));
    }
    double capacity =
        plan.capacityPerSecond().isPresent() ? plan.capacityPerSecond().getAsDouble() : climb();
    if (stage.over()) {
      return;
    }
    if (!(capacity > 0)) {
      note("no load got a right answer in time: there is no capacity to multiply");
      return;
    }
    base(capacity);
    steps(capacity);
    ways(capacity);
    spike(capacity);
    if (plan.sustained().isPresent()) {
      OverloadPlan.Stretch stretch = plan.sustained().get();
      load(
          OverloadNames.SUSTAINED,
          "sustained " + OverloadNames.title(stretch.multiple()),
          stretch.duration(),
          stretch.multiple() * capacity);
    }
    if (plan.storm().isPresent()) {
      Phase between = check(OverloadNames.STORM_BETWEEN, "between the storms", capacity);
      new StormExperiment(plan.storm().get(), capacity, between, this::settle, stage).run();
    }
  }

  /// A staircase of open load from below what a closed load got, until two stairs in a row are no
  /// longer answered in time.
  ///
  /// @return the best goodput
  private double climb() throws IOException, InterruptedException {
    PhaseRecord closed =
        settle(plan.closed(OverloadNames.SATURATION, "saturation", PhaseKind.LOAD, SATURATION));
    double best = good(closed);
    double rate = FIRST_STAIR * best;
    int missed = 0;
    for (int stair = 1; stair <= MOST_STAIRS && missed < 2 && rate >= 1 && !stage.over(); stair++) {
      PhaseRecord record =
          load(OverloadNames.STAIR + stair, "stair " + rate(rate), plan.stair(), rate);
      double good = good(record);
      missed = good < STAIR_KEPT * rate ? missed + 1 : 0;
      best = stair == 1 ? good : Math.max(best, good);
      rate *= STAIR_FACTOR;
    }
    if (missed < 2 && !stage.over()) {
      note("the staircase ended before goodput fell: capacity is at least " + rate(best));
    }
    return best;
  }

  private void base(double capacity) throws IOException, InterruptedException {
    load(
        OverloadNames.BASELINE,
        "base " + OverloadNames.title(plan.base()),
        plan.baseline(),
        plan.base() * capacity);
  }

  private void steps(double capacity) throws IOException, InterruptedException {
    List<Double> multiples = new ArrayList<>(plan.steps().multiples());
    Collections.shuffle(multiples, new Random(seed));
    for (double multiple : multiples) {
      load(
          OverloadNames.STEP + OverloadNames.of(multiple),
          OverloadNames.title(multiple) + " = " + rate(multiple * capacity),
          plan.steps().each(),
          multiple * capacity);
      settle(
          check(
              OverloadNames.CHECK + OverloadNames.of(multiple),
              "after " + OverloadNames.title(multiple),
              capacity));
    }
  }

  /// Base load until service is as in the baseline, five seconds in a row.
  private Phase check(String name, String title, double capacity) {
    Duration extension = plan.recovery().minus(OverloadPlan.CHECK);
    return plan.phase(
        name,
        title,
        PhaseKind.RECOVERY,
        OverloadPlan.CHECK,
        new Arrivals.Poisson(plan.base() * capacity),
        Optional.of(
            new RecoveryPlan(
                OverloadNames.BASELINE, extension.isNegative() ? Duration.ZERO : extension)));
  }

  private void ways(double capacity) throws IOException, InterruptedException {
    List<Double> up = plan.ways().multiples().stream().sorted().toList();
    for (double multiple : up) {
      way(OverloadNames.UP, "up ", multiple, capacity);
    }
    for (double multiple : up.reversed()) {
      way(OverloadNames.DOWN, "down ", multiple, capacity);
    }
  }

  private void way(String prefix, String title, double multiple, double capacity)
      throws IOException, InterruptedException {
    load(
        prefix + OverloadNames.of(multiple),
        title + OverloadNames.title(multiple),
        plan.ways().each(),
        multiple * capacity);
  }

  private void spike(double capacity) throws IOException, InterruptedException {
    if (plan.spike().isEmpty()) {
      return;
    }
    OverloadPlan.Stretch spike = plan.spike().get();
    Duration whole =
        OverloadPlan.SPIKE_BEFORE.plus(spike.duration()).plus(OverloadPlan.SPIKE_AFTER);
    settle(
        plan.phase(
            OverloadNames.SPIKE,
            "spike " + OverloadNames.title(spike.multiple()),
            PhaseKind.LOAD,
            whole,
            new Arrivals.Burst(
                plan.base() * capacity,
                spike.multiple() * capacity,
                OverloadPlan.SPIKE_BEFORE,
                spike.duration()),
            Optional.empty()));
  }

  private PhaseRecord load(String name, String title, Duration duration, double perSecond)
      throws IOException, InterruptedException {
    return settle(
        plan.phase(
            name,
            title,
            PhaseKind.LOAD,
            duration,
            new Arrivals.Poisson(perSecond),
            Optional.empty()));
  }

  /// @return null when nothing may be sent any more
  private PhaseRecord settle(Phase phase) throws IOException, InterruptedException {
    if (stage.over()) {
      return null;
    }
    boolean repeatable =
        !quick && phase.kind().repeatable() && phase.duration().toSeconds() <= LONGEST_REPEATED;
    int attempts = repeatable ? Math.min(MOST_ATTEMPTS, 1 + MOST_REPEATS - repeats) : 1;
    PhaseRecord record = stage.settle(phase, attempts, seed * 1_000_003 + ++number).record();
    repeats += record.attempt() - 1;
    return record;
  }

  private static double good(PhaseRecord record) {
    PopulationRecord users = record == null ? null : record.population("");
    return users == null ? 0 : users.goodputPerSecond();
  }

  private static String rate(double perSecond) {
    return String.format(Locale.ROOT, perSecond < 100 ? "%.1f/s" : "%,.0f/s", perSecond);
  }

  private void note(String text) throws IOException {
    stage.keep(new Event.Noted(System.nanoTime(), text));
  }
}
