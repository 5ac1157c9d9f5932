package rebound.soak.verdict.trend;

/// What a soak of a given length can see: the formula of METHODOLOGY 5.4, T =
/// 1.25·∛(12·1.05·z²·Δ·σ²·(1+φ)/(1−φ)/b²), at least 40 windows, with power 0.9 at α = 0.01
/// one-sided (z² = 13.0). The variance of a least-squares slope of n = T/Δ windows is
/// 12σ²/(n³Δ²), inflated by (1+φ)/(1−φ) for AR(1) noise and by 1.05 for Theil and Sen's
/// efficiency.
///
/// @param windowSeconds Δ
/// @param sigma noise of the floors, in the unit of the series
/// @param autocorrelation φ
public record Detectable(double windowSeconds, double sigma, double autocorrelation) {
  private static final double Z_SQUARED = 13.0;
  private static final double LEAST_WINDOWS = 40;
  private static final double MARGIN = 1.25;

  public Detectable {
    if (!(windowSeconds > 0) || !(sigma >= 0) || !(autocorrelation >= 0 && autocorrelation < 1)) {
      throw new IllegalArgumentException(
          "windowSeconds "
              + windowSeconds
              + ", sigma "
              + sigma
              + ", autocorrelation "
              + autocorrelation
              + " are no noise");
    }
  }

  private double noise() {
    return 12
        * 1.05
        * Z_SQUARED
        * windowSeconds
        * sigma
        * sigma
        * (1 + autocorrelation)
        / (1 - autocorrelation);
  }

  /// How long a soak has to last, warm-up not counted, to see a slope.
  ///
  /// @param slopePerSecond in the unit of the series
  public double seconds(double slopePerSecond) {
    return Math.max(
        LEAST_WINDOWS * windowSeconds,
        MARGIN * Math.cbrt(noise() / (slopePerSecond * slopePerSecond)));
  }

  /// The smallest slope that a soak could have seen; infinite where it had fewer than 40 windows.
  ///
  /// @param seconds judged, warm-up not counted
  public double slopePerSecond(double seconds) {
    if (seconds < LEAST_WINDOWS * windowSeconds) {
      return Double.POSITIVE_INFINITY;
    }
    return Math.sqrt(noise() / Math.pow(seconds / MARGIN, 3));
  }
}
