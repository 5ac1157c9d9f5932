package rebound.soak.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import rebound.soak.journal.RunFolder;
import rebound.soak.peers.Entrant;
import rebound.soak.peers.PeerFiles;
import rebound.soak.peers.PeerResult;
import rebound.soak.peers.PeerRun;
import rebound.soak.plan.ComparisonPlan;
import rebound.soak.planfile.UsageException;
import rebound.soak.run.Interruption;
import rebound.soak.run.RunRequest;
import rebound.soak.target.StartException;
import rebound.soak.target.TargetLibrary;
import rebound.soak.target.TargetSpec;

/// `rebound run` with a plan that compares targets: chooses who takes part, and prints one table
/// for all in the place of one for each.
final class Comparing {
  private final TargetLibrary library;
  private final PrintWriter out;
  private final PrintWriter err;
  private final ProgressMode mode;
  private final Audience audience;

  Comparing(
      TargetLibrary library,
      PrintWriter out,
      PrintWriter err,
      ProgressMode mode,
      Audience audience) {
    this.library = library;
    this.out = out;
    this.err = err;
    this.mode = mode;
    this.audience = audience;
  }

  /// Compares.
  ///
  /// @param named targets that the command line names; empty for the plan's own
  /// @param request the run, with any target
  /// @return the exit code
  int run(List<String> named, RunRequest request, Interruption interruption)
      throws IOException, InterruptedException, StartException {
    ComparisonPlan comparison = request.plan().comparison().orElseThrow();
    List<Entrant.Absent> absent = new ArrayList<>();
    List<TargetSpec> targets =
        named.isEmpty()
            ? present(request.plan().targets(), request, absent)
            : named.stream().map(library::find).toList();
    List<Entrant> entrants = Entrant.of(comparison, targets, absent);
    if (entrants.isEmpty()) {
      throw new UsageException("no target can take part: " + absent);
    }
    TargetSpec reference = library.find(comparison.reference());
    // Single runs are progress here: the result is the comparison's own table.
    PrintWriter progress =
        mode == ProgressMode.NONE ? new PrintWriter(PrintWriter.nullWriter()) : err;
    TablePrinter printer = new TablePrinter(progress, err, mode);
    RunFolder folder =
        new PeerRun(
                request,
                reference.as(reference.name(), 1, List.of()),
                interruption,
                it -> audience.opening(it, printer),
                audience.listener(printer))
            .run(entrants, absent, !named.isEmpty());
    return print(folder);
  }

  /// Makes a comparison's files and prints it.
  ///
  /// @return its exit code
  int print(RunFolder folder) throws IOException {
    PeerResult result = PeerFiles.write(folder);
    PeerFiles.lines(result).forEach(out::println);
    out.println("results in " + folder.path());
    return result.exitCode();
  }

  /// Those that this machine can carry; each of the others is absent with its reason.
  private List<TargetSpec> present(
      List<String> names, RunRequest request, List<Entrant.Absent> absent) {
    List<TargetSpec> present = new ArrayList<>();
    for (String name : names) {
      TargetSpec spec = library.find(name);
      Optional<String> missing = spec.missing(request.home().path());
      if (missing.isPresent()) {
        absent.add(new Entrant.Absent(name, missing.get()));
      } else {
        present.add(spec);
      }
    }
    return present;
  }
}
