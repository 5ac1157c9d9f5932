package rebound.soak.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import rebound.soak.capacity.finding.Sizings;
import rebound.soak.compare.RunComparison;
import rebound.soak.evidence.PhaseRecord;
import rebound.soak.evidence.RunRecord;
import rebound.soak.journal.RunFolder;
import rebound.soak.matrix.MatrixFiles;
import rebound.soak.peers.PeerFiles;
import rebound.soak.plan.Plan;
import rebound.soak.planfile.PlanReader;
import rebound.soak.planfile.UsageException;
import rebound.soak.planfile.YamlFile;
import rebound.soak.report.CapacityTable;
import rebound.soak.report.PhaseTable;
import rebound.soak.report.VerdictText;
import rebound.soak.result.ResultFiles;
import rebound.soak.series.SeriesFacts.Kind;
import rebound.soak.series.SeriesFiles;
import rebound.soak.series.SeriesFolder;
import rebound.soak.series.SeriesResult;
import rebound.soak.series.TrendFiles;
import rebound.soak.target.Home;
import rebound.soak.target.TargetLibrary;

/// `rebound report`: makes a run's files again from its journal, an unfinished run's too.
@Command(
    name = "report",
    description = {
      "Makes a run's files again from its journal.",
      "",
      "Makes a run's files from its journal, an unfinished one's too."
    },
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Examples:",
      "  rebound report latest",
      "  rebound report latest --need 12000/s --headroom 0.3 --failures 1",
      "  rebound report latest --snapshot results/DATE-MACHINE-PLAN.csv",
      "  rebound report results/runs   (all runs of a folder: trend.html)"
    })
final class ReportCommand implements Callable<Integer> {
  private final Home home;

  @Spec private CommandSpec spec;

  @Parameters(
      arity = "1",
      paramLabel = "RUN",
      description = "a run's folder, its name, or latest; or a folder of runs, for their trend")
  private String run;

  @Mixin private RunsOption runs;

  @ArgGroup(
      exclusive = false,
      heading = "What has to be carried, for a run that searched a capacity:%n")
  private NeedOptions need;

  @Option(
      names = "--snapshot",
      paramLabel = "FILE.csv",
      description = "copies the phases there and the summary beside it, to be committed")
  private Path snapshot;

  ReportCommand(Home home) {
    this.home = home;
  }

  @Override
  public Integer call() throws IOException {
    Optional<RunFolder> comparison = PeerFiles.find(runs.folder(home), run);
    if (comparison.isPresent()) {
      PrintWriter lines = spec.commandLine().getOut();
      int code =
          new Comparing(
                  new TargetLibrary(home.directory()),
                  lines,
                  lines,
                  ProgressMode.NONE,
                  Audience.of(BuildService.none()))
              .print(comparison.get());
      if (snapshot != null) {
        snapshot(comparison.get(), "comparison.csv");
      }
      return code;
    }
    Optional<SeriesFolder> series = SeriesFolder.find(runs.folder(home), run);
    if (series.isPresent()) {
      return series(series.get());
    }
    Optional<RunFolder> matrix = MatrixFiles.find(runs.folder(home), run);
    if (matrix.isPresent()) {
      int code = MatrixOption.print(matrix.get(), spec.commandLine().getOut());
      if (snapshot != null) {
        snapshot(matrix.get(), "matrix.csv");
      }
      return code;
    }
    if (isFolderOfRuns(Path.of(run))) {
      TrendFiles.write(Path.of(run)).forEach(spec.commandLine().getOut()::println);
      return ExitCode.PASS;
    }
    RunFolder folder = runs.find(home, run);
    RunRecord judged = ResultFiles.write(folder);
    if (need != null && judged.capacity() == null) {
      throw new UsageException(
          "--need: run "
              + run
              + " searched no capacity; 'rebound run capacity' does, --need can stand there too");
    }
    PrintWriter result = spec.commandLine().getOut();
    PhaseTable table = PhaseTable.of(judged.phases());
    result.println(table.header());
    for (PhaseRecord phase : judged.phases()) {
      result.println(table.row(phase));
    }
    VerdictText.lines(judged).forEach(result::println);
    if (need != null) {
      size(folder, judged, result);
    }
    result.println("results in " + folder.path());
    if (snapshot != null) {
      snapshot(folder, "phases.csv");
    }
    return judged.exitCode();
  }

  private void size(RunFolder folder, RunRecord judged, PrintWriter result) throws IOException {
    Plan plan =
        PlanReader.read(YamlFile.parse("plan.yaml", Files.readString(folder.file("plan.yaml"))));
    CapacityTable.sizing(Sizings.of(need.need(), need.pool(plan), judged.capacity()))
        .forEach(result::println);
  }

  private static boolean isFolderOfRuns(Path path) throws IOException {
    return !Files.exists(path.resolve("plan.yaml")) && !RunFolder.all(path).isEmpty();
  }

  private int series(SeriesFolder series) throws IOException {
    SeriesResult result = SeriesFiles.write(series);
    Repeating.print(series, result, spec.commandLine().getOut());
    if (snapshot != null) {
      snapshot(
          series.folder(),
          series.facts().kind() == Kind.REPEATS ? "repeats.csv" : "comparison.csv");
    }
    return result.comparison().map(RunComparison::exitCode).orElse(ExitCode.PASS);
  }

  /// Copies what people read and what tables are made from; nothing in it is written by hand.
  private void snapshot(RunFolder folder, String csv) throws IOException {
    String name = snapshot.getFileName().toString();
    if (!name.endsWith(".csv")) {
      throw new UsageException(
          "--snapshot is '"
              + snapshot
              + "': name a .csv file, as in results/DATE-MACHINE-PLAN.csv");
    }
    Files.copy(folder.file(csv), snapshot, StandardCopyOption.REPLACE_EXISTING);
    Path summary = folder.file("summary.md");
    if (Files.exists(summary)) {
      Path text = snapshot.resolveSibling(name.replaceAll("csv$", "md"));
      Files.copy(summary, text, StandardCopyOption.REPLACE_EXISTING);
    }
    spec.commandLine().getOut().println("snapshot in " + snapshot);
  }
}
