package rebound.soak.series;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import rebound.soak.chart.PerformanceMap;
import rebound.soak.chart.PerformanceMap.Place;
import rebound.soak.compare.ComparedMetric;
import rebound.soak.compare.ComparisonText;
import rebound.soak.compare.RunComparison;
import rebound.soak.page.Fact;
import rebound.soak.page.Sheet;
import rebound.soak.page.Sheet.Cell;
import rebound.soak.page.SheetPage;
import rebound.soak.page.SheetPage.Section;
import rebound.soak.page.SpreadBars;
import rebound.soak.verdict.statistics.Series;

/// A base and a candidate as a page.
final class AbSheet {
  private static final String BASE = "base";
  private static final String CANDIDATE = "candidate";

  private AbSheet() {}

  static SheetPage of(
      SeriesFacts facts,
      RunComparison comparison,
      List<RunRow> rows,
      Map<String, Object> environment) {
    List<Fact> sentences = new ArrayList<>();
    comparison.metrics().forEach(it -> sentences.add(new Fact(it.metric(), withoutName(it))));
    comparison.notes().forEach(it -> sentences.add(new Fact("Note", it)));
    return new SheetPage(
        facts.plan() + ": " + comparison.candidate() + " against " + comparison.base(),
        ComparisonText.verdict(comparison.verdict()),
        "COMPARISON: " + comparison.verdict(),
        "did " + comparison.candidate() + " get worse than " + comparison.base() + "?",
        sentences,
        String.format(
            Locale.ROOT,
            "Started %s, %d pairs of fresh processes in turns, %d more discarded, seed %d; figures"
                + " of %s.",
            facts.startedAt(),
            comparison.blocks(),
            comparison.discardedBlocks(),
            facts.seed(),
            comparison.phase()),
        List.of(
            "comparison.csv",
            "comparison.json",
            "junit.xml",
            "summary.md",
            "series.json",
            "plan.yaml"),
        List.of(metrics(comparison), runs(rows)),
        Fact.of(environment));
  }

  /// The sentence for people who read its metric beside it.
  private static String withoutName(ComparedMetric metric) {
    String name = metric.metric() + ": ";
    return metric.sentence().startsWith(name)
        ? metric.sentence().substring(name.length())
        : metric.sentence();
  }

  private static Section metrics(RunComparison comparison) {
    List<SpreadBars> bars = new ArrayList<>();
    List<List<Cell>> table = new ArrayList<>();
    for (ComparedMetric metric : comparison.metrics()) {
      bars.add(
          new SpreadBars(
              metric.metric() + ", " + metric.unit(),
              metric.metric().equals("goodput") ? "higher" : "lower",
              List.of(bar(BASE, metric.base()), bar(CANDIDATE, metric.candidate()))));
      table.add(
          List.of(
              Cell.text(metric.metric()),
              Cell.text(metric.verdict().name()).styled(ComparisonText.verdict(metric.verdict())),
              percent(metric.ratio()),
              Cell.text(ComparisonText.interval(metric)),
              Cell.figure(
                  String.format(Locale.ROOT, "%.0f %%", 100 * metric.marginRatio()),
                  metric.marginRatio()),
              Cell.number(Series.of(doubles(metric.base())).median()),
              Cell.number(Series.of(doubles(metric.candidate())).median())));
    }
    return new Section(
        "metrics",
        "What changed",
        "A metric has regressed where the interval of its effect lies wholly beyond the margin, and"
            + " is OK where it lies inside.",
        map(comparison),
        bars,
        List.of(
            new Sheet(
                "Effect of the candidate, metric by metric",
                List.of("metric", "verdict", "effect", "interval", "margin", BASE, CANDIDATE),
                table)));
  }

  private static List<rebound.soak.chart.Plot> map(RunComparison comparison) {
    ComparedMetric goodput = metric(comparison, "goodput");
    ComparedMetric p99 = metric(comparison, "p99");
    if (goodput == null || p99 == null) {
      return List.of();
    }
    return List.of(
        PerformanceMap.of(
            "map-ab",
            List.of(
                target(BASE, goodput.base(), p99.base()),
                target(CANDIDATE, goodput.candidate(), p99.candidate()))));
  }

  private static PerformanceMap.Target target(
      String name, List<Double> perSecond, List<Double> p99) {
    List<Place> runs = new ArrayList<>();
    for (int i = 0; i < perSecond.size(); i++) {
      runs.add(new Place(perSecond.get(i), p99.get(i)));
    }
    return new PerformanceMap.Target(
        name,
        new Place(Series.of(doubles(perSecond)).median(), Series.of(doubles(p99)).median()),
        runs);
  }

  private static ComparedMetric metric(RunComparison comparison, String name) {
    return comparison.metrics().stream()
        .filter(it -> it.metric().equals(name))
        .findFirst()
        .orElse(null);
  }

  private static Section runs(List<RunRow> rows) {
    return new Section(
        "runs",
        "Runs",
        "",
        List.of(),
        List.of(),
        List.of(RunRow.sheet("Each run, in the order in which they were made", rows)));
  }

  private static SpreadBars.Bar bar(String name, List<Double> values) {
    Series series = Series.of(doubles(values));
    return new SpreadBars.Bar(name, series.median(), series.quantile(0), series.quantile(1), true);
  }

  private static double[] doubles(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).toArray();
  }

  private static Cell percent(double ratio) {
    return Cell.figure(String.format(Locale.ROOT, "%+.1f %%", 100 * (ratio - 1)), ratio);
  }
}
