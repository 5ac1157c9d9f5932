package rebound.soak.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
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
import rebound.soak.compare.RunComparison;
import rebound.soak.evidence.RunRecord;
import rebound.soak.journal.RunFolder;
import rebound.soak.plan.Plan;
import rebound.soak.planfile.PlanReader;
import rebound.soak.planfile.UsageException;
import rebound.soak.planfile.YamlFile;
import rebound.soak.result.ResultFiles;
import rebound.soak.run.Interruption;
import rebound.soak.run.RunRequest;
import rebound.soak.run.Runner;
import rebound.soak.series.SeriesFacts.Kind;
import rebound.soak.series.SeriesFacts.Side;
import rebound.soak.series.SeriesFiles;
import rebound.soak.series.SeriesFolder;
import rebound.soak.series.SeriesResult;
import rebound.soak.target.Home;
import rebound.soak.target.StartException;
import rebound.soak.target.TargetLibrary;
import rebound.soak.target.TargetSpec;
import rebound.soak.verdict.compare.Comparison;
import rebound.soak.verdict.compare.Regression;

/// `rebound ab`: runs a base and a candidate in turns, each time in a fresh process, and says
/// whether the candidate is worse. A pair that cannot be trusted is made again, an inconclusive
/// finding gets four more pairs, both up to a bound.
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
      "  rebound ab memory-return --base old.yaml --candidate new.yaml --blocks 6",
      "  rebound ab --base old.yaml --candidate new.yaml --blocks 15 --junit ab.xml"
    })
final class AbCommand implements Callable<Integer> {
  private final Home home;
  private final BuildService service;

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

  @Option(
      names = "--most-blocks",
      description =
          "pairs at most, with those that are made again or added where it is inconclusive;"
              + " default: 20")
  private Integer mostBlocks;

  @Option(names = "--junit", paramLabel = "FILE", description = "also write a testcase a metric")
  private Path junit;

  @Mixin private RunsOption runs;

  @Mixin private ProgressOption progress;

  AbCommand(Home home, BuildService service) {
    this.home = home;
    this.service = service;
  }

  @Override
  public Integer call() throws IOException, InterruptedException, StartException {
    int most = mostBlocks == null ? Comparison.MOST_BLOCKS : mostBlocks;
    if (most < 1 || most > Comparison.MOST_BLOCKS) {
      throw new UsageException("--most-blocks is " + most + ": use 1 to " + Comparison.MOST_BLOCKS);
    }
    if (blocks < 1 || blocks > most) {
      throw new UsageException("--blocks is " + blocks + ": use 1 to " + most + "; 10 is a gate");
    }
    YamlFile file = plan.read();
    Plan resolved = PlanReader.read(file);
    if (resolved.comparison().isPresent()) {
      throw new UsageException(
          "plan "
              + resolved.name()
              + " compares targets itself: rebound run "
              + resolved.name()
              + " --target A --target B, or ab with a plan such as resilience");
    }
    TargetLibrary library = new TargetLibrary(home.directory());
    TargetSpec baseTarget = library.find(base);
    TargetSpec candidateTarget = library.find(candidate);
    SeriesFolder series =
        SeriesFolder.create(
            runs.folder(home), Kind.AB, resolved.name(), resolved.seed(), file.write());
    RunRequest first = request(file, resolved, baseTarget, series);
    RunRequest second = request(file, resolved, candidateTarget, series);
    Interruption interruption = new Interruption();
    boolean died;
    try (InterruptOnSignal _ = InterruptOnSignal.install(interruption)) {
      died = blocks(series, first, second, most, resolved.seed(), interruption);
    }
    int code = report(series);
    if (interruption.asked()) {
      return ExitCode.INTERRUPTED;
    }
    return died ? ExitCode.TARGET_DIED : code;
  }

  /// Makes pairs until they suffice.
  ///
  /// @return true where a target died, which no further pair would mend
  private boolean blocks(
      SeriesFolder series,
      RunRequest first,
      RunRequest second,
      int most,
      long seed,
      Interruption interruption)
      throws IOException, InterruptedException, StartException {
    SplittableRandom order = new SplittableRandom(seed);
    List<RunComparison.Block> done = new ArrayList<>();
    int wanted = blocks;
    for (int block = 1; block <= most && !interruption.asked(); block++) {
      boolean baseFirst = order.nextBoolean();
      RunRecord one = run(series, block, baseFirst, baseFirst ? first : second, interruption);
      if (interruption.asked()) {
        return false;
      }
      RunRecord other = run(series, block, !baseFirst, baseFirst ? second : first, interruption);
      if (one.exitCode() == ExitCode.TARGET_DIED || other.exitCode() == ExitCode.TARGET_DIED) {
        return true;
      }
      done.add(new RunComparison.Block(baseFirst ? one : other, baseFirst ? other : one));
      RunComparison comparison = Baseline.compare(done);
      if (comparison.blocks() >= wanted) {
        // Looked at only here: who looks after each pair finds something by chance in the end.
        if (comparison.verdict() != Regression.INCONCLUSIVE) {
          return false;
        }
        wanted += Comparison.MORE_BLOCKS;
        if (wanted > most) {
          return false;
        }
        say("inconclusive after " + comparison.blocks() + " pairs: up to " + wanted + " now");
      }
    }
    return false;
  }

  private void say(String line) {
    spec.commandLine().getErr().println(line);
  }

  private RunRecord run(
      SeriesFolder series, int block, boolean ofBase, RunRequest request, Interruption interruption)
      throws IOException, InterruptedException, StartException {
    say("pair " + block + ", " + (ofBase ? "base" : "candidate") + ": " + request.target().name());
    TablePrinter printer =
        new TablePrinter(spec.commandLine().getOut(), spec.commandLine().getErr(), progress.mode());
    printer.opening(request);
    RunFolder folder = new Runner(request, printer, interruption).run();
    RunRecord run = ResultFiles.write(folder);
    series.add(block, ofBase ? Side.BASE : Side.CANDIDATE, folder);
    return run;
  }

  private int report(SeriesFolder series) throws IOException {
    SeriesResult result = SeriesFiles.write(series);
    PrintWriter out = spec.commandLine().getOut();
    out.println();
    result.lines().forEach(out::println);
    service.tell(result.comparison().stream().toList(), out);
    out.println("results in " + series.folder().path());
    if (junit != null && result.comparison().isPresent()) {
      Files.copy(series.folder().file("junit.xml"), junit, StandardCopyOption.REPLACE_EXISTING);
    }
    return result.comparison().map(RunComparison::exitCode).orElse(ExitCode.INTERRUPTED);
  }

  private RunRequest request(YamlFile file, Plan resolved, TargetSpec target, SeriesFolder series) {
    return new RunRequest(
        home,
        resolved,
        file.write(),
        target,
        Optional.empty(),
        false,
        false,
        series.runs(),
        Optional.empty());
  }
}
