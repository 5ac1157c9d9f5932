package rebound.soak.verdict.trend;

import java.util.ArrayList;
import java.util.List;
import rebound.soak.verdict.statistics.Series;

/// The lower envelope of a sawtooth: the smallest value of each window. A line through raw resident
/// memory fails one healthy build in three; what a leak raises is the floor.
///
/// @param windowSeconds length of a window, Δ
/// @param floors the smallest value of each window, in order, as the unit of the samples
/// @param missing windows that held no sample, which are left out
public record Floors(double windowSeconds, Series floors, int missing) {
  /// Δ of METHODOLOGY 5.4.
  public static final double WINDOW_SECONDS = 30;

  /// More windows than this cost seconds to judge and show nothing more; longer runs get longer
  /// ones.
  private static final int MOST = 1000;

  /// A value at a time.
  ///
  /// @param seconds from any origin, rising
  /// @param value in any unit
  public record Point(double seconds, double value) {}

  /// Floors of windows of [#WINDOW_SECONDS], or longer ones where that would be too many.
  public static Floors of(List<Point> points) {
    double length = points.isEmpty() ? 0 : points.getLast().seconds() - points.getFirst().seconds();
    return of(points, Math.max(WINDOW_SECONDS, length / MOST));
  }

  /// Floors of windows of a given length; the last, incomplete one is left out.
  public static Floors of(List<Point> points, double windowSeconds) {
    if (!(windowSeconds > 0)) {
      throw new IllegalArgumentException("windowSeconds is " + windowSeconds + "; above 0");
    }
    List<Double> floors = new ArrayList<>();
    int missing = 0;
    double end = points.isEmpty() ? 0 : points.getFirst().seconds() + windowSeconds;
    double least = Double.POSITIVE_INFINITY;
    for (Point point : points) {
      while (point.seconds() >= end) {
        if (Double.isInfinite(least)) {
          missing++;
        } else {
          floors.add(least);
        }
        least = Double.POSITIVE_INFINITY;
        end += windowSeconds;
      }
      least = Math.min(least, point.value());
    }
    return new Floors(
        windowSeconds, Series.of(floors.stream().mapToDouble(Double::doubleValue)), missing);
  }
}
