package rebound.soak.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;
import rebound.soak.evidence.RunRecord;
import rebound.soak.journal.RunFolder;
import rebound.soak.planfile.UsageException;
import rebound.soak.result.ResultFiles;
import rebound.soak.series.SeriesFolder;
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
                    "run '"
                        + run
                        + "' is neither a run's folder nor one in "
                        + folder(home)
                        + ": name one of those, or latest"));
  }

  /// All runs that a name stands for: a run, repeats, or a folder of runs, in the order of time.
  ///
  /// @throws UsageException when there are none
  List<RunRecord> records(Home home, String name) throws IOException {
    List<RunFolder> folders = RunFolder.find(folder(home), name).stream().toList();
    if (folders.isEmpty()) {
      Optional<SeriesFolder> series = SeriesFolder.find(folder(home), name);
      folders = RunFolder.all(series.isPresent() ? series.get().runs() : Path.of(name));
    }
    if (folders.isEmpty()) {
      throw new UsageException(
          "run '"
              + name
              + "' is neither a run's folder, nor one in "
              + folder(home)
              + ", nor a folder of runs");
    }
    List<RunRecord> records = new ArrayList<>();
    for (RunFolder run : folders) {
      records.add(ResultFiles.judge(run));
    }
    return records;
  }
}
