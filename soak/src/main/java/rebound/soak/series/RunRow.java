package rebound.soak.series;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import rebound.soak.compare.PrimaryMetric;
import rebound.soak.evidence.RunRecord;
import rebound.soak.page.Sheet;
import rebound.soak.page.Sheet.Cell;

/// A run in a table of runs.
///
/// @param href of its page
/// @param words what it is in its series; its start where that is all
/// @param run the judged run
record RunRow(String href, String words, RunRecord run) {
  /// A table of runs with the figures by which runs are compared, a row each.
  static Sheet sheet(String caption, List<RunRow> rows) {
    List<String> header = new ArrayList<>(List.of("run", "verdict", "started", "target"));
    PrimaryMetric.ALL.forEach(it -> header.add(it.name() + ", " + it.unit()));
    header.add("settled / baseline");
    return new Sheet(caption, header, rows.stream().map(RunRow::cells).toList());
  }

  private List<Cell> cells() {
    List<Cell> cells = new ArrayList<>();
    cells.add(Cell.text(words).linked(href));
    cells.add(Cell.text(run.verdict().label()).styled(run.verdict()));
    cells.add(Cell.text(started()));
    cells.add(Cell.text(run.target()));
    PrimaryMetric.ALL.forEach(it -> cells.add(Cell.number(figure(it))));
    cells.add(Cell.number(run.memoryReturn().settledRatio()));
    return cells;
  }

  /// To the second, as people write it.
  private String started() {
    return run.startedAt().replace('T', ' ').replaceAll("\\.\\d+Z", "Z");
  }

  /// A figure in the metric's unit; null where the run has none.
  Double figure(PrimaryMetric metric) {
    OptionalDouble value = metric.read(run);
    return value.isPresent() ? value.getAsDouble() * metric.scale() : null;
  }
}
