package rebound.soak.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import rebound.soak.evidence.RunRecord;
import rebound.soak.evidence.overload.CellRecord;
import rebound.soak.evidence.overload.CliffRecord;
import rebound.soak.evidence.overload.OverloadRecord;
import rebound.soak.evidence.overload.StepRecord;
import rebound.soak.evidence.overload.SurfaceRecord;

/// What an experiment found, as tables and sentences.
public final class ExperimentText {
  private ExperimentText() {}

  /// The tables and sentences, a line each; empty where the run had no such experiment.
  public static List<String> lines(RunRecord run) {
    List<String> lines = new ArrayList<>();
    if (run.overload() != null) {
      OverloadRecord found = run.overload();
      lines.add(row("load", "offered/s", "goodput/s", "attainable", "of it", "p99 ms", "refused"));
      found.steps().forEach(it -> lines.add(row(it, OverloadRow.title("", it))));
      found.up().forEach(it -> lines.add(row(it, OverloadRow.title("up ", it))));
      found.down().reversed().forEach(it -> lines.add(row(it, OverloadRow.title("down ", it))));
      lines.add("");
      found.sentences().forEach(it -> lines.add("  overload     " + it));
    }
    if (run.surface() != null) {
      lines.addAll(grid(run.surface()));
      lines.add("");
      run.surface().cliffs().forEach(it -> lines.add("  surface      " + it.sentence()));
    }
    return lines;
  }

  /// The same as Markdown; empty where the run had no such experiment.
  static String markdown(RunRecord run) {
    StringBuilder text = new StringBuilder();
    if (run.overload() != null) {
      text.append(
          "| load | offered/s | goodput/s | attainable/s | of it | p99 of admitted ms |"
              + " p99 of refusals ms | refused | recovered after s |\n"
              + "|---|--:|--:|--:|--:|--:|--:|--:|--:|\n");
      OverloadRecord found = run.overload();
      found.steps().forEach(it -> text.append(markdown(OverloadRow.title("", it), it)));
      found.up().forEach(it -> text.append(markdown(OverloadRow.title("up ", it), it)));
      found
          .down()
          .reversed()
          .forEach(it -> text.append(markdown(OverloadRow.title("down ", it), it)));
      text.append('\n');
      found.sentences().forEach(it -> text.append("- ").append(it).append('\n'));
    }
    if (run.surface() != null) {
      text.append("```\n");
      grid(run.surface()).forEach(it -> text.append(it).append('\n'));
      text.append("```\n\n");
      run.surface().cliffs().forEach(it -> text.append("- ").append(it.sentence()).append('\n'));
    }
    return text.toString();
  }

  private static String row(StepRecord step, String title) {
    OverloadRow row = OverloadRow.of(step);
    return row(
        title,
        row.offered(),
        row.goodput(),
        row.attainable(),
        row.efficiency(),
        row.admitted(),
        row.refused());
  }

  private static String row(
      String load,
      String offered,
      String good,
      String attainable,
      String of,
      String p99,
      String refused) {
    return String.format(
            Locale.ROOT,
            "  %-22s %10s %10s %10s %6s %9s  %s",
            load,
            offered,
            good,
            attainable,
            of,
            p99,
            refused)
        .stripTrailing();
  }

  private static String markdown(String title, StepRecord step) {
    OverloadRow row = OverloadRow.of(step);
    return "| "
        + String.join(
            " | ",
            title,
            row.offered(),
            row.goodput(),
            row.attainable(),
            row.efficiency(),
            row.admitted(),
            row.refusalMillis(),
            row.refused(),
            row.recovered())
        + " |\n";
  }

  /// Goodput by delay and connections; a cell behind the cliff stands in brackets.
  private static List<String> grid(SurfaceRecord surface) {
    List<String> lines = new ArrayList<>();
    StringBuilder head =
        new StringBuilder("  goodput/s; [ ] = more connections gave no more; ! = untrusted\n");
    head.append(String.format(Locale.ROOT, "  %-12s", "delay \\ conn."));
    List<Integer> columns =
        surface.cells().stream().map(CellRecord::connections).distinct().sorted().toList();
    columns.forEach(it -> head.append(String.format(Locale.ROOT, "%11s", it)));
    lines.addAll(head.toString().lines().toList());
    for (CliffRecord row : surface.cliffs()) {
      StringBuilder line =
          new StringBuilder(
              String.format(Locale.ROOT, "  %-12s", OverloadRow.plain(row.delayMillis()) + " ms"));
      for (int connections : columns) {
        line.append(
            String.format(
                Locale.ROOT,
                "%11s",
                surface.cells().stream()
                    .filter(it -> it.delayMillis() == row.delayMillis())
                    .filter(it -> it.connections() == connections)
                    .findFirst()
                    .map(ExperimentText::cell)
                    .orElse("–")));
      }
      lines.add(line.toString());
    }
    return lines;
  }

  private static String cell(CellRecord cell) {
    String rate =
        String.format(Locale.ROOT, cell.perSecond() < 100 ? "%.1f" : "%,.0f", cell.perSecond());
    return (cell.past() ? "[" + rate + "]" : rate) + (cell.trusted() ? "" : "!");
  }
}
