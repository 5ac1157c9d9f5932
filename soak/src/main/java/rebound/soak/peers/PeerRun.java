package rebound.soak.peers;

import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import rebound.soak.journal.RunFolder;
import rebound.soak.plan.ComparisonPlan;
import rebound.soak.plan.Plan;
import rebound.soak.result.ResultFiles;
import rebound.soak.run.Interruption;
import rebound.soak.run.RunListener;
import rebound.soak.run.RunRequest;
import rebound.soak.run.Runner;
import rebound.soak.target.StartException;
import rebound.soak.target.TargetSpec;

/// Compares targets: checks that they do equal work, then runs the plan against each in turn, round
/// after round, every second round in the reverse order, so that what the machine does meanwhile
/// meets all alike.
public final class PeerRun {
  private static final Logger LOG = LoggerFactory.getLogger(PeerRun.class);

  private final RunRequest request;
  private final TargetSpec reference;
  private final Interruption interruption;
  private final Consumer<RunRequest> opening;
  private final RunListener listener;

  /// Prepares a comparison; nothing happens before [#run].
  ///
  /// @param request home, plan and folder of runs; its target is put in entrant by entrant
  /// @param reference the target whose answers are right
  /// @param interruption asks for an early end
  /// @param opening hears of each single run before it starts
  /// @param listener hears what happens in the single runs
  public PeerRun(
      RunRequest request,
      TargetSpec reference,
      Interruption interruption,
      Consumer<RunRequest> opening,
      RunListener listener) {
    this.request = request;
    this.reference = reference;
    this.interruption = interruption;
    this.opening = opening;
    this.listener = listener;
  }

  /// Compares.
  ///
  /// @param entrants in the order of the first round
  /// @param absent those that stay away
  /// @param named true where the user asked for each of them: one that cannot be installed or does
  ///   not start ends the comparison then, else it stays away too
  /// @return the comparison's folder, from which its files are made
  /// @throws StartException when a named entrant, or the reference, cannot be installed or does not
  ///   start at all
  public RunFolder run(List<Entrant> entrants, List<Entrant.Absent> absent, boolean named)
      throws IOException, InterruptedException, StartException {
    Plan plan = request.plan();
    ComparisonPlan comparison = plan.comparison().orElseThrow();
    Instant startedAt = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    RunFolder folder = RunFolder.create(request.runs(), startedAt, plan.name(), "comparison");
    folder.write("plan.yaml", request.planText());
    Preparation preparation = new Preparation(request.home(), plan, folder, interruption);
    List<Entrant.Absent> away = new ArrayList<>(absent);
    List<Entrant> installed = preparation.install(reference, entrants, named, away);
    List<PeerFacts.EntrantFacts> started = preparation.of(reference, installed, named, away);
    List<Entrant> present =
        installed.stream()
            .filter(it -> started.stream().anyMatch(one -> one.name().equals(it.name())))
            .toList();
    PeerFacts facts =
        new PeerFacts(
            plan.name(),
            startedAt.toString(),
            request.quick(),
            plan.seed(),
            comparison.rounds(),
            reference.name(),
            started,
            away);
    PeerFiles.keep(folder, facts);
    if (facts.conform()) {
      for (int round = 1; round <= comparison.rounds() && !interruption.asked(); round++) {
        List<Entrant> order = round % 2 == 1 ? present : present.reversed();
        for (Entrant entrant : order) {
          if (!interruption.asked()) {
            LOG.info("round {} of {}: {}", round, comparison.rounds(), entrant.name());
            runOne(entrant, folder);
          }
        }
      }
    }
    return folder;
  }

  private void runOne(Entrant entrant, RunFolder folder) throws IOException, InterruptedException {
    RunRequest one =
        new RunRequest(
            request.home(),
            request.plan(),
            request.planText(),
            entrant.spec(),
            Optional.empty(),
            request.quick(),
            request.strict(),
            PeerFiles.runs(folder),
            Optional.empty());
    opening.accept(one);
    try {
      ResultFiles.write(new Runner(one, listener, interruption).run());
    } catch (StartException notReady) {
      // Its journal says so too: the row shows a target that died, and the others go on.
      LOG.error("{} did not start: {}", entrant.name(), notReady.getMessage());
    }
  }
}
