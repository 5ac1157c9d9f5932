package rebound.soak.series;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import rebound.soak.compare.PrimaryMetric;
import rebound.soak.evidence.Verdict;
import rebound.soak.page.Fact;
import rebound.soak.page.Sheet;
import rebound.soak.page.Sheet.Cell;
import rebound.soak.page.SheetPage;
import rebound.soak.page.SheetPage.Section;
import rebound.soak.page.Spark;
import rebound.soak.verdict.statistics.Series;
import rebound.soak.verdict.trend.ChangePoints;

/// Runs of one plan and one target over time: a small line a figure, with the places where its
/// level
/// changed.
final class Trend {
  private static final double SETTLED_MARGIN = 0.05;

  private final List<RunRow> rows;
  private final List<String> unread;
  private final Map<String, List<RunRow>> groups = new LinkedHashMap<>();

  /// @param unread folders that could not be read, and why
  Trend(List<RunRow> rows, List<String> unread) {
    this.rows = rows;
    this.unread = unread;
    for (RunRow row : rows) {
      String quick = row.run().quick() ? ", quick looks" : "";
      groups
          .computeIfAbsent(
              row.run().plan() + " on " + row.run().target() + quick, _ -> new ArrayList<>())
          .add(row);
    }
  }

  /// A figure that is followed.
  private record Followed(
      String name, String unit, double margin, Function<RunRow, Double> figure) {}

  private static List<Followed> followed() {
    List<Followed> all = new ArrayList<>();
    for (PrimaryMetric metric : PrimaryMetric.ALL) {
      all.add(
          new Followed(
              metric.name(), metric.unit(), metric.margin().relative(), it -> it.figure(metric)));
    }
    all.add(
        new Followed(
            "settled / baseline",
            "",
            SETTLED_MARGIN,
            it -> it.run().memoryReturn().settledRatio()));
    return all;
  }

  /// A change of level: from which run on, and by how much.
  private record Change(int place, RunRow from, double ratio) {
    String words() {
      return String.format(
          Locale.ROOT, "%+.1f %% from %s on", 100 * (ratio - 1), from.run().startedAt());
    }
  }

  private static List<Change> changes(Followed figure, List<RunRow> runs) {
    List<RunRow> present = runs.stream().filter(it -> figure.figure().apply(it) != null).toList();
    Series series =
        Series.of(present.stream().mapToDouble(it -> figure.figure().apply(it).doubleValue()));
    List<Integer> places = ChangePoints.of(series, figure.margin());
    List<Change> changes = new ArrayList<>();
    for (int i = 0; i < places.size(); i++) {
      int at = places.get(i);
      int before = i == 0 ? 0 : places.get(i - 1);
      int after = i + 1 < places.size() ? places.get(i + 1) : series.size();
      double ratio = series.slice(at, after).median() / series.slice(before, at).median();
      changes.add(new Change(runs.indexOf(present.get(at)), present.get(at), ratio));
    }
    return changes;
  }

  /// Lines for a terminal.
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    groups.forEach(
        (name, runs) -> {
          lines.add(name + ": " + runs.size() + (runs.size() == 1 ? " run" : " runs"));
          for (Followed figure : followed()) {
            changes(figure, runs)
                .forEach(it -> lines.add("  " + figure.name() + ": " + it.words()));
          }
        });
    unread.forEach(it -> lines.add("  left out: " + it));
    return lines;
  }

  /// The page.
  SheetPage page() {
    List<Section> sections = new ArrayList<>();
    int changes = 0;
    for (Map.Entry<String, List<RunRow>> group : groups.entrySet()) {
      List<RunRow> runs = group.getValue();
      for (Followed figure : followed()) {
        changes += changes(figure, runs).size();
      }
      sections.add(section("group-" + sections.size(), group.getKey(), runs));
    }
    List<Fact> sentences = new ArrayList<>();
    unread.forEach(it -> sentences.add(new Fact("Left out", it)));
    RunRow last = rows.getLast();
    return new SheetPage(
        "trend of " + rows.size() + " runs",
        Verdict.NOT_JUDGED,
        changes == 0
            ? "No change of level was found"
            : changes == 1 ? "One change of level" : changes + " changes of level",
        "",
        sentences,
        String.format(
            Locale.ROOT,
            "From %s to %s, in the order of time. A change is marked where a permutation test has p"
                + " below 0.01 with at least %d runs on each side, and the medians differ by the"
                + " metric's margin; another machine changes levels too.",
            rows.getFirst().run().startedAt(),
            last.run().startedAt(),
            ChangePoints.LEAST_SIDE),
        List.of("trend.csv"),
        sections,
        List.of());
  }

  private static Section section(String id, String title, List<RunRow> runs) {
    List<List<Cell>> figures = new ArrayList<>();
    for (Followed figure : followed()) {
      row(figure, runs, figures);
    }
    return new Section(
        id,
        title,
        "",
        List.of(),
        List.of(),
        List.of(
            new Sheet(
                "Each figure over the runs, from its lowest to its highest",
                List.of("figure", "trend", "first", "median", "last", "changes of level"),
                figures),
            RunRow.sheet("Runs, the oldest first", runs)));
  }

  private static void row(Followed figure, List<RunRow> runs, List<List<Cell>> figures) {
    List<Double> values = runs.stream().map(figure.figure()).toList();
    List<Double> present = values.stream().filter(java.util.Objects::nonNull).toList();
    if (present.isEmpty()) {
      return;
    }
    List<Change> changes = changes(figure, runs);
    String words = String.join("; ", changes.stream().map(Change::words).toList());
    String none =
        present.size() < 2 * ChangePoints.LEAST_SIDE
            ? "too few runs to tell, " + 2 * ChangePoints.LEAST_SIDE + " can"
            : "none";
    String shown = words.isEmpty() ? none : words;
    figures.add(
        List.of(
            Cell.text(figure.name() + (figure.unit().isEmpty() ? "" : ", " + figure.unit())),
            Cell.line(
                new Spark(
                    values,
                    changes.stream().map(Change::place).toList(),
                    figure.name() + " of " + present.size() + " runs, changes of level: " + shown)),
            Cell.number(present.getFirst()),
            Cell.number(Series.of(present.stream().mapToDouble(Double::doubleValue)).median()),
            Cell.number(present.getLast()),
            Cell.text(shown)));
  }
}
