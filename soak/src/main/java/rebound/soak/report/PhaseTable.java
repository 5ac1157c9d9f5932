package rebound.soak.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import rebound.soak.evidence.MemoryRecord;
import rebound.soak.evidence.Percentiles;
import rebound.soak.evidence.PhaseRecord;
import rebound.soak.evidence.PopulationRecord;

/// The table of phases: one row each, printed as they end, readable without any other help. A plan
/// whose phases have a ceiling is shown against it. Immutable.
public final class PhaseTable {
  private static final PhaseTable PHASES =
      new PhaseTable(
          List.of(
              new Column("phase", 28, false, PhaseTable::title),
              new Column("req/s", 9, true, PhaseTable::throughput),
              new Column("p50 ms", 9, true, PhaseTable::p50),
              new Column("p99 ms", 10, true, PhaseTable::p99),
              new Column("errors", 20, false, PhaseTable::errorCell),
              new Column("RSS MB before → peak → after", 29, false, it -> memory(it.memory())),
              new Column("alive after", 12, false, PhaseTable::alive)));

  private static final PhaseTable AGAINST_CEILING =
      new PhaseTable(
          List.of(
              new Column("phase", 24, false, PhaseTable::title),
              new Column("ceiling/s", 11, true, it -> rate(it.ceilingPerSecond())),
              new Column("req/s", 10, true, PhaseTable::againstCeiling),
              new Column("of ceiling", 11, true, it -> percent(it.ceilingRatio())),
              new Column("p99 ms", 18, true, PhaseTable::p99),
              new Column("CPU s/100k", 11, true, it -> cpu(it.cpuSecondsPer100k())),
              new Column("RSS MB", 7, true, it -> megabytes(it.memory().peakBytes())),
              new Column("errors", 20, false, PhaseTable::errorCell)));

  private final List<Column> columns;

  private PhaseTable(List<Column> columns) {
    this.columns = columns;
  }

  /// One column.
  ///
  /// @param header its head
  /// @param width cells it takes, the gap to the next included
  /// @param right true for figures
  /// @param cell a phase's text
  private record Column(
      String header, int width, boolean right, Function<PhaseRecord, String> cell) {
    String pad(String text) {
      String padding = " ".repeat(Math.max(0, width - 1 - text.length()));
      return (right ? padding + text : text + padding) + " ";
    }
  }

  /// The table that fits.
  ///
  /// @param againstCeiling true where phases have a ceiling
  public static PhaseTable of(boolean againstCeiling) {
    return againstCeiling ? AGAINST_CEILING : PHASES;
  }

  /// The table that fits phases that were run.
  public static PhaseTable of(List<PhaseRecord> phases) {
    return of(phases.stream().anyMatch(it -> it.ceilingPerSecond() != null));
  }

  /// The header and the line below it.
  public String header() {
    StringBuilder heads = new StringBuilder();
    StringBuilder rule = new StringBuilder();
    for (Column column : columns) {
      heads.append(column.pad(column.header()));
      rule.append("─".repeat(column.width() - 1)).append(' ');
    }
    return heads.toString().stripTrailing() + "\n" + rule.toString().stripTrailing();
  }

  /// A phase's row.
  public String row(PhaseRecord phase) {
    StringBuilder row = new StringBuilder();
    columns.forEach(column -> row.append(column.pad(column.cell().apply(phase))));
    return row.toString().stripTrailing();
  }

  /// The table as Markdown.
  static String markdown(List<PhaseRecord> phases) {
    List<Column> columns = of(phases).columns;
    StringBuilder text = new StringBuilder("|");
    columns.forEach(column -> text.append(' ').append(column.header()).append(" |"));
    text.append("\n|");
    columns.forEach(column -> text.append(column.right() ? "--:|" : "---|"));
    text.append('\n');
    for (PhaseRecord phase : phases) {
      text.append('|');
      columns.forEach(column -> text.append(' ').append(column.cell().apply(phase)).append(" |"));
      text.append('\n');
    }
    return text.toString();
  }

  private static String title(PhaseRecord phase) {
    return phase.title() + (phase.trusted() ? "" : " (untrusted)");
  }

  private static String throughput(PhaseRecord phase) {
    PopulationRecord first = phase.population("");
    return first == null ? "–" : rate(first.throughputPerSecond());
  }

  /// Where a phase would only repeat the arithmetic, the arithmetic.
  private static String againstCeiling(PhaseRecord phase) {
    return phase.applicable() || phase.ceilingPerSecond() == null
        ? throughput(phase)
        : "≈ " + rate(phase.ceilingPerSecond());
  }

  private static String p50(PhaseRecord phase) {
    PopulationRecord first = phase.population("");
    return first == null ? "–" : millis(first.responseMillis().p50(), first.responseMillis());
  }

  private static String p99(PhaseRecord phase) {
    PopulationRecord first = phase.population("");
    return first == null ? "–" : millis(first.responseMillis().p99(), first.responseMillis());
  }

  private static String errorCell(PhaseRecord phase) {
    if (!phase.applicable()) {
      return phase.ceilingPerSecond() == null ? "not applicable" : "by arithmetic, not run";
    }
    return phase.populations().isEmpty() ? "–" : errors(phase);
  }

  private static String rate(Double perSecond) {
    return perSecond == null
        ? "–"
        : String.format(Locale.ROOT, perSecond < 100 ? "%.1f" : "%,.0f", perSecond);
  }

  private static String percent(Double ratio) {
    return ratio == null ? "–" : String.format(Locale.ROOT, "%.1f %%", ratio * 100);
  }

  private static String cpu(Double seconds) {
    return seconds == null ? "–" : String.format(Locale.ROOT, "%.2f", seconds);
  }

  /// A percentile, or the maximum with its count where the samples do not carry it.
  static String millis(Double value, Percentiles of) {
    if (value != null) {
      return number(value);
    }
    return of.count() == 0 ? "–" : "max " + number(of.max()) + " (n=" + of.count() + ")";
  }

  static String number(double value) {
    return String.format(Locale.ROOT, value < 10 ? "%.2f" : value < 100 ? "%.1f" : "%,.0f", value);
  }

  /// What went wrong in all populations of a phase, by kind; `0` when nothing did.
  public static String errors(PhaseRecord phase) {
    List<String> parts = new ArrayList<>();
    for (PopulationRecord population : phase.populations()) {
      String whose = phase.populations().size() > 1 ? population.name() + ": " : "";
      for (Map.Entry<String, Long> error : population.errors().entrySet()) {
        parts.add(whose + count(error.getValue()) + " " + error.getKey());
      }
      add(parts, whose, population.ledger().shed(), "shed");
      add(parts, whose, population.ledger().unexpectedStatus(), "unexpected status");
      add(parts, whose, population.ledger().late(), "late");
      add(parts, whose, population.ledger().unsent(), "unsent");
    }
    return parts.isEmpty() ? "0" : String.join(", ", parts);
  }

  private static void add(List<String> parts, String whose, long count, String what) {
    if (count > 0) {
      parts.add(whose + count(count) + " " + what);
    }
  }

  private static String count(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  static String memory(MemoryRecord memory) {
    return megabytes(memory.beforeBytes())
        + " → "
        + megabytes(memory.peakBytes())
        + " → "
        + megabytes(memory.afterBytes());
  }

  private static String megabytes(Long bytes) {
    return bytes == null ? "–" : String.format(Locale.ROOT, "%,.0f", bytes / 1e6);
  }

  static String alive(PhaseRecord phase) {
    if (!phase.applicable()) {
      return "–";
    }
    int status = phase.liveness().statusAfter();
    return status == 0 ? "no answer" : "yes (" + status + ")";
  }
}
