package rebound.soak.chart;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import rebound.soak.evidence.RunRecord;
import rebound.soak.journal.JournalReader;
import rebound.soak.journal.RunFolder;

/// All that a page draws of one run.
///
/// @param seconds the timeline's horizontal axis, from the run's start
/// @param bucketSeconds how much time a place on it stands for
/// @param phases shaded stretches
/// @param faults harm while it was in force
/// @param marks what happened at an instant
/// @param timeline plots over the run's time
/// @param strips rows of coloured cells over the run's time
/// @param percentiles response time over how rare it is, a line a phase; x is 1/(1 − q)
/// @param memory resident memory after the load ended; x is seconds since then
/// @param free plots with a horizontal axis of their own
public record Charts(
    List<Double> seconds,
    double bucketSeconds,
    List<PhaseBand> phases,
    List<Stretch> faults,
    List<Mark> marks,
    List<Plot> timeline,
    List<Strip> strips,
    Plot percentiles,
    Plot memory,
    List<Plot> free) {

  /// A phase on the timeline.
  ///
  /// @param name its name
  /// @param title for people
  /// @param kind what it is for
  /// @param from start, seconds from the run's start
  /// @param to end
  /// @param trusted false where its figures are spoiled
  public record PhaseBand(
      String name, String title, String kind, double from, double to, boolean trusted) {}

  /// A fault on the timeline.
  ///
  /// @param from when it was made, seconds from the run's start
  /// @param to when it was healed
  /// @param text what was done to whom
  public record Stretch(double from, double to, String text) {}

  /// Something that happened.
  ///
  /// @param at seconds from the run's start
  /// @param text what
  public record Mark(double at, String text) {}

  /// A row of cells, a letter each; a blank is nothing seen.
  ///
  /// @param label what the row shows
  /// @param cells one character a bucket: `o` good, `s` slow, `r` refused on purpose, `e` wrong,
  ///     `t` silent, `x` gone
  public record Strip(String label, String cells) {}

  /// The plot of that id among those with an axis of their own, or null.
  public Plot free(String id) {
    return free.stream().filter(it -> it.id().equals(id)).findFirst().orElse(null);
  }

  private static List<Plot> free(RunRecord run) {
    List<CeilingPlot.Cell> cells = CeilingPlot.cells(run.phases());
    List<Plot> plots = new ArrayList<>();
    // A grid's cells stand in its own map.
    if (!cells.isEmpty() && run.surface() == null) {
      plots.add(CeilingPlot.of(Map.of("answered", cells)));
    }
    if (run.overload() != null) {
      plots.addAll(OverloadCurves.of(run.overload()));
    }
    return plots;
  }

  /// Reads a run's folder.
  ///
  /// @param run the run as judged from the same folder
  /// @throws IOException when the journal or the histogram log cannot be read
  public static Charts read(RunFolder folder, RunRecord run) throws IOException {
    TimeGrid grid = TimeGrid.over(run.seconds());
    Timeline timeline = new Timeline(grid);
    RestCurves rests = new RestCurves(run);
    JournalReader.read(
        folder.journal(),
        event -> {
          timeline.take(event);
          rests.take(event);
        });
    LatencyLines latencies = LatencyLines.read(folder.histogramLog(), grid, run);
    List<Plot> plots = new ArrayList<>();
    plots.add(timeline.rates());
    plots.add(latencies.timeline());
    plots.addAll(timeline.others(run.memoryReturn()));
    return new Charts(
        grid.centres(),
        grid.bucketSeconds(),
        run.phases().stream()
            .map(
                it ->
                    new PhaseBand(
                        it.name(),
                        it.title(),
                        it.kind(),
                        Digits.round(it.startSeconds(), 7),
                        Digits.round(it.startSeconds() + it.seconds(), 7),
                        it.trusted()))
            .toList(),
        timeline.faults(run.seconds()),
        timeline.marks(),
        plots.stream().filter(Plot::drawable).toList(),
        timeline.strips(),
        latencies.percentiles(),
        rests.plot(),
        free(run));
  }
}
