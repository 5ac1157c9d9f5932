package rebound.soak.page;

import java.util.List;
import java.util.Locale;
import rebound.soak.evidence.overload.CellRecord;
import rebound.soak.evidence.overload.SurfaceRecord;
import rebound.soak.overload.SurfaceNames;

/// A grid of loads and delays as rows of coloured cells: the stronger the colour, the nearer to
/// what the delay allows.
///
/// @param columns connections
/// @param rows a row each delay
public record HeatMap(List<Integer> columns, List<Row> rows) {
  /// Copies the lists.
  public HeatMap {
    columns = List.copyOf(columns);
    rows = List.copyOf(rows);
  }

  /// A delay.
  ///
  /// @param title for people
  /// @param cells in the columns' order
  public record Row(String title, List<Cell> cells) {
    /// Copies the list.
    public Row {
      cells = List.copyOf(cells);
    }
  }

  /// A cell.
  ///
  /// @param rate goodput
  /// @param hint what else is known, shown under the pointer
  /// @param css how strong its colour is, in percent
  /// @param past beyond the cliff
  public record Cell(String rate, String hint, String css, boolean past) {}

  /// The map of a grid.
  static HeatMap of(SurfaceRecord surface) {
    List<Integer> columns =
        surface.cells().stream().map(CellRecord::connections).distinct().sorted().toList();
    List<Row> rows =
        surface.cliffs().stream()
            .map(
                row ->
                    new Row(
                        SurfaceNames.millis(row.delayMillis()) + " ms",
                        surface.cells().stream()
                            .filter(it -> it.delayMillis() == row.delayMillis())
                            .map(HeatMap::cell)
                            .toList()))
            .toList();
    return new HeatMap(columns, rows);
  }

  private static Cell cell(CellRecord cell) {
    String hint =
        String.format(
            Locale.ROOT,
            "%.0f %% of connections over delay; mean %s ms, by Little's law %s ms, p99 %s ms%s",
            100 * cell.ceilingRatio(),
            Words.number(cell.meanMillis()),
            Words.number(cell.littleMillis()),
            Words.number(cell.p99Millis()),
            cell.trusted() ? "" : "; untrusted");
    return new Cell(
        Words.number(cell.perSecond()) + (cell.trusted() ? "" : " !"),
        hint,
        String.format(Locale.ROOT, "%.0f", 70 * Math.clamp(cell.ceilingRatio(), 0, 1)),
        cell.past());
  }
}
