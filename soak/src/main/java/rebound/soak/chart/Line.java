package rebound.soak.chart;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Collections;
import java.util.List;

/// A line of a plot. A null value is a gap.
///
/// @param label its name in the legend
/// @param colour 1 to 8: a place in the page's palette, which has a light and a dark form
/// @param dashed true for what only accompanies
/// @param everySeconds how often it is seen: a longer silence is a gap
/// @param values one for each place on the horizontal axis
/// @param low lower edge of a band around it; absent without one
/// @param high upper edge of the band
/// @param pointSize pixels across each point where points alone are drawn; 0 for a line
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Line(
    String label,
    int colour,
    boolean dashed,
    double everySeconds,
    List<Double> values,
    List<Double> low,
    List<Double> high,
    int pointSize) {
  /// Places in the palette.
  public static final int COLOURS = 8;

  /// Refuses a place outside the palette and a band of another length.
  public Line {
    if (colour < 1 || colour > COLOURS) {
      throw new IllegalArgumentException(
          "colour of " + label + " is " + colour + ": 1 to " + COLOURS);
    }
    if ((low == null) != (high == null) || (low != null && low.size() != values.size())) {
      throw new IllegalArgumentException("band of " + label + " does not fit its values");
    }
    values = Collections.unmodifiableList(values);
  }

  /// A line without a band.
  public static Line of(String label, int colour, List<Double> values) {
    return new Line(label, colour, false, 1, values, null, null, 0);
  }

  /// Points that no line joins.
  ///
  /// @param size pixels across each
  public static Line points(String label, int colour, int size, List<Double> values) {
    return new Line(label, colour, false, 1, values, null, null, size);
  }

  /// The palette's place for the line that comes so many places after the first.
  public static int colour(int place) {
    return 1 + place % COLOURS;
  }

  /// The mean of an envelope, with a band where its values spread.
  static Line of(String label, int colour, Envelope envelope) {
    return envelope.spreads()
        ? new Line(label, colour, false, 1, envelope.mean(), envelope.low(), envelope.high(), 0)
        : of(label, colour, envelope.mean());
  }

  /// The same, dashed.
  public Line dash() {
    return new Line(label, colour, true, everySeconds, values, low, high, pointSize);
  }

  /// The same within a band.
  Line within(List<Double> lowest, List<Double> highest) {
    return new Line(label, colour, dashed, everySeconds, values, lowest, highest, pointSize);
  }

  /// The same, seen less often.
  Line every(double seconds) {
    return new Line(label, colour, dashed, seconds, values, low, high, pointSize);
  }
}
