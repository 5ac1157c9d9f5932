package rebound.soak.peers;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import rebound.soak.peers.PeerFacts.EntrantFacts;
import rebound.soak.peers.PeerRow.Figures;

/// A comparison as tables: one of the phases, a row a target, and one of what a target costs before
/// any load.
final class PeerTable {
  private static final List<String> LOAD =
      List.of(
          "target",
          "req/s",
          "× first",
          "median ms",
          "p95 ms",
          "p99 ms",
          "event loop",
          "CPU s/100k",
          "RSS MB",
          "errors",
          "rounds, req/s");
  private static final List<String> COST =
      List.of("target", "start-up ms", "installed MB", "runtime MB", "routes checked");

  private PeerTable() {}

  /// A table: its title, its header and its rows.
  ///
  /// @param title above it
  /// @param header one text a column
  /// @param rows one list a row
  record Table(String title, List<String> header, List<List<String>> rows) {}

  /// All tables of a comparison.
  static List<Table> of(PeerResult result) {
    List<Table> tables = new ArrayList<>();
    Map<String, List<PeerRow>> phases =
        result.rows().stream()
            .collect(
                Collectors.groupingBy(
                    PeerRow::phase, java.util.LinkedHashMap::new, Collectors.toList()));
    phases.forEach((name, rows) -> tables.add(load(rows)));
    tables.add(cost(result.facts()));
    return tables;
  }

  /// The table of a phase.
  ///
  /// @param rows of that phase, at least one
  static Table load(List<PeerRow> rows) {
    PeerRow first = rows.getFirst();
    boolean limited = rows.stream().anyMatch(it -> it.ceilingPerSecond() != null);
    return new Table(
        first.title(),
        limited ? withCeiling(LOAD, "of ceiling") : LOAD,
        rows.stream()
            .map(it -> limited ? withCeiling(cells(it, first), share(it)) : cells(it, first))
            .toList());
  }

  /// Beside the requests a second stands what part of the ceiling they are.
  private static List<String> withCeiling(List<String> cells, String share) {
    List<String> more = new ArrayList<>(cells);
    more.add(2, share);
    return more;
  }

  private static String share(PeerRow row) {
    Double good = row.median().goodputPerSecond();
    Double ceiling = row.ceilingPerSecond();
    return good == null || ceiling == null
        ? "–"
        : String.format(Locale.ROOT, "%.1f %%", 100 * good / ceiling);
  }

  /// What each costs before any load.
  static Table cost(PeerFacts facts) {
    return new Table(
        "before any load", COST, facts.entrants().stream().map(PeerTable::cells).toList());
  }

  private static List<String> cells(PeerRow row, PeerRow first) {
    if (!row.applicable()) {
      // A phase that would only repeat the arithmetic is left out, and its ceiling stands in its
      // place.
      Double ceiling = row.ceilingPerSecond();
      List<String> cells = new ArrayList<>(List.of(row.entrant()));
      cells.add(ceiling == null ? "–" : String.format(Locale.ROOT, "≈ %,.1f", ceiling));
      while (cells.size() < LOAD.size() - 1) {
        cells.add("–");
      }
      cells.add(ceiling == null ? "no such route" : "by arithmetic, not run");
      return cells;
    }
    Figures median = row.median();
    return List.of(
        row.entrant() + (row.trusted() ? "" : " (untrusted)"),
        whole(median.throughputPerSecond()),
        ratio(median.throughputPerSecond(), first.median().throughputPerSecond()),
        millis(median.responseP50Millis()),
        millis(median.responseP95Millis()),
        millis(median.responseP99Millis()),
        format("%.2f", median.eventLoopRatio()),
        format("%.2f", median.cpuSecondsPer100k()),
        whole(median.rssAfterBytes() == null ? null : median.rssAfterBytes() / 1e6),
        String.format(Locale.ROOT, "%,d", row.errors()),
        row.rounds().stream()
            .map(it -> whole(it.throughputPerSecond()) + (it.trusted() ? "" : "?"))
            .collect(Collectors.joining("  ")));
  }

  private static List<String> cells(EntrantFacts facts) {
    return List.of(
        facts.name(),
        facts.startupMillis().isEmpty()
            ? "–"
            : whole(PeerRow.Medians.of(facts.startupMillis()))
                + " ("
                + facts.startupMillis().stream()
                    .map(PeerTable::whole)
                    .collect(Collectors.joining(" "))
                + ")",
        format("%.1f", facts.installedBytes() / 1e6),
        format("%.1f", facts.runtimeBytes() / 1e6),
        facts.differences().isEmpty()
            ? facts.routes() + ", all alike"
            : facts.routes() + ", " + facts.differences().size() + " differ");
  }

  /// A table for the terminal.
  static List<String> lines(Table table) {
    int columns = table.header().size();
    int[] widths = new int[columns];
    List<List<String>> all = new ArrayList<>(List.of(table.header()));
    all.addAll(table.rows());
    for (List<String> row : all) {
      for (int i = 0; i < columns; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    List<String> lines = new ArrayList<>(List.of("", table.title()));
    for (List<String> row : all) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < columns; i++) {
        String padding = " ".repeat(widths[i] - row.get(i).length());
        boolean left = i == 0 || i == columns - 1;
        line.append(left ? row.get(i) + padding : padding + row.get(i)).append("  ");
      }
      lines.add(line.toString().stripTrailing());
    }
    return lines;
  }

  /// A table in Markdown.
  static String markdown(Table table) {
    StringBuilder text = new StringBuilder("\n## " + table.title() + "\n\n");
    text.append("| ").append(String.join(" | ", table.header())).append(" |\n|---|");
    text.append("--:|".repeat(table.header().size() - 2)).append("---|\n");
    for (List<String> row : table.rows()) {
      text.append("| ").append(String.join(" | ", row)).append(" |\n");
    }
    return text.toString();
  }

  private static String millis(Double value) {
    return value == null
        ? "–"
        : format(value < 10 ? "%.2f" : value < 100 ? "%.1f" : "%,.0f", value);
  }

  private static String whole(Double value) {
    return format("%,.0f", value);
  }

  private static String ratio(Double value, Double of) {
    return value == null || of == null || of == 0 ? "–" : format("%.2f", value / of);
  }

  private static String format(String pattern, Double value) {
    return value == null ? "–" : String.format(Locale.ROOT, pattern, value);
  }
}
