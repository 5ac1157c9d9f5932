package rebound.soak.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import rebound.soak.compare.RunComparison;
import rebound.soak.evidence.RunRecord;
import rebound.soak.target.Home;

/// `rebound compare`: whether runs got worse than a base.
@Command(
    name = "compare",
    description = {
      "Says whether runs got worse than a base.",
      "",
      "Says whether runs got worse than a base: effect, interval and verdict a metric."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "One BASE is compared with each RUN for itself. Two folders with as many",
      "runs each, made in turns, are compared in pairs, in the order of time.",
      "Ten pairs can show or rule out a regression; rebound ab makes them.",
      "",
      "Exit codes: 0 OK, 1 REGRESSED, 2 wrong usage, 4 INCONCLUSIVE",
      "",
      "Examples:",
      "  rebound compare 20260102T030405Z-resilience-coroutine latest",
      "  rebound compare base-runs candidate-runs --junit compare.xml",
      "  rebound compare OLD-REPEATS NEW-REPEATS --markdown compare.md"
    })
final class CompareCommand implements Callable<Integer> {
  private final Home home;
  private final BuildService service;

  @Spec private CommandSpec spec;

  @Parameters(index = "0", paramLabel = "BASE", description = "a run, a folder of runs, or repeats")
  private String base;

  @Parameters(
      index = "1..*",
      arity = "1..*",
      paramLabel = "RUN",
      description = "a run, a folder of runs, or repeats; latest is the newest run")
  private List<String> others;

  @Option(names = "--junit", paramLabel = "FILE", description = "also write a testcase a metric")
  private Path junit;

  @Option(names = "--markdown", paramLabel = "FILE", description = "also write the table")
  private Path markdown;

  @Option(names = "--json", paramLabel = "FILE", description = "also write all figures")
  private Path json;

  @Mixin private RunsOption runs;

  CompareCommand(Home home, BuildService service) {
    this.home = home;
    this.service = service;
  }

  @Override
  public Integer call() throws IOException {
    List<RunRecord> bases = runs.records(home, base);
    List<RunRecord> candidates = new ArrayList<>();
    for (String other : others) {
      candidates.addAll(runs.records(home, other));
    }
    List<RunComparison> comparisons = Baseline.compare(bases, candidates);
    int worst = Baseline.print(comparisons, spec.commandLine().getOut());
    service.tell(comparisons, spec.commandLine().getOut());
    write(junit, () -> Baseline.junit("compare", comparisons));
    write(markdown, () -> Baseline.markdown(comparisons));
    write(json, () -> Baseline.json(comparisons));
    return worst;
  }

  private static void write(Path file, Supplier<String> text) throws IOException {
    if (file != null) {
      Files.writeString(file, text.get(), StandardCharsets.UTF_8);
    }
  }
}
