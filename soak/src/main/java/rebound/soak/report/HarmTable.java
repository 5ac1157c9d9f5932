package rebound.soak.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import rebound.soak.evidence.LedgerRecord;
import rebound.soak.evidence.PhaseRecord;
import rebound.soak.evidence.PopulationRecord;
import rebound.soak.evidence.RecoveryRecord;

/// One row a harm: what the innocent felt while it lasted, and what was left of it afterwards. A
/// harm is a phase with faults whose recovery was judged, or the load phase
/// before a recovery phase.
public final class HarmTable {
  private static final List<String> HEADERS =
      List.of(
          "harm",
          "goodput/s (of baseline)",
          "p99 ms (of baseline)",
          "availability",
          "recovered after",
          "dealt with in time",
          "memory after");

  private HarmTable() {}

  /// The table's lines with aligned columns; none where the run did no such harm.
  public static List<String> lines(List<PhaseRecord> phases) {
    List<List<String>> rows = rows(phases);
    if (rows.isEmpty()) {
      return List.of();
    }
    List<List<String>> all = new ArrayList<>(List.of(HEADERS));
    all.addAll(rows);
    int[] widths = new int[HEADERS.size()];
    for (List<String> row : all) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    List<String> lines = new ArrayList<>();
    for (List<String> row : all) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < widths.length; i++) {
        line.append(row.get(i)).append(" ".repeat(widths[i] - row.get(i).length() + 2));
      }
      lines.add(line.toString().stripTrailing());
    }
    return lines;
  }

  /// The table as Markdown; empty where the run did no such harm.
  public static String markdown(List<PhaseRecord> phases) {
    List<List<String>> rows = rows(phases);
    if (rows.isEmpty()) {
      return "";
    }
    StringBuilder text = new StringBuilder();
    text.append("| ").append(String.join(" | ", HEADERS)).append(" |\n");
    text.append("|---").repeat("|--:", HEADERS.size() - 1).append("|\n");
    rows.forEach(row -> text.append("| ").append(String.join(" | ", row)).append(" |\n"));
    return text.toString();
  }

  private static List<List<String>> rows(List<PhaseRecord> phases) {
    List<List<String>> rows = new ArrayList<>();
    for (int i = 0; i < phases.size(); i++) {
      PhaseRecord harm = phases.get(i);
      if (!harm.applicable() || harm.populations().isEmpty()) {
        continue;
      }
      // Between harm and recovery there may be a rest, in which nobody felt anything.
      PhaseRecord next =
          phases.stream()
              .skip(i + 1L)
              .filter(it -> !it.populations().isEmpty())
              .findFirst()
              .orElse(null);
      if (harm.recovery() != null && !harm.faults().isEmpty()) {
        rows.add(row(phases, harm, harm));
      } else if (harm.kind().equals("load")
          && harm.recovery() == null
          && next != null
          && isAfterHarm(next)
          && !harm.name().equals(next.recovery().baseline())) {
        rows.add(row(phases, harm, next));
      }
    }
    return rows;
  }

  private static boolean isAfterHarm(PhaseRecord phase) {
    return phase.recovery() != null && phase.faults().isEmpty();
  }

  private static List<String> row(List<PhaseRecord> phases, PhaseRecord harm, PhaseRecord after) {
    PhaseRecord base =
        phases.stream()
            .filter(it -> it.name().equals(after.recovery().baseline()))
            .findFirst()
            .orElse(null);
    PopulationRecord users = harm.population("");
    PopulationRecord before = base == null ? null : base.population(users.name());
    return List.of(
        harm.title() + (harm.trusted() ? "" : " (untrusted)"),
        compared(users.goodputPerSecond(), before == null ? null : before.goodputPerSecond()),
        p99(users, before),
        availability(harm, after),
        recovered(after.recovery()),
        dealtWith(harm, after),
        memory(base, after));
  }

  private static String compared(double value, Double base) {
    String times =
        base == null || base == 0 ? "" : String.format(Locale.ROOT, " (%.2f×)", value / base);
    return PhaseTable.number(value) + times;
  }

  private static String p99(PopulationRecord users, PopulationRecord before) {
    Double value = users.responseMillis().p99();
    return value == null
        ? PhaseTable.millis(null, users.responseMillis())
        : compared(value, before == null ? null : before.responseMillis().p99());
  }

  /// Right answers in time over attempts, of the innocent population that had it worst.
  private static String availability(PhaseRecord harm, PhaseRecord after) {
    double worst = 1;
    for (PopulationRecord population : harm.populations()) {
      if (innocent(population, harm, after) && population.goodRatio() != null) {
        worst = Math.min(worst, population.goodRatio());
      }
    }
    return String.format(Locale.ROOT, "%.2f %%", 100 * worst);
  }

  private static String recovered(RecoveryRecord recovery) {
    if (recovery.state().equals("UNKNOWN")) {
      return "–";
    }
    return recovery.seconds() == null
        ? String.format(Locale.ROOT, "> %.0f s", recovery.watchedSeconds())
        : String.format(Locale.ROOT, "%.1f s", recovery.seconds());
  }

  /// Hostile connections that were answered, closed or borne as they may be, of those with an end.
  private static String dealtWith(PhaseRecord harm, PhaseRecord after) {
    long right = 0;
    long all = 0;
    for (PopulationRecord population : harm.populations()) {
      if (!innocent(population, harm, after)) {
        LedgerRecord ledger = population.ledger();
        right += ledger.ok() + ledger.shed();
        all += ledger.attempted() - ledger.inFlightAtEnd() - ledger.unsent();
      }
    }
    return all == 0 ? "–" : String.format(Locale.ROOT, "%,d of %,d", right, all);
  }

  /// Populations that go on afterwards are the innocent.
  private static boolean innocent(PopulationRecord one, PhaseRecord harm, PhaseRecord after) {
    return harm.equals(after)
        || after.populations().stream().anyMatch(it -> it.name().equals(one.name()));
  }

  private static String memory(PhaseRecord base, PhaseRecord after) {
    if (base == null || base.memory().afterBytes() == null || after.memory().afterBytes() == null) {
      return "–";
    }
    return String.format(
        Locale.ROOT, "%+,.0f MB", (after.memory().afterBytes() - base.memory().afterBytes()) / 1e6);
  }
}
