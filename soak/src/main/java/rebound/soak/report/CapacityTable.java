package rebound.soak.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import rebound.soak.evidence.capacity.CapacityRecord;
import rebound.soak.evidence.capacity.KneeRecord;
import rebound.soak.evidence.capacity.LawRecord;
import rebound.soak.evidence.capacity.ObjectiveRecord;
import rebound.soak.evidence.capacity.SizingRecord;
import rebound.soak.evidence.capacity.StepRecord;
import rebound.soak.evidence.capacity.TrialRecord;

/// What a search for a capacity found, as text: a row an objective, a sentence each, and what
/// stands beside them.
public final class CapacityTable {
  private static final String ROW = "  %-24s %14s %14s %10s  %s";
  private static final List<String> HEADS =
      List.of("objective", "carries", "not any more", "good/s", "finding");

  private CapacityTable() {}

  /// All of it, a line each.
  public static List<String> lines(CapacityRecord capacity) {
    List<String> lines = new ArrayList<>();
    lines.add(String.format(Locale.ROOT, ROW, HEADS.toArray()));
    lines.add(
        "  "
            + "─".repeat(24)
            + " "
            + "─".repeat(14)
            + " "
            + "─".repeat(14)
            + " "
            + "─".repeat(10)
            + "  "
            + "─".repeat(11));
    for (ObjectiveRecord objective : capacity.objectives()) {
      lines.add(String.format(Locale.ROOT, ROW, cells(objective).toArray()));
    }
    lines.add("");
    capacity.objectives().forEach(it -> lines.add("  " + it.name() + ": " + it.sentence()));
    lines.add("  trials       " + counts(capacity));
    lines.add("  saturation   " + saturation(capacity));
    lines.add("  scaling      " + capacity.scaling().sentence());
    lines.add("  knees        " + knees(capacity));
    for (LawRecord law : capacity.laws()) {
      lines.add(
          "  "
              + (law.holds() ? "law holds    " : "LAW BROKEN   ")
              + law.name()
              + ": "
              + law.sentence());
    }
    lines.addAll(sizing(capacity.sizing()));
    return lines;
  }

  /// Instances and memory, a line each objective with its formulas below.
  public static List<String> sizing(List<SizingRecord> sizing) {
    List<String> lines = new ArrayList<>();
    for (SizingRecord each : sizing) {
      lines.add("  needed       " + answer(each));
      lines.add("               " + each.sentence());
    }
    return lines;
  }

  /// The same as Markdown.
  static String markdown(CapacityRecord capacity) {
    StringBuilder text = new StringBuilder();
    text.append("| ").append(String.join(" | ", HEADS)).append(" |\n|---|--:|--:|--:|---|\n");
    for (ObjectiveRecord objective : capacity.objectives()) {
      text.append("| ").append(String.join(" | ", cells(objective))).append(" |\n");
    }
    text.append('\n');
    capacity.objectives().forEach(it -> item(text, it.name(), it.sentence()));
    item(text, "trials", counts(capacity));
    item(text, "saturation", saturation(capacity));
    item(text, "scaling", capacity.scaling().sentence());
    item(text, "knees", knees(capacity));
    capacity
        .laws()
        .forEach(
            it -> item(text, it.name() + (it.holds() ? " holds" : " is BROKEN"), it.sentence()));
    capacity.sizing().forEach(it -> item(text, "needed", answer(it) + " " + it.sentence()));
    return text.toString();
  }

  private static void item(StringBuilder text, String name, String what) {
    text.append("- **").append(name).append("** ").append(what).append('\n');
  }

  private static List<String> cells(ObjectiveRecord objective) {
    return List.of(
        objective.name() + ", p99 ≤ " + PhaseTable.number(objective.p99LimitMillis()) + " ms",
        objective.lowerPerSecond() == 0 ? "–" : rate(objective.lowerPerSecond()),
        objective.upperPerSecond() == null ? "–" : rate(objective.upperPerSecond()),
        objective.goodPerSecond() == 0
            ? "–"
            : String.format(Locale.ROOT, "%,.0f", objective.goodPerSecond()),
        objective.finding().replace('_', ' '));
  }

  /// The instances that are needed, in words.
  public static String answer(SizingRecord sizing) {
    if (sizing.instances() == null) {
      return "within " + sizing.objective() + ": unknown.";
    }
    return String.format(
        Locale.ROOT,
        "within %s %s carried by %d %s%s%s.",
        sizing.objective(),
        rate(sizing.needPerSecond()),
        sizing.instances(),
        sizing.instances() == 1 ? "instance" : "instances",
        sizing.memoryPerInstanceBytes() == null
            ? ""
            : String.format(
                Locale.ROOT,
                " of %,.0f MB (%,.0f MB in all)",
                sizing.memoryPerInstanceBytes() / 1e6,
                sizing.memoryBytes() / 1e6),
        sizing.overDatabaseLimit()
            ? String.format(
                Locale.ROOT,
                ", but THEIR POOLS DO NOT FIT: %,d connections to a database that allows %,d",
                sizing.databaseConnections(),
                sizing.databaseLimit())
            : "");
  }

  /// How many trials there were, and how many of them said nothing.
  public static String counts(CapacityRecord capacity) {
    long spoiled = capacity.trials().stream().filter(it -> !it.valid()).count();
    long slow =
        capacity.trials().stream()
            .filter(it -> it.valid() && it.recoveredSeconds() == null)
            .count();
    double seconds =
        capacity.trials().stream()
            .filter(TrialRecord::valid)
            .mapToDouble(TrialRecord::offeredSeconds)
            .sum();
    long early = capacity.trials().stream().filter(it -> it.endedAfterSeconds() != null).count();
    return String.format(
        Locale.ROOT,
        "%d valid of %.0f s in all%s, %d INVALID and done again%s",
        capacity.trials().size() - spoiled,
        seconds,
        early == 0 ? "" : ", " + early + " ended early since they could not pass any more",
        spoiled,
        slow == 0 ? "" : ", " + slow + " before which the target had not recovered");
  }

  /// Where the ladder gave most.
  public static String saturation(CapacityRecord capacity) {
    if (capacity.saturationPerSecond() == null) {
      return "no step of the ladder could be measured";
    }
    String steps =
        capacity.steps().stream().map(CapacityTable::step).collect(Collectors.joining(", "));
    return String.format(
        Locale.ROOT,
        "%,.0f good/s at %d connections (%s)",
        capacity.saturationPerSecond(),
        capacity.saturationConnections(),
        steps);
  }

  private static String step(StepRecord step) {
    return String.format(Locale.ROOT, "%d: %,.0f", step.connections(), step.goodPerSecond());
  }

  private static String knees(CapacityRecord capacity) {
    return capacity.knees().stream().map(CapacityTable::knee).collect(Collectors.joining("; "));
  }

  /// A knee in words.
  public static String knee(KneeRecord knee) {
    return knee.rule()
        + ": "
        + (knee.at() == null
            ? "none"
            : knee.unit().equals("/s")
                ? rate(knee.at())
                : String.format(Locale.ROOT, "%,.0f %s", knee.at(), knee.unit()));
  }

  private static String rate(double perSecond) {
    return String.format(Locale.ROOT, perSecond < 100 ? "%.1f/s" : "%,.0f/s", perSecond);
  }
}
