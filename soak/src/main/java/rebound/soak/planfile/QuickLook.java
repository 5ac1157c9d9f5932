package rebound.soak.planfile;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import rebound.soak.plan.CapacityPlan;
import rebound.soak.plan.CapacityPlan.Ladder;
import rebound.soak.plan.ExperimentPlan;
import rebound.soak.plan.OverloadPlan;
import rebound.soak.plan.Phase;
import rebound.soak.plan.Plan;
import rebound.soak.plan.SurfacePlan;

/// Shortens a plan to a first look in under a minute: timed phases last 2 s, and phases whose
/// delays do not fit into that are left out.
public final class QuickLook {
  private static final Duration SHORT = Duration.ofSeconds(2);
  private static final Duration LADDER = Duration.ofSeconds(5);
  // Less than four answers in a row say nothing about a rate.
  private static final int LEAST_ROUNDS = 4;

  private QuickLook() {}

  /// Shortens the plan's file.
  ///
  /// @param plan the plan as it stands in the file
  /// @return names of the phases that are left out
  public static List<String> shorten(YamlFile file, Plan plan) {
    if (!plan.quick()) {
      throw new UsageException(
          "--quick: plan "
              + plan.name()
              + " has no quick look, its verdict needs the time that it takes; run it without");
    }
    List<String> leftOut = new ArrayList<>();
    for (Phase phase : plan.phases()) {
      if (!fits(phase)) {
        file.remove("phases", phase.name());
        leftOut.add(phase.name());
      } else if (phase.duration().compareTo(SHORT) > 0) {
        file.set("phases." + phase.name() + ".duration", Units.write(SHORT), "--quick");
        for (int i = 0; i < phase.faults().size(); i++) {
          file.set("phases." + phase.name() + ".faults." + i + ".at", "500ms", "--quick");
          file.set("phases." + phase.name() + ".faults." + i + ".for", "700ms", "--quick");
        }
        if (phase.recovery().isPresent()) {
          file.set("phases." + phase.name() + ".recovery.extend", "0s", "--quick");
        }
      }
    }
    if (plan.comparison().isPresent()) {
      file.set("comparison.rounds", "1", "--quick");
      file.set("comparison.startups", "1", "--quick");
    }
    if (plan.experiment().isPresent()) {
      shorten(file, plan.experiment().get());
    }
    return leftOut;
  }

  private static void shorten(YamlFile file, ExperimentPlan experiment) {
    switch (experiment) {
      case CapacityPlan capacity -> shorten(file, capacity);
      case OverloadPlan overload -> {
        file.set("overload.warmUp", "2s", "--quick");
        file.set("overload.stair", "1s", "--quick");
        file.set("overload.baseline", Units.write(SHORT), "--quick");
        file.set("overload.steps", "[0.5, 1, 2, 5]", "--quick");
        file.set("overload.step", Units.write(SHORT), "--quick");
        file.set("overload.recovery", "6s", "--quick");
        file.set("overload.ways", "[]", "--quick");
        file.set("overload.spike", "none", "--quick");
        file.set("overload.sustained", "none", "--quick");
        file.set("overload.storm", "none", "--quick");
      }
      case SurfacePlan surface -> {
        file.set("surface.warmUp", "2s", "--quick");
        file.set("surface.cell", "1s", "--quick");
        file.set("surface.delays", ends(surface.delays(), Units::write), "--quick");
        file.set("surface.connections", ends(surface.connections(), String::valueOf), "--quick");
      }
    }
  }

  /// Keeps what is short already: a plan may be made for a quick look.
  private static void shorten(YamlFile file, CapacityPlan capacity) {
    shorten(file, "capacity.warmUp", capacity.warmUp());
    shorten(file, "capacity.trial", capacity.trials().duration());
    shorten(file, "capacity.recovery", capacity.recovery());
    file.set("capacity.sum", Units.write(shorter(capacity.trials().duration())), "--quick");
    file.set("capacity.resolution", "0.2", "--quick");
    file.set("capacity.within", "40s", "--quick");
    file.set("capacity.processes", "1", "--quick");
    Ladder ladder = capacity.ladder();
    int steps = ladder.connections().size() * ladder.runs();
    if (ladder.duration().multipliedBy(steps).compareTo(LADDER) > 0) {
      file.set("capacity.ladder", "{connections: [1, 8, 64], runs: 1, duration: 1s}", "--quick");
    }
  }

  private static void shorten(YamlFile file, String key, Duration duration) {
    file.set(key, Units.write(shorter(duration)), "--quick");
  }

  private static Duration shorter(Duration duration) {
    return duration.compareTo(SHORT) > 0 ? SHORT : duration;
  }

  /// First, middle and last of an axis.
  private static <T> String ends(List<T> axis, Function<T, String> writer) {
    List<T> three = new ArrayList<>();
    three.add(axis.getFirst());
    three.add(axis.get(axis.size() / 2));
    three.add(axis.getLast());
    return three.stream().distinct().map(writer).collect(Collectors.joining(", ", "[", "]"));
  }

  private static boolean fits(Phase phase) {
    return phase
        .ceiling()
        .map(it -> it.delay().multipliedBy((long) it.calls() * LEAST_ROUNDS))
        .map(it -> it.compareTo(SHORT) <= 0)
        .orElse(true);
  }
}
