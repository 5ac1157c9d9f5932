package rebound.soak.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import rebound.soak.compare.ComparisonText;
import rebound.soak.compare.RunComparison;
import rebound.soak.evidence.GateRecord;
import rebound.soak.evidence.RunRecord;
import rebound.soak.journal.RunFolder;
import rebound.soak.planfile.UsageException;
import rebound.soak.report.GithubActions;
import rebound.soak.report.JUnitXml;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// Runs against earlier ones: which of them make pairs, and what the comparison leaves.
final class Baseline {
  private static final ObjectMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private Baseline() {}

  /// Compares.
  ///
  /// @param bases one, or as many as candidates, in the order of time
  static List<RunComparison> compare(List<RunRecord> bases, List<RunRecord> candidates) {
    return pairs(bases, candidates).stream().map(Baseline::compare).toList();
  }

  /// Compares, and calls what does not compare a mistake of usage.
  static RunComparison compare(List<RunComparison.Block> blocks) {
    try {
      return RunComparison.of(blocks);
    } catch (IllegalArgumentException unlike) {
      throw new UsageException(unlike.getMessage());
    }
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

  static String markdown(List<RunComparison> comparisons) {
    return String.join("\n", comparisons.stream().map(ComparisonText::markdown).toList());
  }

  static String json(List<RunComparison> comparisons) {
    return JSON.writeValueAsString(comparisons) + "\n";
  }

  static String junit(String how, List<RunComparison> comparisons) {
    String plan = comparisons.getFirst().plan();
    return JUnitXml.write(how + " " + plan, plan, "", 0, gates(comparisons));
  }

  /// Prints the comparisons.
  ///
  /// @return the exit code that goes with the worst
  static int print(List<RunComparison> comparisons, PrintWriter out) {
    int worst = ExitCode.PASS;
    for (RunComparison comparison : comparisons) {
      ComparisonText.lines(comparison).forEach(out::println);
      worst = ExitCode.heavier(worst, comparison.exitCode());
    }
    return worst;
  }

  /// Compares runs that have just ended: into their folder, to the terminal and to the build
  /// service.
  ///
  /// @return the exit code of the comparison
  static int gate(
      List<RunRecord> bases,
      List<RunRecord> candidates,
      RunFolder folder,
      PrintWriter out,
      Audience audience)
      throws IOException {
    List<RunComparison> comparisons = compare(bases, candidates);
    out.println();
    int code = print(comparisons, out);
    folder.write("baseline.md", markdown(comparisons));
    folder.write("baseline.json", json(comparisons));
    folder.write("baseline.xml", junit("baseline", comparisons));
    audience.ended(markdown(comparisons), GithubActions.annotations(gates(comparisons)), out);
    return code;
  }

  private static List<GateRecord> gates(List<RunComparison> comparisons) {
    return comparisons.stream().flatMap(it -> ComparisonText.gates(it).stream()).toList();
  }
}
