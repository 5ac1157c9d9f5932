package rebound.soak.peers;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import rebound.soak.journal.RunFolder;
import rebound.soak.plan.ComparisonPlan;
import rebound.soak.plan.Plan;
import rebound.soak.run.Interruption;
import rebound.soak.target.FakeDatabase;
import rebound.soak.target.Footprint;
import rebound.soak.target.Home;
import rebound.soak.target.Installation;
import rebound.soak.target.StartException;
import rebound.soak.target.StartedTarget;
import rebound.soak.target.TargetSpec;

/// Before any load: installs what is due, asks each entrant what the reference was asked, and sees
/// how long each takes to start. Used by one thread.
final class Preparation {
  private static final Logger LOG = LoggerFactory.getLogger(Preparation.class);

  private final Home home;
  private final Plan plan;
  private final ComparisonPlan comparison;
  private final RunFolder folder;
  private final Interruption interruption;

  Preparation(Home home, Plan plan, RunFolder folder, Interruption interruption) {
    this.home = home;
    this.plan = plan;
    this.comparison = plan.comparison().orElseThrow();
    this.folder = folder;
    this.interruption = interruption;
  }

  /// Installs what is due.
  ///
  /// @param named true where one that cannot be installed ends the comparison
  /// @param absent receives those that stay away else
  /// @return those that are installed
  List<Entrant> install(
      TargetSpec reference, List<Entrant> entrants, boolean named, List<Entrant.Absent> absent)
      throws IOException, InterruptedException, StartException {
    install(reference);
    List<Entrant> installed = new ArrayList<>();
    for (Entrant entrant : entrants) {
      try {
        install(entrant.spec());
        installed.add(entrant);
      } catch (StartException failed) {
        if (named) {
          throw failed;
        }
        absent.add(new Entrant.Absent(entrant.name(), failed.getMessage()));
      }
    }
    return installed;
  }

  /// Looks at all entrants.
  ///
  /// @param reference the target whose answers are right
  /// @param named true where one that does not start ends the comparison
  /// @param absent receives those that stay away else
  /// @return what is known of each that starts, in their order; of those that were reached before
  ///   an interruption
  List<PeerFacts.EntrantFacts> of(
      TargetSpec reference, List<Entrant> all, boolean named, List<Entrant.Absent> absent)
      throws IOException, InterruptedException, StartException {
    Conformance conformance = new Conformance(plan);
    Map<String, Map<String, RouteAnswer>> answers = new LinkedHashMap<>();
    Map<String, List<Double>> startups = new LinkedHashMap<>();
    List<Entrant> entrants = new ArrayList<>(all);
    try (Database database = database(reference, entrants)) {
      LOG.info("asking the reference, {}, what is right", reference.name());
      Map<String, RouteAnswer> right;
      try (StartedTarget target = start(reference, database)) {
        right = conformance.ask(target.endpoint(), reference);
      }
      for (Entrant entrant : all) {
        if (entrant.spec().equals(reference.as(entrant.name(), 1, List.of()))) {
          answers.put(entrant.name(), right);
          continue;
        }
        LOG.info("asking {} the same", entrant.name());
        try (StartedTarget target = start(entrant.spec(), database)) {
          answers.put(entrant.name(), conformance.ask(target.endpoint(), entrant.spec()));
        } catch (StartException failed) {
          leave(entrant, failed, named, entrants, absent);
        }
      }
      for (int round = 0; round < comparison.startups() && !interruption.asked(); round++) {
        LOG.info("starting each, {} of {}", round + 1, comparison.startups());
        for (Entrant entrant : List.copyOf(entrants)) {
          try (StartedTarget target = start(entrant.spec(), database)) {
            startups
                .computeIfAbsent(entrant.name(), name -> new ArrayList<>())
                .add(target.startupMillis().getAsDouble());
          } catch (StartException failed) {
            leave(entrant, failed, named, entrants, absent);
          }
        }
      }
      List<PeerFacts.EntrantFacts> facts = new ArrayList<>();
      for (Entrant entrant : entrants) {
        facts.add(facts(entrant, right, answers.get(entrant.name()), startups));
      }
      return facts;
    }
  }

  private static void leave(
      Entrant entrant,
      StartException failed,
      boolean named,
      List<Entrant> entrants,
      List<Entrant.Absent> absent)
      throws StartException {
    if (named) {
      throw failed;
    }
    LOG.error("{} did not start and stays away: {}", entrant.name(), failed.getMessage());
    entrants.remove(entrant);
    absent.add(new Entrant.Absent(entrant.name(), failed.getMessage(), true));
  }

  private PeerFacts.EntrantFacts facts(
      Entrant entrant,
      Map<String, RouteAnswer> right,
      Map<String, RouteAnswer> answers,
      Map<String, List<Double>> startups)
      throws IOException {
    Footprint footprint = Footprint.of(entrant.spec(), home);
    return new PeerFacts.EntrantFacts(
        entrant.name(),
        entrant.target(),
        entrant.spec().answers(),
        startups.getOrDefault(entrant.name(), List.of()),
        footprint.installedBytes(),
        footprint.runtimeBytes(),
        answers.size(),
        Conformance.differences(right, answers));
  }

  private void install(TargetSpec spec) throws IOException, InterruptedException, StartException {
    if (Installation.due(spec)) {
      LOG.info("installing target {} once: {}", spec.name(), String.join(" ", spec.install()));
    }
    Installation.run(spec, home, folder.file("install-" + spec.name() + ".log"));
  }

  private StartedTarget start(TargetSpec spec, Database database)
      throws IOException, InterruptedException, StartException {
    return StartedTarget.start(
        spec,
        home,
        spec.wantsDatabase() ? database.running() : Optional.empty(),
        plan.cpus().target(),
        folder.file("start-" + spec.name() + ".log"));
  }

  /// One fake database for all, where one of them wants it.
  private Database database(TargetSpec reference, List<Entrant> entrants)
      throws IOException, InterruptedException, StartException {
    boolean wanted =
        reference.wantsDatabase() || entrants.stream().anyMatch(it -> it.spec().wantsDatabase());
    if (!wanted) {
      return new Database(Optional.empty());
    }
    FakeDatabase database = FakeDatabase.start(home, folder.file("fake-db.log"));
    try {
      database.apply(plan.database());
    } catch (IOException | InterruptedException | RuntimeException failed) {
      database.close();
      throw failed;
    }
    return new Database(Optional.of(database));
  }

  private record Database(Optional<FakeDatabase> running) implements AutoCloseable {
    @Override
    public void close() {
      running.ifPresent(FakeDatabase::close);
    }
  }
}
