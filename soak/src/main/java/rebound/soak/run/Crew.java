package rebound.soak.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import rebound.chaos.arrival.Arrivals;
import rebound.chaos.hostile.Addressee;
import rebound.chaos.hostile.Hostility;
import rebound.chaos.hostile.InvalidJson;
import rebound.chaos.hostile.swarm.SwarmTraffic;
import rebound.chaos.load.Endpoint;
import rebound.chaos.load.LoadModel;
import rebound.chaos.load.Population;
import rebound.chaos.load.Request;
import rebound.soak.evidence.PhaseRecord;
import rebound.soak.evidence.PopulationRecord;
import rebound.soak.plan.HostilePlan;
import rebound.soak.plan.LoadPlan;
import rebound.soak.plan.Phase;
import rebound.soak.plan.PopulationPlan;
import rebound.soak.plan.RequestPlan;
import rebound.soak.target.TargetSpec;

/// Turns a phase's populations into the driver's, with the target's own routes and with rates that
/// are multiples of what earlier phases achieved.
final class Crew {
  // The gate of METHODOLOGY 1.4: above this share of a core the driver's own figures suffer.
  private static final double DRIVER_CPU_LIMIT = 0.8;
  // A request of its own instant wakes the driver more often than answers that come together.
  private static final double OPEN_SHARE = 0.6;
  private static final double RETRY_SHARE = 0.7;

  private final Map<String, String> routes;
  private final OptionalInt waiters;
  private final long seed;
  private final SecretHeaders headers;
  private final double driverPerSecond;

  /// @param headers added to every request of a population
  Crew(TargetSpec target, long seed, SecretHeaders headers) {
    this(target.routes(), target.waiters(), seed, headers, Double.POSITIVE_INFINITY);
  }

  private Crew(
      Map<String, String> routes,
      OptionalInt waiters,
      long seed,
      SecretHeaders headers,
      double driverPerSecond) {
    this.routes = routes;
    this.waiters = waiters;
    this.seed = seed;
    this.headers = headers;
    this.driverPerSecond = driverPerSecond;
  }

  /// The same, with relative rates capped at the highest at which the driver kept time here.
  ///
  /// @param driverPerSecond from its calibration; 0 where it kept time at none that was tried
  Crew cappedAt(double driverPerSecond) {
    return new Crew(
        routes,
        waiters,
        seed,
        headers,
        driverPerSecond > 0 ? driverPerSecond : Double.POSITIVE_INFINITY);
  }

  /// What the phase's first population cannot exceed with this target; null without a ceiling.
  Double ceilingPerSecond(Phase phase) {
    if (phase.ceiling().isEmpty() || phase.populations().isEmpty()) {
      return null;
    }
    int connections = phase.populations().getFirst().load().connections();
    return phase.ceiling().get().perSecond(Math.min(connections, waiters.orElse(connections)));
  }

  /// True when the target has every route that the phase needs.
  boolean applicable(Phase phase) {
    return phase.populations().stream().flatMap(it -> routes(it).stream()).allMatch(this::has);
  }

  /// All requests of a plan with the target's own paths, for the check before any load.
  List<Request> requests(Phase phase) {
    List<Request> requests = new ArrayList<>();
    for (PopulationPlan population : phase.populations()) {
      // A WebSocket's handshake is no request whose answer could be checked here.
      if (!(population.load() instanceof LoadPlan.Fixed(LoadModel.WebSocketEcho _))) {
        population.requests().forEach(it -> requests.add(dressed(mapped(it).request())));
      }
    }
    return requests;
  }

  /// The driver's populations.
  ///
  /// @param earlier records of the phases before
  /// @param attempt 1, or more where the phase is done again
  List<Population> populations(Phase phase, List<PhaseRecord> earlier, int attempt) {
    return phase.populations().stream()
        .filter(it -> !(it.load() instanceof LoadPlan.Hostile))
        .map(it -> population(it, phase, earlier, attempt))
        .toList();
  }

  /// The hostile populations that have connections and a thread of their own.
  List<SwarmTraffic> swarms(Phase phase, Endpoint endpoint, long phaseSeed) {
    List<SwarmTraffic> swarms = new ArrayList<>();
    for (PopulationPlan plan : phase.populations()) {
      if (plan.hostile().isPresent() && plan.hostile().get() instanceof HostilePlan.Swarm swarm) {
        Hostility hostility = mapped(swarm);
        long stream = phaseSeed + plan.name().hashCode();
        swarms.add(
            new SwarmTraffic(
                plan.name(),
                hostility.kind(),
                hostility.bounds(),
                hostility.tactic(new Addressee(endpoint.authority(), headers.values()), stream),
                endpoint,
                stream));
      }
    }
    return swarms;
  }

  /// The bounds of each hostile population in words, to be said before it begins.
  static List<String> bounds(Phase phase) {
    List<String> said = new ArrayList<>();
    for (PopulationPlan plan : phase.populations()) {
      if (plan.hostile().isPresent() && plan.hostile().get() instanceof HostilePlan.Swarm swarm) {
        said.add(
            plan.name()
                + " ("
                + swarm.hostility().kind()
                + "): "
                + swarm.hostility().bounds().words(phase.duration()));
      }
    }
    return said;
  }

  private Hostility mapped(HostilePlan.Swarm swarm) {
    String path = routes.get(swarm.route());
    return path == null || path.equals(TargetSpec.NO_ROUTE)
        ? swarm.hostility()
        : swarm.hostility().at(path);
  }

  private Population population(
      PopulationPlan plan, Phase phase, List<PhaseRecord> earlier, int attempt) {
    return new Population(
        plan.name(),
        model(plan.load(), earlier, attempt),
        requests(plan, phase),
        plan.deadline(),
        plan.timeout(),
        plan.catchUp(),
        plan.keepAlive(),
        plan.openPerSecond());
  }

  private List<Request> requests(PopulationPlan plan, Phase phase) {
    if (plan.hostile().isPresent()) {
      return switch (plan.hostile().get()) {
        case HostilePlan.InvalidJson storm ->
            InvalidJson.requests(
                    storm.method(),
                    path(storm.route(), storm.path()),
                    seed + phase.name().hashCode())
                .stream()
                .map(this::dressed)
                .toList();
        case HostilePlan.Swarm swarm -> List.of();
      };
    }
    return plan.requests().stream().map(it -> dressed(mapped(it).request())).toList();
  }

  private Request dressed(Request request) {
    return new Request(
        request.method(),
        request.path(),
        headers.with(request.headers()),
        request.body(),
        request.expect(),
        request.weight());
  }

  private LoadModel model(LoadPlan load, List<PhaseRecord> earlier, int attempt) {
    return switch (load) {
      case LoadPlan.Fixed(LoadModel model) -> model;
      case LoadPlan.Relative relative -> {
        double rate = rate(relative, earlier, attempt);
        Arrivals arrivals =
            relative.poisson() ? new Arrivals.Poisson(rate) : new Arrivals.Constant(rate);
        yield new LoadModel.Open(arrivals, relative.connections(), relative.maxInFlight());
      }
      case LoadPlan.Hostile hostile ->
          throw new IllegalArgumentException("a swarm has no load of the driver's: " + hostile);
    };
  }

  /// A multiple of what a phase achieved, capped by what the driver can send in time: by its
  /// calibration and, since many connections cost more than the few it was made with, by a rate
  /// reckoned from the phase with the most connections so far, in which the driver got `achieved`
  /// answers with `cpuRatio` of a core. Each further attempt, made because the driver was late,
  /// lowers the cap.
  private double rate(LoadPlan.Relative relative, List<PhaseRecord> earlier, int attempt) {
    PhaseRecord base = find(relative.phase(), earlier);
    double achieved = achieved(base);
    double wanted = Math.max(1, relative.times() * achieved);
    double most = driverPerSecond;
    int connections = 0;
    for (PhaseRecord phase : earlier) {
      PopulationRecord population = phase.population("");
      if (population != null
          && population.model().equals("closed")
          && population.connections() >= connections
          && phase.driver() != null
          && phase.driver().cpuRatio() > 0
          && achieved(phase) > 0) {
        connections = population.connections();
        double reckoned =
            achieved(phase) * OPEN_SHARE * DRIVER_CPU_LIMIT / phase.driver().cpuRatio();
        most = Math.min(driverPerSecond, reckoned);
      }
    }
    return Math.max(1, Math.min(wanted, most * Math.pow(RETRY_SHARE, attempt - 1)));
  }

  private static PhaseRecord find(String name, List<PhaseRecord> earlier) {
    return earlier.stream().filter(phase -> phase.name().equals(name)).findFirst().orElseThrow();
  }

  private static double achieved(PhaseRecord phase) {
    PopulationRecord population = phase.population("");
    return population == null ? 0 : population.throughputPerSecond();
  }

  private List<String> routes(PopulationPlan population) {
    Optional<HostilePlan> hostile = population.hostile();
    if (hostile.isPresent()) {
      return hostile.get().route().isEmpty() ? List.of() : List.of(hostile.get().route());
    }
    return population.requests().stream().map(RequestPlan::route).toList();
  }

  private boolean has(String route) {
    return !TargetSpec.NO_ROUTE.equals(routes.get(route));
  }

  private RequestPlan mapped(RequestPlan request) {
    String path = routes.get(request.route());
    return path == null || path.equals(TargetSpec.NO_ROUTE) ? request : request.at(path);
  }

  private String path(String route, String otherwise) {
    return routes.getOrDefault(route, otherwise);
  }

  /// How long a phase's connections may take to open.
  static Duration openWithin(boolean quick) {
    return Duration.ofSeconds(quick ? 5 : 30);
  }
}
