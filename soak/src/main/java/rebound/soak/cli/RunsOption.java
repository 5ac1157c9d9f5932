package rebound.soak.cli;

import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Option;
import rebound.soak.journal.RunFolder;
import rebound.soak.planfile.UsageException;
import rebound.soak.target.Home;

/// Where runs lie, and how one of them is found: the same for all commands that make or name a run.
final class RunsOption {
  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "folder of runs; default: results/runs")
  private Path out;

  /// The folder of all runs.
  Path folder(Home home) {
    return out == null ? home.directory().resolve("results/runs") : out;
  }

  /// A run by its folder, its name, or `latest`.
  ///
  /// @throws UsageException when there is none
  RunFolder find(Home home, String run) throws IOException {
    return RunFolder.find(folder(home), run)
        .orElseThrow(
            () ->
                new UsageException(
                    "run '" + run + "' is neither a run's folder nor one in " + folder(home)));
  }
}
