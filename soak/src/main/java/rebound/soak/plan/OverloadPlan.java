package rebound.soak.plan;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import rebound.chaos.arrival.Arrivals;
import rebound.chaos.arrival.CatchUp;
import rebound.chaos.load.LoadModel;

/// What happens past capacity (METHODOLOGY 2.2 and 3.3): capacity first, then multiples of it in
/// random order, up and down again, a spike, a long stretch, and a storm of retries.
///
/// @param requests the mix
/// @param deadline past it a right answer is not good
/// @param timeout past it a client gives up
/// @param connections opened before each phase
/// @param maxInFlight bound on requests in flight
/// @param warmUp load before anything counts
/// @param capacityPerSecond G0 where the plan gives it; else a staircase finds it
/// @param stair how long a stair of it takes
/// @param base load between the steps, as a share of capacity; recovery is judged at it
/// @param baseline how long it is watched before the first step, for the envelope
/// @param steps offered load over capacity
/// @param ways the same, up and down again without a rest between
/// @param recovery bound on the wait for service as before, after a step
/// @param spike a sudden step; empty for none
/// @param sustained a long stretch; empty for none
/// @param storm clients that give up and try again; empty for none
public record OverloadPlan(
    List<RequestPlan> requests,
    Duration deadline,
    Duration timeout,
    int connections,
    int maxInFlight,
    Duration warmUp,
    OptionalDouble capacityPerSecond,
    Duration stair,
    double base,
    Duration baseline,
    Steps steps,
    Steps ways,
    Duration recovery,
    Optional<Stretch> spike,
    Optional<Stretch> sustained,
    Optional<StormPlan> storm)
    implements ExperimentPlan {

  /// Copies the list; refuses no requests, no steps, a base outside 0 to 1 and bounds that
  /// contradict each other.
  public OverloadPlan {
    requests = List.copyOf(requests);
    if (requests.isEmpty() || steps.multiples().isEmpty()) {
      throw new IllegalArgumentException("requests and steps: name at least one of each");
    }
    if (!(base > 0 && base < 1)) {
      throw new IllegalArgumentException("base is " + base + ": use a share of capacity, as 0.5");
    }
    if (timeout.compareTo(deadline) < 0) {
      throw new IllegalArgumentException(
          "timeout is " + timeout + " and deadline " + deadline + ": use a longer timeout");
    }
    if (maxInFlight < connections) {
      throw new IllegalArgumentException(
          "maxInFlight is "
              + maxInFlight
              + " with "
              + connections
              + " connections: use at least as many");
    }
  }

  /// Offered loads over capacity, and how long each is offered.
  ///
  /// @param multiples m
  /// @param each duration of a step
  public record Steps(List<Double> multiples, Duration each) {
    /// Copies the list; refuses multiples that are not above 0.
    public Steps {
      multiples = List.copyOf(multiples);
      if (multiples.stream().anyMatch(it -> !(it > 0 && it <= 1_000))) {
        throw new IllegalArgumentException(
            "steps are " + multiples + ": use multiples of capacity, above 0 and at most 1000");
      }
    }
  }

  /// One offered load for some time.
  ///
  /// @param multiple m
  /// @param duration how long
  public record Stretch(double multiple, Duration duration) {
    /// Refuses a multiple that is not above 0.
    public Stretch {
      if (!(multiple > 0 && multiple <= 1_000)) {
        throw new IllegalArgumentException(
            "load is " + multiple + ": use a multiple of capacity, above 0 and at most 1000");
      }
    }
  }

  @Override
  public int processes() {
    return 1;
  }

  @Override
  public String words() {
    return String.format(
        Locale.ROOT,
        "%d steps up to %s times capacity, at least %.0f s",
        steps.multiples().size(),
        steps.multiples().stream().mapToDouble(Double::doubleValue).max().orElseThrow(),
        leastSeconds());
  }

  @Override
  public Phase example() {
    List<FaultPlan> faults =
        storm
            .map(it -> List.of(new FaultPlan(it.trigger(), Duration.ZERO, Optional.empty())))
            .orElse(List.of());
    LoadPlan load = open(new Arrivals.Poisson(1), Math.max(connections, maxInFlight));
    return phase(
        "overload", "overload", PhaseKind.LOAD, stair, users(load), faults, Optional.empty());
  }

  /// Planned seconds of all phases where nothing is done again and service is as before at once.
  public double leastSeconds() {
    List<Duration> all = new ArrayList<>(List.of(warmUp, baseline));
    if (capacityPerSecond.isEmpty()) {
      all.add(stair.multipliedBy(6));
    }
    all.add(steps.each().multipliedBy(steps.multiples().size()));
    all.add(CHECK.multipliedBy(steps.multiples().size()));
    all.add(ways.each().multipliedBy(2L * ways.multiples().size()));
    spike.ifPresent(it -> all.add(it.duration().plus(SPIKE_BEFORE).plus(SPIKE_AFTER)));
    sustained.ifPresent(it -> all.add(it.duration()));
    storm.ifPresent(it -> all.add(it.leastSeconds()));
    return all.stream().mapToLong(Duration::toMillis).sum() / 1e3;
  }

  /// The shortest check whether service is as before: five windows in a row have to fit.
  public static final Duration CHECK = Duration.ofSeconds(6);

  /// Base load before a spike, in the same phase.
  public static final Duration SPIKE_BEFORE = Duration.ofSeconds(3);

  /// Base load after a spike, in the same phase.
  public static final Duration SPIKE_AFTER = Duration.ofSeconds(10);

  /// A phase of open Poisson load.
  ///
  /// @param recovery against which other phase its recovery is judged; empty for not at all
  public Phase phase(
      String name,
      String title,
      PhaseKind kind,
      Duration duration,
      Arrivals arrivals,
      Optional<RecoveryPlan> recovery) {
    return phase(
        name, title, kind, duration, users(open(arrivals, maxInFlight)), List.of(), recovery);
  }

  /// A phase of closed load.
  public Phase closed(String name, String title, PhaseKind kind, Duration duration) {
    LoadPlan load = new LoadPlan.Fixed(new LoadModel.Closed(connections, 1, Duration.ZERO));
    return phase(name, title, kind, duration, users(load), List.of(), Optional.empty());
  }

  static Phase phase(
      String name,
      String title,
      PhaseKind kind,
      Duration duration,
      PopulationPlan users,
      List<FaultPlan> faults,
      Optional<RecoveryPlan> recovery) {
    return new Phase(
        name, title, kind, duration, List.of(users), Optional.empty(), Map.of(), faults, recovery);
  }

  private LoadPlan open(Arrivals arrivals, int most) {
    return new LoadPlan.Fixed(new LoadModel.Open(arrivals, connections, most));
  }

  private PopulationPlan users(LoadPlan load) {
    return new PopulationPlan(
        "users", load, Optional.empty(), requests, deadline, timeout, CatchUp.IMMEDIATE, true, 0);
  }
}
