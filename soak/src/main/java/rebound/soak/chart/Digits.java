package rebound.soak.chart;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/// Rounds what is only drawn: four digits are finer than any pixel and keep the page small.
final class Digits {
  private static final int DRAWN = 4;

  private Digits() {}

  static Double drawn(double value) {
    return round(value, DRAWN);
  }

  /// Rounds to significant digits.
  ///
  /// @return null for what is no number
  static Double round(double value, int digits) {
    return Double.isFinite(value)
        ? Double.valueOf(
            new BigDecimal(value)
                .round(new MathContext(digits, RoundingMode.HALF_EVEN))
                .doubleValue())
        : null;
  }
}
