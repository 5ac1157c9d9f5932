package rebound.soak.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import rebound.soak.compare.ComparisonText;
import rebound.soak.compare.RunComparison;
import rebound.soak.evidence.RunRecord;
import rebound.soak.journal.RunFolder;
import rebound.soak.plan.Plan;
import rebound.soak.planfile.PlanReader;
import rebound.soak.planfile.UsageException;
import rebound.soak.planfile.YamlFile;
import rebound.soak.report.JUnitXml;
import rebound.soak.result.ResultFiles;
import rebound.soak.run.Interruption;
import rebound.soak.run.RunRequest;
import rebound.soak.run.Runner;
import rebound.soak.target.Home;
import rebound.soak.target.StartException;
import rebound.soak.target.TargetLibrary;
import rebound.soak.target.TargetSpec;

/// `rebound ab`: runs a base and a candidate in turns, each time in a fresh process, and says
/// whether the candidate is worse.
@Command(
    name = "ab",
    description = {
      "Runs two targets in turns: the regression gate.",
      "",
      "Runs base and candidate in turns, in fresh processes: the regression gate."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Exit codes: 0 OK, 1 REGRESSED, 2 wrong usage, 4 INCONCLUSIVE, 5 a target died, 130 interrupted",
      "",
      "Examples:",
      "  rebound ab --base coroutine --candidate ./mine/target.yaml",
      "  rebound ab --base old.yaml --candidate new.yaml --blocks 15 --junit ab.xml"
    })
final class AbCommand implements Callable<Integer> {
  private final Home home;

  @Spec private CommandSpec spec;

  @Mixin private PlanOptions plan;

  @Option(names = "--base", required = true, paramLabel = "TARGET", description = "what was")
  private String base;

  @Option(
      names = "--candidate",
      required = true,
      paramLabel = "TARGET",
      description = "what is new")
  private String candidate;

  @Option(
      names = "--blocks",
      defaultValue = "10",
      description = "pairs of runs: 6 for smoke, 10 for a gate, 15 to publish; default: 10")
  private int blocks;

  @Option(names = "--junit", paramLabel = "FILE", description = "also write a testcase a metric")
  private Path junit;

  @Mixin private RunsOption runs;

  @Mixin private ProgressOption progress;

  AbCommand(Home home) {
    this.home = home;
  }

  @Override
  public Integer call() throws IOException, InterruptedException, StartException {
    if (blocks < 1 || blocks > 20) {
      throw new UsageException("--blocks is " + blocks + ": use 1 to 20; 10 is a gate");
    }
    YamlFile file = plan.read();
    Plan resolved = PlanReader.read(file);
    TargetLibrary library = new TargetLibrary(home.directory());
    RunRequest first = request(file, resolved, library.find(base));
    RunRequest second = request(file, resolved, library.find(candidate));
    Interruption interruption = new Interruption();
    List<RunComparison.Block> done = new ArrayList<>();
    try (InterruptOnSignal _ = InterruptOnSignal.install(interruption)) {
      SplittableRandom order = new SplittableRandom(resolved.seed());
      for (int block = 0; block < blocks && !interruption.asked(); block++) {
        boolean baseFirst = order.nextBoolean();
        RunRecord one = run(baseFirst ? first : second, interruption);
        RunRecord other = run(baseFirst ? second : first, interruption);
        if (one.exitCode() == ExitCode.TARGET_DIED || other.exitCode() == ExitCode.TARGET_DIED) {
          return ExitCode.TARGET_DIED;
        }
        if (!interruption.asked()) {
          done.add(new RunComparison.Block(baseFirst ? one : other, baseFirst ? other : one));
        }
      }
    }
    if (done.isEmpty()) {
      return ExitCode.INTERRUPTED;
    }
    int code = report(CompareCommand.compare(done));
    return interruption.asked() ? ExitCode.INTERRUPTED : code;
  }

  private RunRecord run(RunRequest request, Interruption interruption)
      throws IOException, InterruptedException, StartException {
    TablePrinter printer =
        new TablePrinter(spec.commandLine().getOut(), spec.commandLine().getErr(), progress.mode());
    printer.opening(request);
    RunFolder folder = new Runner(request, printer, interruption).run();
    return ResultFiles.write(folder);
  }

  private int report(RunComparison comparison) throws IOException {
    PrintWriter result = spec.commandLine().getOut();
    result.println();
    ComparisonText.lines(comparison).forEach(result::println);
    if (junit != null) {
      Files.writeString(
          junit,
          JUnitXml.write(
              "ab " + comparison.plan(),
              comparison.plan(),
              "",
              0,
              ComparisonText.gates(comparison)),
          StandardCharsets.UTF_8);
    }
    return comparison.exitCode();
  }

  private RunRequest request(YamlFile file, Plan resolved, TargetSpec target) {
    return new RunRequest(
        home,
        resolved,
        file.write(),
        target,
        Optional.empty(),
        false,
        false,
        runs.folder(home),
        Optional.empty());
  }
}
