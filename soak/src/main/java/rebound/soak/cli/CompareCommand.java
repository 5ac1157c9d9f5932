package rebound.soak.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import rebound.soak.compare.ComparisonText;
import rebound.soak.compare.RunComparison;
import rebound.soak.evidence.GateRecord;
import rebound.soak.evidence.RunRecord;
import rebound.soak.journal.RunFolder;
import rebound.soak.planfile.UsageException;
import rebound.soak.report.JUnitXml;
import rebound.soak.result.ResultFiles;
import rebound.soak.target.Home;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

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
      "  rebound compare base-runs candidate-runs --junit compare.xml"
    })
final class CompareCommand implements Callable<Integer> {
  private static final ObjectMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private final Home home;

  @Spec private CommandSpec spec;

  @Parameters(index = "0", paramLabel = "BASE", description = "a run, or a folder of runs")
  private String base;

  @Parameters(
      index = "1..*",
      arity = "1..*",
      paramLabel = "RUN",
      description = "a run, or a folder of runs; latest is the newest")
  private List<String> others;

  @Option(names = "--junit", paramLabel = "FILE", description = "also write a testcase a metric")
  private Path junit;

  @Option(names = "--markdown", paramLabel = "FILE", description = "also write the table")
  private Path markdown;

  @Option(names = "--json", paramLabel = "FILE", description = "also write all figures")
  private Path json;

  @Mixin private RunsOption runs;

  CompareCommand(Home home) {
    this.home = home;
  }

  @Override
  public Integer call() throws IOException {
    Path all = runs.folder(home);
    List<RunRecord> bases = read(all, base);
    List<RunRecord> candidates = new ArrayList<>();
    for (String other : others) {
      candidates.addAll(read(all, other));
    }
    List<RunComparison> comparisons =
        pairs(bases, candidates).stream().map(CompareCommand::compare).toList();
    PrintWriter result = spec.commandLine().getOut();
    int worst = ExitCode.PASS;
    for (RunComparison comparison : comparisons) {
      ComparisonText.lines(comparison).forEach(result::println);
      worst = ExitCode.heavier(worst, comparison.exitCode());
    }
    write(comparisons);
    return worst;
  }

  /// Compares, and calls what does not compare a mistake of usage.
  static RunComparison compare(List<RunComparison.Block> blocks) {
    try {
      return RunComparison.of(blocks);
    } catch (IllegalArgumentException unlike) {
      throw new UsageException(unlike.getMessage());
    }
  }

  private void write(List<RunComparison> comparisons) throws IOException {
    if (junit != null) {
      List<GateRecord> gates =
          comparisons.stream().flatMap(it -> ComparisonText.gates(it).stream()).toList();
      String plan = comparisons.getFirst().plan();
      write(junit, JUnitXml.write("compare " + plan, plan, "", 0, gates));
    }
    if (markdown != null) {
      write(
          markdown, String.join("\n", comparisons.stream().map(ComparisonText::markdown).toList()));
    }
    if (json != null) {
      write(json, JSON.writeValueAsString(comparisons) + "\n");
    }
  }

  private static void write(Path file, String text) throws IOException {
    Files.writeString(file, text, StandardCharsets.UTF_8);
  }

  /// One base is compared with each run for itself: as a part of several pairs its own noise would
  /// pass for a finding.
  private static List<List<RunComparison.Block>> pairs(
      List<RunRecord> bases, List<RunRecord> candidates) {
    List<RunComparison.Block> blocks = new ArrayList<>();
    if (bases.size() == 1) {
      for (RunRecord candidate : candidates) {
        blocks.add(new RunComparison.Block(bases.getFirst(), candidate));
      }
      return blocks.stream().map(List::of).toList();
    }
    if (bases.size() != candidates.size()) {
      throw new UsageException(
          bases.size()
              + " base runs and "
              + candidates.size()
              + " others make no pairs: give one base run, or as many as others");
    }
    for (int i = 0; i < candidates.size(); i++) {
      blocks.add(new RunComparison.Block(bases.get(i), candidates.get(i)));
    }
    return List.of(blocks);
  }

  private static List<RunRecord> read(Path runs, String name) throws IOException {
    List<RunFolder> folders = RunFolder.find(runs, name).stream().toList();
    if (folders.isEmpty()) {
      folders = RunFolder.all(Path.of(name));
    }
    if (folders.isEmpty()) {
      throw new UsageException(
          "run '"
              + name
              + "' is neither a run's folder, nor one in "
              + runs
              + ", nor a folder of"
              + " runs");
    }
    List<RunRecord> records = new ArrayList<>();
    for (RunFolder folder : folders) {
      records.add(ResultFiles.judge(folder));
    }
    return records;
  }
}
