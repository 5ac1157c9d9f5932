package rebound.soak.overload;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Names of a grid's cells, by which they are found again in a journal.
public final class SurfaceNames {
  private static final Pattern CELL = Pattern.compile("d(\\d+)us-c(\\d+)");

  private SurfaceNames() {}

  /// A cell's name: `d5000us-c64`.
  public static String name(Duration delay, int connections) {
    return "d" + delay.toNanos() / 1_000 + "us-c" + connections;
  }

  /// A cell's title: `5 ms × 64`.
  public static String title(Duration delay, int connections) {
    return millis(delay.toNanos() / 1e6) + " ms × " + connections;
  }

  /// Milliseconds without needless digits.
  public static String millis(double millis) {
    return millis == Math.rint(millis)
        ? String.valueOf((long) millis)
        : String.valueOf(Math.round(millis * 100) / 100.0);
  }

  /// A cell by its name.
  ///
  /// @return null where the name is no cell's
  static Cell cell(String name) {
    Matcher matcher = CELL.matcher(name);
    return matcher.matches()
        ? new Cell(Double.parseDouble(matcher.group(1)) / 1e3, Integer.parseInt(matcher.group(2)))
        : null;
  }

  /// A place on the grid.
  ///
  /// @param delayMillis of the database
  /// @param connections of the load
  record Cell(double delayMillis, int connections) {}
}
