package rebound.soak.verdict.overload;

import java.util.List;
import java.util.OptionalDouble;
import rebound.soak.verdict.statistics.Series;

/// When goodput has settled after a step of load (METHODOLOGY 2.2): the start of the first of five
/// windows in a row with at least 0.95 of its steady value, and with at most 1 % of the admitted
/// requests late, which is their p99 within the deadline.
public final class Convergence {
  /// Windows in a row.
  public static final int IN_ROW = 5;

  private static final double STEADY_SHARE = 0.95;
  private static final double LATE_SHARE = 0.01;

  private Convergence() {}

  /// A short window.
  ///
  /// @param startSeconds from the step
  /// @param goodPerSecond goodput
  /// @param admitted requests that ended in it and were not refused
  /// @param late those of them that were not answered right in time
  public record Window(double startSeconds, double goodPerSecond, long admitted, long late) {}

  /// Goodput once it has settled: the median of the windows' second half.
  ///
  /// @throws IllegalArgumentException without a window
  public static double steadyPerSecond(List<Window> windows) {
    return Series.of(
            windows.subList(windows.size() / 2, windows.size()).stream()
                .mapToDouble(Window::goodPerSecond))
        .median();
  }

  /// Seconds from the step until it has settled; empty where it did not within the windows, or
  /// settled at nothing.
  public static OptionalDouble seconds(List<Window> windows) {
    if (windows.size() < IN_ROW) {
      return OptionalDouble.empty();
    }
    double steady = steadyPerSecond(windows);
    int inRow = 0;
    for (int i = 0; i < windows.size() && steady > 0; i++) {
      Window window = windows.get(i);
      boolean settled =
          window.goodPerSecond() >= STEADY_SHARE * steady
              && window.late() <= LATE_SHARE * window.admitted();
      inRow = settled ? inRow + 1 : 0;
      if (inRow == IN_ROW) {
        return OptionalDouble.of(Math.max(0, windows.get(i - IN_ROW + 1).startSeconds()));
      }
    }
    return OptionalDouble.empty();
  }
}
