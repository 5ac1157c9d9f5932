package rebound.soak.page;

import java.util.List;
import java.util.Locale;
import java.util.Objects;

/// A small line without axes, from its lowest value to its highest; drawn without scripts.
///
/// @param values a null is a gap
/// @param changes places at which the level changed
/// @param words the same for those who do not see it
public record Spark(List<Double> values, List<Integer> changes, String words) {
  private static final int WIDTH = 150;
  private static final int HEIGHT = 28;
  private static final int EDGE = 4;

  /// Copies the places.
  public Spark {
    values = java.util.Collections.unmodifiableList(new java.util.ArrayList<>(values));
    changes = List.copyOf(changes);
  }

  int width() {
    return WIDTH;
  }

  int height() {
    return HEIGHT;
  }

  /// The line, as the `d` of an SVG path.
  String path() {
    StringBuilder path = new StringBuilder();
    boolean pen = false;
    for (int i = 0; i < values.size(); i++) {
      if (values.get(i) == null) {
        pen = false;
      } else {
        path.append(pen ? 'L' : 'M').append(x(i)).append(' ').append(y(values.get(i)));
        // A value alone is a dot.
        boolean alone = !pen && (i + 1 == values.size() || values.get(i + 1) == null);
        path.append(alone ? "h.1" : "");
        pen = true;
      }
    }
    return path.toString();
  }

  String x(int place) {
    double step = values.size() < 2 ? 0 : (WIDTH - 2.0 * EDGE) / (values.size() - 1);
    return String.format(Locale.ROOT, "%.1f", EDGE + place * step);
  }

  /// Height of the value at a place; the middle for a gap.
  String y(int place) {
    Double value = values.get(place);
    return value == null ? String.valueOf(HEIGHT / 2) : y(value);
  }

  private String y(Double value) {
    double low = present().min().orElse(0);
    double high = present().max().orElse(0);
    double share = high > low ? (value - low) / (high - low) : 0.5;
    return String.format(Locale.ROOT, "%.1f", HEIGHT - EDGE - share * (HEIGHT - 2.0 * EDGE));
  }

  private java.util.stream.DoubleStream present() {
    return values.stream().filter(Objects::nonNull).mapToDouble(Double::doubleValue);
  }
}
