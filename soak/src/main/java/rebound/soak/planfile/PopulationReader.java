package rebound.soak.planfile;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import rebound.chaos.arrival.CatchUp;
import rebound.soak.plan.HostilePlan;
import rebound.soak.plan.LoadPlan;
import rebound.soak.plan.PhaseKind;
import rebound.soak.plan.PopulationPlan;
import rebound.soak.plan.RequestPlan;

/// Reads one population of a phase.
final class PopulationReader {
  private static final int TIMEOUT_IN_DEADLINES = 10;

  private PopulationReader() {}

  /// Reads a population.
  ///
  /// @return null when it is too wrong to stand for anything; the complaints say why
  static PopulationPlan read(Section section, PhaseKind kind, Set<String> earlierPhases) {
    String name = section.text("name", "users");
    Optional<HostilePlan> hostile = Optional.ofNullable(hostile(section));
    LoadPlan load =
        hostile.isPresent() && hostile.get() instanceof HostilePlan.Swarm swarm
            ? bounds(section, swarm)
            : load(section, earlierPhases);
    List<RequestPlan> requests = new ArrayList<>();
    for (Section request : section.sections("requests")) {
      RequestPlan read = RequestReader.read(request);
      if (read != null) {
        requests.add(read);
      }
    }
    Duration deadline = section.duration("deadline", Duration.ofSeconds(1));
    Duration timeout = section.duration("timeout", deadline.multipliedBy(TIMEOUT_IN_DEADLINES));
    CatchUp catchUp =
        section.choice(
            "catchUp",
            kind == PhaseKind.RECOVERY ? CatchUp.NONE : CatchUp.IMMEDIATE,
            CatchUp.class);
    boolean keepAlive = section.flag("keepAlive", true);
    int openPerSecond = openRate(section);
    boolean needsRequests = hostile.isEmpty() && load != null && LoadReader.needsRequests(load);
    if (needsRequests && !section.has("requests")) {
      section.complain("name", section.path() + ".requests is missing: add at least one");
    }
    section.done();
    if (load == null) {
      return null;
    }
    return section.build(
        null,
        () ->
            new PopulationPlan(
                name,
                load,
                hostile,
                requests,
                deadline,
                timeout,
                catchUp,
                keepAlive,
                openPerSecond));
  }

  private static LoadPlan load(Section section, Set<String> earlierPhases) {
    Section load = section.section("load");
    if (load == null) {
      section.complain(
          "load",
          section.path() + ".load is missing: add it, as in {model: closed, connections: 64}");
      return null;
    }
    return LoadReader.read(load, earlierPhases);
  }

  private static LoadPlan bounds(Section section, HostilePlan.Swarm swarm) {
    if (section.has("load")) {
      section.section("load");
      section.complain(
          "load",
          section.path()
              + ".load does not go with "
              + swarm.hostility().kind()
              + ": write connections and rate below hostile");
    }
    return new LoadPlan.Hostile(swarm.hostility().bounds().connections());
  }

  private static int openRate(Section section) {
    double rate = section.parsed("openRate", 0.0, Units::perSecond);
    return (int) Math.min(Integer.MAX_VALUE, Math.ceil(rate));
  }

  private static HostilePlan hostile(Section section) {
    Section hostile = section.section("hostile");
    if (hostile == null) {
      return null;
    }
    HostilePlan plan = HostileReader.read(hostile);
    hostile.done();
    return plan;
  }
}
