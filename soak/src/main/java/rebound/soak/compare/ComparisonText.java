package rebound.soak.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import rebound.soak.evidence.GateRecord;
import rebound.soak.evidence.Verdict;
import rebound.soak.verdict.compare.Regression;

/// A comparison in words: lines for a terminal, Markdown for a pull request, gates for JUnit.
public final class ComparisonText {
  private ComparisonText() {}

  /// Lines for a terminal, the verdict last.
  public static List<String> lines(RunComparison comparison) {
    List<String> lines = new ArrayList<>();
    lines.add(title(comparison) + ", in " + comparison.phase());
    lines.add("");
    for (ComparedMetric metric : comparison.metrics()) {
      lines.add(
          String.format(
              Locale.ROOT,
              "  %-13s %s → %s  %s",
              metric.verdict(),
              values(metric.base(), metric.unit()),
              values(metric.candidate(), metric.unit()),
              metric.sentence()));
    }
    if (comparison.discardedBlocks() > 0) {
      lines.add("  note  " + pairs(comparison.discardedBlocks()) + " cannot be trusted");
    }
    comparison.notes().forEach(note -> lines.add("  note  " + note));
    lines.add("");
    lines.add("COMPARISON: " + comparison.verdict());
    return lines;
  }

  private static String pairs(int count) {
    return count + (count == 1 ? " pair" : " pairs");
  }

  /// The same as Markdown.
  public static String markdown(RunComparison comparison) {
    StringBuilder text = new StringBuilder();
    text.append("# ").append(title(comparison)).append("\n\n**COMPARISON: ");
    text.append(comparison.verdict()).append("**, in ").append(comparison.phase());
    text.append(", ").append(pairs(comparison.blocks())).append("\n\n");
    text.append("| metric | verdict | base | candidate | effect | interval | margin |\n");
    text.append("|---|---|--:|--:|--:|---|--:|\n");
    for (ComparedMetric metric : comparison.metrics()) {
      text.append("| ").append(metric.metric()).append(" | ").append(metric.verdict());
      text.append(" | ").append(values(metric.base(), metric.unit()));
      text.append(" | ").append(values(metric.candidate(), metric.unit()));
      text.append(" | ").append(percent(metric.ratio() - 1)).append(" | ");
      text.append(interval(metric)).append(" | ");
      text.append(String.format(Locale.ROOT, "%.0f %%", 100 * metric.marginRatio()));
      text.append(" |\n");
    }
    text.append('\n');
    comparison.notes().forEach(note -> text.append("- ").append(note).append('\n'));
    return text.toString();
  }

  /// The same as CSV, a line a metric.
  public static String csv(RunComparison comparison) {
    StringBuilder text =
        new StringBuilder("plan,base,candidate,metric,unit,verdict,ratio,low,high,margin\n");
    for (ComparedMetric metric : comparison.metrics()) {
      text.append(comparison.plan()).append(',').append(comparison.base()).append(',');
      text.append(comparison.candidate()).append(',').append(metric.metric()).append(',');
      text.append(metric.unit()).append(',').append(metric.verdict()).append(',');
      text.append(String.format(Locale.ROOT, "%.4f,", metric.ratio()));
      text.append(metric.low() == null ? "," : String.format(Locale.ROOT, "%.4f,", metric.low()));
      text.append(metric.high() == null ? "," : String.format(Locale.ROOT, "%.4f,", metric.high()));
      text.append(String.format(Locale.ROOT, "%.4f%n", metric.marginRatio()));
    }
    return text.toString();
  }

  /// A gate for each metric, and one more where a figure is missing.
  public static List<GateRecord> gates(RunComparison comparison) {
    List<GateRecord> gates = new ArrayList<>(metricGates(comparison));
    if (comparison.verdict() == Regression.INVALID) {
      gates.add(
          new GateRecord(
              "all figures were read",
              Verdict.INVALID,
              "–",
              "each figure in all runs",
              String.join("; ", comparison.notes())));
    }
    return gates;
  }

  private static List<GateRecord> metricGates(RunComparison comparison) {
    return comparison.metrics().stream()
        .map(
            metric ->
                new GateRecord(
                    metric.metric() + " has not regressed",
                    verdict(metric.verdict()),
                    percent(metric.ratio() - 1) + ", " + interval(metric),
                    String.format(
                        Locale.ROOT, "no worse by more than %.0f %%", 100 * metric.marginRatio()),
                    metric.sentence()))
        .toList();
  }

  /// A regression's word as a gate's.
  public static Verdict verdict(Regression regression) {
    return switch (regression) {
      case OK -> Verdict.PASS;
      case REGRESSED -> Verdict.FAIL;
      case INVALID -> Verdict.INVALID;
      case INCONCLUSIVE -> Verdict.INCONCLUSIVE;
    };
  }

  private static String title(RunComparison comparison) {
    return comparison.plan()
        + ": "
        + comparison.candidate()
        + " against "
        + (comparison.base().equals(comparison.candidate())
            ? "an earlier " + comparison.base()
            : comparison.base());
  }

  /// The median with the lowest and the highest, so that noise is seen.
  private static String values(List<Double> values, String unit) {
    List<Double> sorted = values.stream().sorted().toList();
    double middle = (sorted.get((sorted.size() - 1) / 2) + sorted.get(sorted.size() / 2)) / 2;
    String text = number(middle) + " " + unit;
    return sorted.size() == 1
        ? text
        : text + " (" + number(sorted.getFirst()) + "–" + number(sorted.getLast()) + ")";
  }

  /// The interval of a metric's effect in words.
  public static String interval(ComparedMetric metric) {
    return metric.low() == null
        ? "no interval, n=" + metric.base().size()
        : String.format(
            Locale.ROOT,
            "%.1f %%: %s to %s",
            100 * metric.confidence(),
            percent(metric.low() - 1),
            percent(metric.high() - 1));
  }

  private static String percent(double change) {
    return String.format(Locale.ROOT, "%+.1f %%", 100 * change);
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, value < 10 ? "%.2f" : value < 100 ? "%.1f" : "%,.0f", value);
  }
}
