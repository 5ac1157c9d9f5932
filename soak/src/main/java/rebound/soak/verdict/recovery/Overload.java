package rebound.soak.verdict.recovery;

/// The algebra of a temporary overload (METHODOLOGY 3.2), which a measured recovery is compared
/// with.
public final class Overload {
  private Overload() {}

  /// How long a queue without a sustaining effect drains: (u − f)⁺·τ/(1 − u).
  ///
  /// @param utilisation u = λ/C before the fault
  /// @param capacityLeft f, share of the capacity that the fault left
  /// @param faultSeconds τ
  public static double drainSeconds(double utilisation, double capacityLeft, double faultSeconds) {
    if (!(utilisation >= 0 && utilisation < 1)) {
      throw new IllegalArgumentException(
          "utilisation is " + utilisation + "; a queue drains below 1 only");
    }
    return Math.max(0, utilisation - capacityLeft) * faultSeconds / (1 - utilisation);
  }

  /// Whether retries can keep an overload alive after its cause is gone: u·(1 + R) > 1.
  ///
  /// @param utilisation u
  /// @param retries R for each request, at most (a retry budget of 10 % is 0.1)
  public static boolean vulnerable(double utilisation, double retries) {
    return utilisation * (1 + retries) > 1;
  }

  /// How long to watch: max(60 s, 5·t_drain, 3 × the client's longest backoff).
  public static double observationSeconds(double drainSeconds, double longestBackoffSeconds) {
    return Math.max(60, Math.max(5 * drainSeconds, 3 * longestBackoffSeconds));
  }
}
