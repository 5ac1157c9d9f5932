package rebound.soak.overload;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import rebound.soak.evidence.LedgerRecord;
import rebound.soak.evidence.PhaseRecord;
import rebound.soak.evidence.PopulationRecord;
import rebound.soak.evidence.overload.CellRecord;
import rebound.soak.evidence.overload.CliffRecord;
import rebound.soak.evidence.overload.SurfaceRecord;

/// Reads a grid of loads and delays out of a run's phases: where more connections give no more
/// answers, and what Little's law makes of it (METHODOLOGY 4.1).
public final class Surfaces {
  // Below this share of what so many connections could get they wait for something else.
  private static final double LINEAR = 0.9;
  // More connections that give less than this times as much give little.
  private static final double LITTLE = 1.1;
  private static final double OF_POOL = 0.9;
  // A thread that works this much of the time has no time left that counts.
  private static final double BUSY = 0.75;
  // A queue of half of what is served keeps the slots busy.
  private static final double QUEUE_SHARE = 1.5;
  private static final double TIMEOUT_SHARE = 2;

  private Surfaces() {}

  /// Reads it.
  ///
  /// @return null where no cell was measured
  public static SurfaceRecord of(List<PhaseRecord> phases) {
    Map<Double, List<Raw>> rows = new TreeMap<>();
    for (PhaseRecord phase : phases) {
      SurfaceNames.Cell cell = SurfaceNames.cell(phase.name());
      if (cell != null && phase.population("") != null) {
        rows.computeIfAbsent(cell.delayMillis(), _ -> new ArrayList<>()).add(new Raw(cell, phase));
      }
    }
    if (rows.isEmpty()) {
      return null;
    }
    List<CellRecord> cells = new ArrayList<>();
    double pool = 0;
    double processor = 0;
    for (List<Raw> row : rows.values()) {
      row.sort(Comparator.comparingInt(it -> it.cell().connections()));
      double most = most(row);
      pool = Math.max(pool, most * row.getFirst().cell().delayMillis() / 1e3);
      processor = Math.max(processor, most);
      row.forEach(it -> cells.add(it.record(alone(row), leveled(row, it))));
    }
    List<CliffRecord> cliffs = new ArrayList<>();
    for (List<Raw> row : rows.values()) {
      double delay = row.getFirst().cell().delayMillis();
      cliffs.add(
          cliff(
              cells.stream().filter(it -> it.delayMillis() == delay).toList(),
              alone(row),
              most(row),
              pool,
              busy(row)));
    }
    return new SurfaceRecord(cells, cliffs, pool, processor);
  }

  /// Whether no larger number of connections gave more; of the largest, whether it gave more than
  /// the others.
  private static boolean leveled(List<Raw> row, Raw cell) {
    int next = row.indexOf(cell) + 1;
    return next < row.size()
        ? most(row.subList(next, row.size())) <= LITTLE * good(cell)
        : good(cell) <= LITTLE * most(row.subList(0, row.size() - 1));
  }

  private static double good(Raw cell) {
    return cell.users().goodputPerSecond();
  }

  private static double most(List<Raw> row) {
    return row.stream().mapToDouble(Surfaces::good).max().orElse(0);
  }

  /// Whether the thread that works most had no time left where the row gave most; false where its
  /// processor time is unreadable.
  private static boolean busy(List<Raw> row) {
    return row.stream()
        .max(Comparator.comparingDouble(Surfaces::good))
        .map(it -> it.phase().busiestThreadRatio())
        .filter(it -> it >= BUSY)
        .isPresent();
  }

  /// R without a queue: what the fewest connections waited, never less than the delay itself.
  private static double alone(List<Raw> row) {
    Raw first = row.getFirst();
    Double mean = first.users().responseMillis().mean();
    return Math.max(first.cell().delayMillis(), mean == null ? 0 : mean);
  }

  /// A cell before its row is known.
  private record Raw(SurfaceNames.Cell cell, PhaseRecord phase) {
    PopulationRecord users() {
      return phase.population("");
    }

    CellRecord record(double aloneMillis, boolean leveled) {
      PopulationRecord users = users();
      LedgerRecord ledger = users.ledger();
      double good = users.goodputPerSecond();
      double ceiling = cell.connections() / (cell.delayMillis() / 1e3);
      double linear = cell.connections() / (aloneMillis / 1e3);
      return new CellRecord(
          phase.name(),
          cell.delayMillis(),
          cell.connections(),
          good,
          good / ceiling,
          users.responseMillis().mean(),
          users.throughputPerSecond() > 0
              ? 1e3 * cell.connections() / users.throughputPerSecond()
              : null,
          users.responseMillis().p99(),
          ledger.attempted() == 0 ? 0 : (double) ledger.shed() / ledger.attempted(),
          leveled && good < LINEAR * linear,
          phase.trusted());
    }
  }

  private static CliffRecord cliff(
      List<CellRecord> row, double aloneMillis, double most, double pool, boolean busy) {
    double delay = row.getFirst().delayMillis();
    Integer past =
        row.stream().filter(CellRecord::past).map(CellRecord::connections).findFirst().orElse(null);
    double inside = most * delay / 1e3;
    String bound =
        past == null ? "not reached" : !busy && inside >= OF_POOL * pool ? "pool" : "processor";
    double knee = most * aloneMillis / 1e3;
    int limit = (int) Math.max(1, Math.ceil(QUEUE_SHARE * knee));
    Double p99 =
        row.stream()
            .filter(it -> !it.past() && it.p99Millis() != null)
            .map(CellRecord::p99Millis)
            .reduce((_, last) -> last)
            .orElse(null);
    double full = most > 0 ? 1e3 * limit / most : aloneMillis;
    double timeout = Math.max(TIMEOUT_SHARE * full, p99 == null ? 0 : TIMEOUT_SHARE * p99);
    return new CliffRecord(
        delay,
        most,
        knee,
        past,
        bound,
        inside,
        limit,
        timeout,
        delay,
        sentence(delay, most, knee, aloneMillis, past, bound, inside, limit, timeout));
  }

  private static String sentence(
      double delay,
      double most,
      double knee,
      double aloneMillis,
      Integer past,
      String bound,
      double inside,
      int limit,
      double timeout) {
    String reached =
        String.format(
            Locale.ROOT,
            "At %s ms: %,.0f/s at most, which is %.0f requests at once (Little: %,.0f/s × %.1f ms)",
            SurfaceNames.millis(delay),
            most,
            knee,
            most,
            aloneMillis);
    if (past == null) {
      return reached + "; the grid ends before the cliff, more connections would give more.";
    }
    String why =
        bound.equals("pool")
            ? String.format(
                Locale.ROOT,
                "the %.0f database connections are busy, and each further 1,000/s need %s more",
                inside,
                SurfaceNames.millis(delay))
            : String.format(
                Locale.ROOT,
                "the server's processors are busy: %.0f database connections do, more would stand idle",
                Math.ceil(inside));
    return String.format(
        Locale.ROOT,
        "%s; from %,d connections on more give little or nothing: %s. Let in %,d at once, let clients wait"
            + " %.0f ms.",
        reached,
        past,
        why,
        limit,
        timeout);
  }
}
