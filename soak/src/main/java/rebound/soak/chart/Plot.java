package rebound.soak.chart;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;

/// One plot: lines over a common horizontal axis.
///
/// @param id matches `[a-z-]+`; the page finds the plot's place by it
/// @param title what it shows
/// @param unit of the vertical axis
/// @param logarithmic true for a logarithmic vertical axis
/// @param x places on the horizontal axis; absent where it is the timeline's
/// @param lines what is drawn
/// @param guides level lines, for example a limit
/// @param across what the horizontal axis shows; absent where it is time
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Plot(
    String id,
    String title,
    String unit,
    boolean logarithmic,
    List<Double> x,
    List<Line> lines,
    List<Guide> guides,
    Across across) {

  /// A horizontal axis that is not time.
  ///
  /// @param label what it shows
  /// @param unit of its places
  /// @param logarithmic true for a logarithmic axis
  /// @param better where a good result lies: `lower right`, or empty where no corner is better
  /// @param names a name for each place, shown under the cursor; empty without
  public record Across(
      String label, String unit, boolean logarithmic, String better, List<String> names) {
    /// Copies the names.
    public Across {
      names = List.copyOf(names);
    }

    /// An axis without names and without a better corner.
    public Across(String label, String unit, boolean logarithmic) {
      this(label, unit, logarithmic, "", List.of());
    }
  }

  /// A level line or a band between two levels.
  ///
  /// @param label its name
  /// @param from level
  /// @param to the band's other level; the same for a line
  public record Guide(String label, double from, double to) {}

  /// Copies the lists.
  public Plot {
    lines = List.copyOf(lines);
    guides = List.copyOf(guides);
  }

  /// A plot over time.
  public Plot(
      String id,
      String title,
      String unit,
      boolean logarithmic,
      List<Double> x,
      List<Line> lines,
      List<Guide> guides) {
    this(id, title, unit, logarithmic, x, lines, guides, null);
  }

  /// True when there is something to draw.
  public boolean drawable() {
    return lines.stream().anyMatch(line -> line.values().stream().anyMatch(it -> it != null));
  }
}
