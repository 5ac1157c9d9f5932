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
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Plot(
    String id,
    String title,
    String unit,
    boolean logarithmic,
    List<Double> x,
    List<Line> lines,
    List<Guide> guides) {

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

  /// True when there is something to draw.
  public boolean drawable() {
    return lines.stream().anyMatch(line -> line.values().stream().anyMatch(it -> it != null));
  }
}
