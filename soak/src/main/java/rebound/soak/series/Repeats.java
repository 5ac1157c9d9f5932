package rebound.soak.series;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import rebound.soak.chart.PerformanceMap;
import rebound.soak.evidence.PhaseRecord;
import rebound.soak.evidence.Verdict;
import rebound.soak.page.Fact;
import rebound.soak.page.Sheet;
import rebound.soak.page.Sheet.Cell;
import rebound.soak.page.SheetPage;
import rebound.soak.page.SheetPage.Section;
import rebound.soak.page.SpreadBars;
import rebound.soak.verdict.statistics.Series;

/// A plan that was run several times: the median of each figure, and the single runs beside it.
final class Repeats {
  private final List<RunRow> rows;
  private final Map<String, Map<String, List<PhaseRecord>>> phases = new LinkedHashMap<>();

  Repeats(List<RunRow> rows) {
    this.rows = rows;
    for (RunRow row : rows) {
      for (PhaseRecord phase : row.run().phases()) {
        if (phase.applicable()) {
          phases
              .computeIfAbsent(phase.name(), _ -> new LinkedHashMap<>())
              .computeIfAbsent(row.run().target(), _ -> new ArrayList<>())
              .add(phase);
        }
      }
    }
  }

  /// What a table tells of one target in one phase.
  private record Line(PhaseRecord first, String target, List<PhaseRecord> repeats) {
    /// The phase's title, and how many of its runs cannot be trusted.
    String title() {
      long untrusted = repeats.stream().filter(it -> !it.trusted()).count();
      return first.title()
          + (untrusted == 0 ? "" : " (untrusted in " + untrusted + " of " + repeats.size() + ")");
    }
  }

  private List<Line> all() {
    List<Line> all = new ArrayList<>();
    phases
        .values()
        .forEach(
            targets ->
                targets.forEach(
                    (target, repeats) -> all.add(new Line(repeats.getFirst(), target, repeats))));
    return all;
  }

  /// The worst of the runs' verdicts: one run that failed is a failure that can happen again.
  private Verdict worst() {
    List<Verdict> worstFirst =
        List.of(Verdict.INVALID, Verdict.FAIL, Verdict.INCONCLUSIVE, Verdict.PASS);
    return worstFirst.stream()
        .filter(it -> rows.stream().anyMatch(row -> row.run().verdict() == it))
        .findFirst()
        .orElse(Verdict.NOT_JUDGED);
  }

  private String tally() {
    boolean looks = rows.stream().anyMatch(it -> it.run().quick());
    String quick = looks ? " (quick looks, not a release verdict)" : "";
    return rows.stream()
        .collect(
            Collectors.groupingBy(
                it -> it.run().verdict().label(), LinkedHashMap::new, Collectors.counting()))
        .entrySet()
        .stream()
        .map(it -> it.getValue() + " of " + rows.size() + " " + it.getKey())
        .collect(Collectors.joining(", ", "", quick));
  }

  /// Lines for a terminal.
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add("medians of " + rows.size() + " runs, with the lowest and the highest");
    for (Line line : all()) {
      String figures =
          PhaseFigure.ALL.stream()
              .filter(it -> !it.values(line.repeats()).isEmpty())
              .map(it -> it.name() + " " + spread(it.values(line.repeats())))
              .collect(Collectors.joining(", "));
      lines.add("  " + line.title() + " on " + line.target() + ": " + figures);
    }
    lines.add("");
    lines.add("REPEATS: " + tally());
    return lines;
  }

  /// The same as Markdown.
  String markdown(SeriesFacts facts) {
    StringBuilder text = new StringBuilder();
    text.append("# ").append(facts.plan()).append(", ").append(rows.size()).append(" runs\n\n");
    text.append("**").append(tally()).append("**. Medians, with the lowest and the highest.\n\n");
    text.append("| phase | target | ");
    text.append(PhaseFigure.ALL.stream().map(PhaseFigure::name).collect(Collectors.joining(" | ")));
    text.append(" |\n|---|---|").append("--:|".repeat(PhaseFigure.ALL.size())).append('\n');
    for (Line line : all()) {
      text.append("| ").append(line.title()).append(" | ").append(line.target());
      for (PhaseFigure figure : PhaseFigure.ALL) {
        text.append(" | ").append(spread(figure.values(line.repeats())));
      }
      text.append(" |\n");
    }
    text.append("\n| run | verdict | started | settled / baseline |\n|---|---|---|--:|\n");
    for (RunRow row : rows) {
      Double settled = row.run().memoryReturn().settledRatio();
      text.append("| ").append(row.words()).append(" | ").append(row.run().verdict().label());
      text.append(" | ").append(row.run().startedAt()).append(" | ");
      text.append(settled == null ? "–" : number(settled)).append(" |\n");
    }
    return text.toString();
  }

  /// A line for each run and phase, and one for the median.
  String csv() {
    StringBuilder text = new StringBuilder("phase,target,run,trusted,");
    text.append(PhaseFigure.ALL.stream().map(PhaseFigure::column).collect(Collectors.joining(",")));
    text.append('\n');
    for (Line line : all()) {
      row(text, line, "median", line.repeats().stream().allMatch(PhaseRecord::trusted));
      for (PhaseFigure figure : PhaseFigure.ALL) {
        List<Double> values = figure.values(line.repeats());
        text.append(',').append(values.isEmpty() ? "" : exact(median(values)));
      }
      text.append('\n');
      for (int i = 0; i < line.repeats().size(); i++) {
        PhaseRecord repeat = line.repeats().get(i);
        row(text, line, String.valueOf(i + 1), repeat.trusted());
        for (PhaseFigure figure : PhaseFigure.ALL) {
          Double value = figure.of().apply(repeat);
          text.append(',').append(value == null ? "" : exact(value));
        }
        text.append('\n');
      }
    }
    return text.toString();
  }

  private static void row(StringBuilder text, Line line, String run, boolean trusted) {
    text.append(line.first().name()).append(',').append(line.target()).append(',');
    text.append(run).append(',').append(trusted);
  }

  /// The page.
  SheetPage page(SeriesFacts facts, String answers) {
    List<Section> sections = new ArrayList<>();
    sections.add(medians());
    phases.values().forEach(it -> phase(it).ifPresent(sections::add));
    sections.add(
        new Section(
            "runs",
            "Runs",
            "",
            List.of(),
            List.of(),
            List.of(RunRow.sheet("Each run, in the order in which they were made", rows))));
    return new SheetPage(
        facts.plan() + ", " + rows.size() + " runs",
        worst(),
        tally(),
        answers,
        List.of(),
        "Started " + facts.startedAt() + ". Medians, with the lowest and the highest of the runs.",
        List.of("repeats.csv", "summary.md", "series.json", "plan.yaml"),
        sections,
        rows.isEmpty() ? List.of() : Fact.of(rows.getFirst().run().environment().facts()));
  }

  private Section medians() {
    List<String> header = new ArrayList<>(List.of("phase", "target"));
    PhaseFigure.ALL.forEach(it -> header.add(it.name()));
    List<List<Cell>> table = new ArrayList<>();
    for (Line line : all()) {
      List<Cell> cells = new ArrayList<>();
      cells.add(Cell.text(line.title()));
      cells.add(Cell.text(line.target()));
      for (PhaseFigure figure : PhaseFigure.ALL) {
        List<Double> values = figure.values(line.repeats());
        cells.add(Cell.figure(spread(values), values.isEmpty() ? null : median(values)));
      }
      table.add(cells);
    }
    return new Section(
        "medians",
        "Medians",
        "",
        List.of(),
        List.of(),
        List.of(new Sheet("Median of the runs (lowest–highest)", header, table)));
  }

  private Optional<Section> phase(Map<String, List<PhaseRecord>> targets) {
    PhaseRecord first = targets.values().iterator().next().getFirst();
    if (first.populations().isEmpty() || first.kind().equals("warm-up")) {
      return Optional.empty();
    }
    List<SpreadBars> bars = new ArrayList<>();
    for (PhaseFigure figure : PhaseFigure.ALL) {
      List<SpreadBars.Bar> lines = new ArrayList<>();
      targets.forEach(
          (target, repeats) -> {
            List<Double> values = figure.values(repeats);
            if (!values.isEmpty()) {
              Series series = series(values);
              lines.add(
                  new SpreadBars.Bar(
                      target,
                      series.median(),
                      series.quantile(0),
                      series.quantile(1),
                      repeats.stream().allMatch(PhaseRecord::trusted)));
            }
          });
      if (!lines.isEmpty()) {
        bars.add(new SpreadBars(figure.name(), figure.better(), lines));
      }
    }
    List<PerformanceMap.Target> places = new ArrayList<>();
    targets.forEach((target, repeats) -> place(target, repeats).ifPresent(places::add));
    return Optional.of(
        new Section(
            "phase-" + first.name(),
            first.title(),
            "",
            places.isEmpty()
                ? List.of()
                : List.of(PerformanceMap.of("map-" + first.name(), places)),
            bars,
            List.of()));
  }

  private static Optional<PerformanceMap.Target> place(String target, List<PhaseRecord> repeats) {
    List<PerformanceMap.Place> runs = new ArrayList<>();
    for (PhaseRecord repeat : repeats) {
      Double p99 = repeat.population("").responseMillis().p99();
      if (p99 != null) {
        runs.add(new PerformanceMap.Place(repeat.population("").throughputPerSecond(), p99));
      }
    }
    return runs.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new PerformanceMap.Target(
                target,
                new PerformanceMap.Place(
                    median(runs.stream().map(PerformanceMap.Place::perSecond).toList()),
                    median(runs.stream().map(PerformanceMap.Place::p99Millis).toList())),
                runs));
  }

  private static Series series(List<Double> values) {
    return Series.of(values.stream().mapToDouble(Double::doubleValue));
  }

  private static double median(List<Double> values) {
    return series(values).median();
  }

  private static String spread(List<Double> values) {
    if (values.isEmpty()) {
      return "–";
    }
    Series series = series(values);
    String middle = number(series.median());
    return series.quantile(0) == series.quantile(1)
        ? middle
        : middle + " (" + number(series.quantile(0)) + "–" + number(series.quantile(1)) + ")";
  }

  private static String number(double value) {
    double size = Math.abs(value);
    return String.format(
        Locale.ROOT, size == 0 || size >= 100 ? "%,.0f" : size >= 10 ? "%.1f" : "%.2f", value);
  }

  private static String exact(double value) {
    return String.format(Locale.ROOT, value >= 1_000 ? "%.0f" : "%.3f", value);
  }
}
