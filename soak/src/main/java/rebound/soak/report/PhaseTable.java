package rebound.soak.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import rebound.soak.evidence.MemoryRecord;
import rebound.soak.evidence.Percentiles;
import rebound.soak.evidence.PhaseRecord;
import rebound.soak.evidence.PopulationRecord;

/// The table of phases: one row each, printed as they end, readable without any other help.
public final class PhaseTable {
  private static final String[] HEADERS = {
    "phase", "req/s", "p50 ms", "p99 ms", "errors", "RSS MB before → peak → after", "alive after"
  };
  private static final int[] WIDTHS = {28, 9, 9, 10, 20, 29, 12};

  private PhaseTable() {}

  /// The header and the line below it.
  public static String header() {
    StringBuilder rule = new StringBuilder();
    for (int width : WIDTHS) {
      rule.append("─".repeat(width - 1)).append(' ');
    }
    return line(HEADERS) + "\n" + rule.toString().stripTrailing();
  }

  /// A phase's row.
  public static String row(PhaseRecord phase) {
    return line(cells(phase).toArray(String[]::new));
  }

  /// The table as Markdown.
  static String markdown(List<PhaseRecord> phases) {
    StringBuilder text = new StringBuilder();
    text.append("| ").append(String.join(" | ", HEADERS)).append(" |\n");
    text.append("|---|--:|--:|--:|---|---|---|\n");
    for (PhaseRecord phase : phases) {
      text.append("| ").append(String.join(" | ", cells(phase))).append(" |\n");
    }
    return text.toString();
  }

  /// A row's cells, in the order of the headers.
  static List<String> cells(PhaseRecord phase) {
    List<String> cells = new ArrayList<>();
    cells.add(phase.title() + (phase.trusted() ? "" : " (untrusted)"));
    if (!phase.applicable()) {
      cells.addAll(List.of("–", "–", "–", "not applicable", "–", "–"));
      return cells;
    }
    PopulationRecord first = phase.population("");
    if (first == null) {
      cells.addAll(List.of("–", "–", "–", "–"));
    } else {
      cells.add(String.format(Locale.ROOT, "%,.0f", first.throughputPerSecond()));
      cells.add(millis(first.responseMillis().p50(), first.responseMillis()));
      cells.add(millis(first.responseMillis().p99(), first.responseMillis()));
      cells.add(errors(phase));
    }
    cells.add(memory(phase.memory()));
    cells.add(alive(phase));
    return cells;
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
  static String errors(PhaseRecord phase) {
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
    int status = phase.liveness().statusAfter();
    return status == 0 ? "no answer" : "yes (" + status + ")";
  }

  private static String line(String... cells) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < cells.length; i++) {
      int width = WIDTHS[i] - 1;
      boolean right = i >= 1 && i <= 3;
      String padding = " ".repeat(Math.max(0, width - cells[i].length()));
      line.append(right ? padding + cells[i] : cells[i] + padding).append(' ');
    }
    return line.toString().stripTrailing();
  }
}
