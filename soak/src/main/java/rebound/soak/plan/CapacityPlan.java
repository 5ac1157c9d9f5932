package rebound.soak.plan;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import rebound.chaos.arrival.Arrivals;
import rebound.chaos.arrival.CatchUp;
import rebound.chaos.load.LoadModel;

/// The search for the highest rate within each of a set of objectives (METHODOLOGY 4.2).
///
/// @param requests the mix whose rate is searched
/// @param objectives what a rate has to keep; the search shares its trials among them
/// @param warmUp load before anything counts
/// @param ladder closed loads that show where the target saturates and how it scales
/// @param trials how long a rate is tried, and when it is decided
/// @param deadline past it a right answer is not good, whatever the objective
/// @param connections opened before each trial
/// @param maxInFlight bound on requests in flight; a trial keeps a lower one where more could not
///     be answered in time anyway
/// @param recovery how long a target may take to serve again between trials
/// @param within bound on the whole search, for each process
/// @param processes fresh processes in which all is repeated
/// @param pool what the requests wait for, where the plan says so
/// @param need what has to be carried, where the plan says so
public record CapacityPlan(
    List<RequestPlan> requests,
    List<Objective> objectives,
    Duration warmUp,
    Ladder ladder,
    Trials trials,
    Duration deadline,
    int connections,
    int maxInFlight,
    Duration recovery,
    Duration within,
    int processes,
    Optional<Pool> pool,
    Optional<Need> need)
    implements ExperimentPlan {

  /// Copies the lists; refuses no requests, no objectives, two of one name, and a limit past the
  /// deadline.
  public CapacityPlan {
    requests = List.copyOf(requests);
    objectives = List.copyOf(objectives);
    if (requests.isEmpty() || objectives.isEmpty()) {
      throw new IllegalArgumentException("requests and objectives: name at least one of each");
    }
    if (objectives.stream().map(Objective::name).distinct().count() < objectives.size()) {
      throw new IllegalArgumentException("two objectives have one name: give each its own");
    }
    for (Objective objective : objectives) {
      if (objective.p99().compareTo(deadline) > 0) {
        throw new IllegalArgumentException(
            "objective "
                + objective.name()
                + " allows "
                + objective.p99()
                + " and the deadline is "
                + deadline
                + ": use a longer deadline");
      }
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

  /// What a rate has to keep: 99 % of the requests that became due are answered right within a
  /// limit, and a share of them right before the deadline. What fails, is refused or never sent is
  /// in both counts, so that nobody can pass by answering less.
  ///
  /// @param name matches `[a-z0-9-]+`
  /// @param p99 the limit, counted from the instant at which a request was due
  /// @param goodRatio the share
  public record Objective(String name, Duration p99, double goodRatio) {
    /// Refuses a name that files could not carry, a limit of 0 and a share outside 0 to 1.
    public Objective {
      Phase.requireName("objective", name);
      if (p99.isZero() || p99.isNegative()) {
        throw new IllegalArgumentException("p99 is " + p99 + ": use more than 0s");
      }
      if (!(goodRatio > 0 && goodRatio <= 1)) {
        throw new IllegalArgumentException(
            "goodRatio is " + goodRatio + ": use a share above 0, at most 1, as in 0.99");
      }
    }
  }

  /// Closed loads before the search.
  ///
  /// @param connections a step each, each load several times in turn with the others
  /// @param runs how often each; a fit needs three
  /// @param duration of one of them
  public record Ladder(List<Integer> connections, int runs, Duration duration) {
    /// Copies the list; refuses an empty one and steps without a connection.
    public Ladder {
      connections = List.copyOf(connections);
      if (connections.isEmpty() || connections.stream().anyMatch(it -> it < 1)) {
        throw new IllegalArgumentException(
            "connections are " + connections + ": name at least one step, each of 1 or more");
      }
    }
  }

  /// How a rate is tried.
  ///
  /// @param duration of a trial that counts in full
  /// @param sum time of trials that decides a rate
  /// @param exceedRatio share of that time that may fail and the rate still counts as kept
  /// @param resolution share by which the bounds may differ at the end
  public record Trials(Duration duration, Duration sum, double exceedRatio, double resolution) {
    /// Refuses a sum below a trial and shares that decide nothing.
    public Trials {
      if (sum.compareTo(duration) < 0) {
        throw new IllegalArgumentException(
            "sum is " + sum + " with trials of " + duration + ": use at least as much");
      }
      if (!(exceedRatio >= 0 && exceedRatio < 1) || !(resolution > 0 && resolution < 1)) {
        throw new IllegalArgumentException(
            "exceedRatio is "
                + exceedRatio
                + ", resolution "
                + resolution
                + ": use shares below 1, and a resolution above 0, as in 0.05");
      }
    }
  }

  /// A dependency that serves so many at once.
  ///
  /// @param connections requests that it works on at the same time
  /// @param calls how often a request asks it, one after the other
  /// @param delay what each call takes
  /// @param limit connections that the dependency allows to all instances together, where known
  public record Pool(int connections, int calls, Duration delay, Optional<Integer> limit) {
    /// Refuses a delay of 0.
    public Pool {
      if (delay.isZero() || delay.isNegative()) {
        throw new IllegalArgumentException("delay is " + delay + ": use more than 0s");
      }
    }

    /// The same dependency with another number of connections.
    public Pool withConnections(int more) {
      return new Pool(more, calls, delay, limit);
    }

    /// The same with another limit.
    public Pool withLimit(Optional<Integer> other) {
      return new Pool(connections, calls, delay, other);
    }

    /// What no server behind it can exceed: connections / (calls × delay).
    public double ceilingPerSecond() {
      return connections / (calls * delay.toNanos() / 1e9);
    }
  }

  /// What has to be carried.
  ///
  /// @param perSecond highest rate expected
  /// @param headroomRatio share of each instance's capacity that stays unused
  /// @param failures instances that may be down at that rate
  /// @param growth factor for the time that the answer should hold
  /// @param burst factor from the rate's mean to its busiest second, 1 where it is a peak already
  /// @param zones over which instances are spread evenly, one of which may be down
  /// @param clients connections that have to be held
  public record Need(
      double perSecond,
      double headroomRatio,
      int failures,
      double growth,
      double burst,
      Optional<Integer> zones,
      Optional<Clients> clients) {
    /// Refuses a rate that is not positive, a headroom outside 0 to 1, and factors below 1.
    public Need {
      if (!(perSecond > 0)
          || !(headroomRatio >= 0 && headroomRatio < 1)
          || failures < 0
          || zones.filter(it -> it < 2).isPresent()
          || !(growth >= 1)
          || !(burst >= 1)) {
        throw new IllegalArgumentException(
            "need "
                + perSecond
                + "/s with headroom "
                + headroomRatio
                + ", failures "
                + failures
                + ", growth "
                + growth
                + " and burst "
                + burst
                + zones.map(it -> ", zones " + it).orElse("")
                + ": use a rate above 0, a headroom from 0 to below 1, 0 or more failures, 2 or"
                + " more zones, and factors of 1 or more");
      }
    }
  }

  /// Connections of clients.
  ///
  /// @param connections at the peak, all together
  /// @param limitEach that one instance holds
  public record Clients(int connections, int limitEach) {
    /// Refuses less than one.
    public Clients {
      if (connections < 1 || limitEach < 1) {
        throw new IllegalArgumentException(
            "connections are "
                + connections
                + " with connectionLimit "
                + limitEach
                + ": use 1 or more");
      }
    }
  }

  /// The longest time that an objective allows.
  public Duration longest() {
    return objectives.stream().map(Objective::p99).max(Duration::compareTo).orElseThrow();
  }

  @Override
  public String words() {
    return "a search; of the ladder the first round is shown";
  }

  @Override
  public Phase example() {
    int steps = ladder.connections().stream().mapToInt(Integer::intValue).max().orElse(1);
    int most = Math.max(steps, maxInFlight);
    return phase(
        "search",
        "the search",
        PhaseKind.LOAD,
        trials.duration(),
        new LoadModel.Open(new Arrivals.Poisson(1), connections, most));
  }

  /// A phase of the search.
  public Phase phase(
      String name, String title, PhaseKind kind, Duration duration, LoadModel model) {
    PopulationPlan users =
        new PopulationPlan(
            "users",
            new LoadPlan.Fixed(model),
            Optional.empty(),
            requests,
            deadline,
            deadline.multipliedBy(2),
            CatchUp.IMMEDIATE,
            true,
            0);
    return new Phase(
        name,
        title,
        kind,
        duration,
        List.of(users),
        Optional.empty(),
        Map.of(),
        List.of(),
        Optional.empty());
  }
}
