package rebound.soak.plan;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import rebound.chaos.arrival.CatchUp;
import rebound.chaos.hostile.RetryStorm;
import rebound.chaos.hostile.swarm.Bounds;
import rebound.soak.plan.FaultPlan.Harm;

/// The metastability experiment (METHODOLOGY 3.3): clients that give up and try again, a trigger, a
/// watch at the same user rate, and where service stays down the load is shed for a while. Done
/// once without a budget for retries and once with one.
///
/// @param path what is asked, as plans write it
/// @param load u, user rate as a share of capacity
/// @param retries R, most repetitions of a request
/// @param timeout how long a client waits
/// @param pause the first pause before a retry; pauses double, with full jitter
/// @param budget retries allowed for each first try, in the run with a budget
/// @param baseline how long it is watched before the trigger
/// @param trigger what is done
/// @param lasting for how long
/// @param observe how long is watched at most after it
/// @param shed how long the load is a tenth of capacity
/// @param connections bound on clients at once
public record StormPlan(
    String path,
    double load,
    int retries,
    Duration timeout,
    Duration pause,
    double budget,
    Duration baseline,
    Harm trigger,
    Duration lasting,
    Duration observe,
    Duration shed,
    int connections) {
  /// When the trigger comes, in its phase.
  public static final Duration TRIGGER_AT = Duration.ofSeconds(1);

  /// The share of capacity that is left while load is shed.
  public static final double SHED_LOAD = 0.1;

  private static final int LONGEST_PAUSES = 32;

  /// Refuses a load outside 0 to 1, and a budget that allows nothing.
  public StormPlan {
    if (!(load > 0 && load < 1)) {
      throw new IllegalArgumentException("load is " + load + ": use a share of capacity, as 0.7");
    }
    if (!(budget > 0 && budget <= 10)) {
      throw new IllegalArgumentException("budget is " + budget + ": use above 0, at most 10");
    }
    if (retries < 1) {
      throw new IllegalArgumentException("retries is " + retries + ": use 1 or more");
    }
  }

  /// The share of capacity that a trigger leaves, f.
  ///
  /// @return empty where it cannot be told from the trigger
  public static OptionalDouble capacityLeft(Harm trigger) {
    return switch (trigger) {
      case Harm.Pause _, Harm.NetworkDown _, Harm.Restart _ -> OptionalDouble.of(0);
      case Harm.Database(Map<String, Object> words) -> capacityLeft(words);
      case Harm.Network _, Harm.CpuQuota _, Harm.MemoryPressure _ -> OptionalDouble.empty();
    };
  }

  private static OptionalDouble capacityLeft(Map<String, Object> words) {
    return switch (String.valueOf(words.get("kind"))) {
      case "slow" ->
          words.get("factor") instanceof Number factor && factor.doubleValue() >= 1
              ? OptionalDouble.of(1 / factor.doubleValue())
              : OptionalDouble.empty();
      case "stall", "blackhole", "refuse", "restart" -> OptionalDouble.of(0);
      default -> OptionalDouble.empty();
    };
  }

  /// The longest pause before one of so many retries: pauses double, up to 32 times the first.
  public static Duration longestPause(Duration pause, int retries) {
    return pause.multipliedBy(Math.min(LONGEST_PAUSES, 1L << Math.min(62, retries - 1)));
  }

  /// One phase of it.
  ///
  /// @param perSecond user rate
  /// @param budgeted whether retries have a budget
  /// @param harmed whether the trigger is in it
  /// @param recovery against which phase recovery is judged; empty for not at all
  public Phase phase(
      String name,
      String title,
      Duration duration,
      double perSecond,
      boolean budgeted,
      boolean harmed,
      Optional<RecoveryPlan> recovery) {
    RetryStorm clients =
        new RetryStorm(
            new Bounds(connections, perSecond, Duration.ZERO),
            path,
            timeout,
            retries,
            RetryStorm.Backoff.JITTERED,
            pause,
            pause.multipliedBy(LONGEST_PAUSES),
            budgeted ? budget : 0);
    PopulationPlan users =
        new PopulationPlan(
            "users",
            new LoadPlan.Hostile(connections),
            Optional.of(new HostilePlan.Swarm(clients, RequestPlan.routeOf(path))),
            List.of(),
            timeout,
            timeout,
            CatchUp.IMMEDIATE,
            true,
            0);
    List<FaultPlan> faults =
        harmed ? List.of(new FaultPlan(trigger, TRIGGER_AT, Optional.of(lasting))) : List.of();
    return OverloadPlan.phase(name, title, PhaseKind.LOAD, duration, users, faults, recovery);
  }

  /// Planned time where service comes back at once, with and without a budget.
  Duration leastSeconds() {
    return baseline.plus(TRIGGER_AT.plus(lasting).plus(OverloadPlan.CHECK).multipliedBy(2));
  }
}
