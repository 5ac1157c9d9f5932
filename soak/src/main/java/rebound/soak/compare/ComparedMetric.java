package rebound.soak.compare;

import java.util.List;
import rebound.soak.verdict.compare.Regression;

/// One metric of a comparison, as its files hold it.
///
/// @param metric its name
/// @param unit of the values
/// @param base each base run's value
/// @param candidate each candidate run's value
/// @param ratio estimated candidate over base
/// @param low lower end of the ratio's interval; null below six blocks, which cannot have one
/// @param high upper end
/// @param confidence that the interval really has; 0 without one
/// @param marginRatio how much worse it may get, 0.05 for 5 %
/// @param verdict with all metrics taken together
/// @param sentence the finding in words
public record ComparedMetric(
    String metric,
    String unit,
    List<Double> base,
    List<Double> candidate,
    double ratio,
    Double low,
    Double high,
    double confidence,
    double marginRatio,
    Regression verdict,
    String sentence) {

  /// Copies the lists.
  public ComparedMetric {
    base = List.copyOf(base);
    candidate = List.copyOf(candidate);
  }
}
