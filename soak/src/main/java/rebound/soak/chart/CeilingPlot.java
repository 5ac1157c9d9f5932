package rebound.soak.chart;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import rebound.soak.evidence.PhaseRecord;

/// Throughput against what the delay of a dependency allows at most, connections over delay: a
/// server that loses nothing by waiting lies on the diagonal.
public final class CeilingPlot {
  private CeilingPlot() {}

  /// What was reached under one ceiling.
  ///
  /// @param name of the phase
  /// @param ceilingPerSecond what the delay allows
  /// @param perSecond what was answered
  public record Cell(String name, double ceilingPerSecond, double perSecond) {}

  /// The cells of a run: its phases that name a delay.
  public static List<Cell> cells(List<PhaseRecord> phases) {
    List<Cell> cells = new ArrayList<>();
    for (PhaseRecord phase : phases) {
      if (phase.ceilingPerSecond() != null && !phase.populations().isEmpty()) {
        cells.add(
            new Cell(
                phase.title(),
                phase.ceilingPerSecond(),
                phase.populations().getFirst().goodputPerSecond()));
      }
    }
    return cells;
  }

  /// The plot.
  ///
  /// @param targets the cells of each target, by its name
  public static Plot of(Map<String, List<Cell>> targets) {
    TreeMap<Double, String> places = new TreeMap<>();
    targets
        .values()
        .forEach(
            cells ->
                cells.forEach(
                    it ->
                        places.merge(
                            it.ceilingPerSecond(),
                            it.name(),
                            (one, other) -> one.equals(other) ? one : one + " and " + other)));
    List<Double> x = new ArrayList<>(places.keySet());
    List<Line> lines = new ArrayList<>();
    lines.add(Line.of("ceiling: connections over delay", 8, x).dash());
    int place = 0;
    for (Map.Entry<String, List<Cell>> target : targets.entrySet()) {
      List<Double> reached = new ArrayList<>(Collections.nCopies(x.size(), null));
      for (Cell cell : target.getValue()) {
        reached.set(x.indexOf(cell.ceilingPerSecond()), Digits.drawn(cell.perSecond()));
      }
      lines.add(Line.of(target.getKey(), Line.colour(place++), reached));
    }
    return new Plot(
        "ceiling",
        "Answered requests a second over the most that the delay allows",
        "/s",
        true,
        x,
        lines,
        List.of(),
        new Plot.Across("ceiling", "/s", true, "", new ArrayList<>(places.values())));
  }
}
