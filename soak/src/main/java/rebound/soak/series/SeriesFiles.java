package rebound.soak.series;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import rebound.soak.compare.ComparisonText;
import rebound.soak.compare.RunComparison;
import rebound.soak.evidence.RunRecord;
import rebound.soak.page.SheetPage;
import rebound.soak.report.JUnitXml;
import rebound.soak.result.ResultFiles;
import rebound.soak.series.SeriesFacts.Kind;
import rebound.soak.series.SeriesFacts.Member;
import rebound.soak.series.SeriesFacts.Side;

/// Makes all files of a series from its runs, at any time.
public final class SeriesFiles {
  private SeriesFiles() {}

  /// Judges the runs and writes the series' files.
  ///
  /// @throws IllegalArgumentException where its runs do not compare
  public static SeriesResult write(SeriesFolder series) throws IOException {
    List<RunRecord> runs = new ArrayList<>();
    List<RunRow> rows = new ArrayList<>();
    for (Member member : series.facts().members()) {
      RunRecord run = ResultFiles.write(series.run(member));
      runs.add(run);
      rows.add(new RunRow(SeriesFolder.href(member), words(member), run));
    }
    return series.facts().kind() == Kind.REPEATS
        ? repeats(series, runs, rows)
        : ab(series, runs, rows);
  }

  private static String words(Member member) {
    return switch (member.side()) {
      case RUN -> "run " + member.block();
      case BASE -> "base " + member.block();
      case CANDIDATE -> "candidate " + member.block();
    };
  }

  private static SeriesResult repeats(SeriesFolder series, List<RunRecord> runs, List<RunRow> rows)
      throws IOException {
    Repeats repeats = new Repeats(rows);
    series.folder().write("repeats.csv", repeats.csv());
    series.folder().write("summary.md", repeats.markdown(series.facts()));
    String answers = ResultFiles.answers(series.folder());
    series.folder().write("report.html", repeats.page(series.facts(), answers).html());
    return new SeriesResult(series.facts(), runs, Optional.empty(), repeats.lines());
  }

  private static SeriesResult ab(SeriesFolder series, List<RunRecord> runs, List<RunRow> rows)
      throws IOException {
    List<RunComparison.Block> blocks = blocks(series.facts(), runs);
    if (blocks.isEmpty()) {
      return new SeriesResult(
          series.facts(), runs, Optional.empty(), List.of("no pair of runs is whole"));
    }
    RunComparison comparison = RunComparison.of(blocks);
    String plan = series.facts().plan();
    series.folder().write("summary.md", ComparisonText.markdown(comparison));
    series.folder().write("comparison.csv", ComparisonText.csv(comparison));
    series
        .folder()
        .write("comparison.json", SeriesFolder.JSON.writeValueAsString(comparison) + "\n");
    series
        .folder()
        .write(
            "junit.xml",
            JUnitXml.write(
                "ab " + plan,
                plan,
                series.facts().startedAt(),
                runs.stream().mapToDouble(RunRecord::seconds).sum(),
                ComparisonText.gates(comparison)));
    Map<String, Object> environment = runs.getFirst().environment().facts();
    SheetPage page = AbSheet.of(series.facts(), comparison, rows, environment);
    series.folder().write("report.html", page.html());
    return new SeriesResult(
        series.facts(), runs, Optional.of(comparison), ComparisonText.lines(comparison));
  }

  /// The whole pairs.
  private static List<RunComparison.Block> blocks(SeriesFacts facts, List<RunRecord> runs) {
    List<RunComparison.Block> blocks = new ArrayList<>();
    int last = facts.members().stream().mapToInt(Member::block).max().orElse(0);
    for (int block = 1; block <= last; block++) {
      RunRecord base = run(facts, runs, block, Side.BASE);
      RunRecord candidate = run(facts, runs, block, Side.CANDIDATE);
      if (base != null && candidate != null) {
        blocks.add(new RunComparison.Block(base, candidate));
      }
    }
    return blocks;
  }

  private static RunRecord run(SeriesFacts facts, List<RunRecord> runs, int block, Side side) {
    for (int i = 0; i < runs.size(); i++) {
      Member member = facts.members().get(i);
      if (member.block() == block && member.side() == side) {
        return runs.get(i);
      }
    }
    return null;
  }
}
