package rebound.fakedb.latency;

import java.util.ArrayList;
import java.util.List;

/// A measured distribution: its inverse, straight between the points that are known.
///
/// @param lengthNanos how long it was seen, for a replay
/// @param points by quantile, rising in both
public record Quantiles(long lengthNanos, List<Point> points) {
  /// One point.
  ///
  /// @param quantile from 0 to 1
  /// @param nanos of that quantile
  public record Point(double quantile, long nanos) {}

  /// Checks the order.
  public Quantiles {
    points = List.copyOf(points);
    if (points.isEmpty()) {
      throw new IllegalArgumentException("a distribution needs at least one point");
    }
    Point before = new Point(0, 0);
    for (Point point : points) {
      if (!(point.quantile() >= before.quantile() && point.quantile() <= 1)
          || point.nanos() < before.nanos()) {
        throw new IllegalArgumentException(
            "quantiles and values must rise, with quantiles up to 1, not "
                + before
                + " then "
                + point);
      }
      before = point;
    }
  }

  /// The value below which that share lies.
  ///
  /// @param unit from 0 to 1
  /// @return nanoseconds; below the first and above the last point theirs
  public long at(double unit) {
    int low = 0;
    int high = points.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (points.get(middle).quantile() < unit) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    if (low == points.size()) {
      return points.getLast().nanos();
    }
    Point above = points.get(low);
    if (low == 0) {
      return above.nanos();
    }
    Point below = points.get(low - 1);
    double share = (unit - below.quantile()) / (above.quantile() - below.quantile());
    return below.nanos() + Math.round(share * (above.nanos() - below.nanos()));
  }

  /// Reads `quantile,value` lines; a first line without a number is a heading.
  ///
  /// @param csv the lines
  /// @param nanosPerUnit what a value of 1 means
  /// @return the distribution
  /// @throws IllegalArgumentException with the line that is wrong
  static Quantiles ofCsv(String csv, double nanosPerUnit) {
    List<Point> points = new ArrayList<>();
    int number = 0;
    for (String line : csv.lines().toList()) {
      number++;
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      String[] cells = line.split(",", -1);
      try {
        points.add(
            new Point(
                Double.parseDouble(cells[0].strip()),
                Math.round(Double.parseDouble(cells[1].strip()) * nanosPerUnit)));
      } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
        if (!points.isEmpty() || number > 1) {
          throw new IllegalArgumentException(
              "line " + number + " is not 'quantile,value', as 0.99,40", e);
        }
      }
    }
    return new Quantiles(0, points);
  }
}
