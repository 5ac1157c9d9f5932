package rebound.soak.verdict.compare;

/// How much worse a metric may get (METHODOLOGY 1.7).
///
/// @param metric its name
/// @param higherIsBetter goodput is, latency and memory are not
/// @param relative 0.05 for 5 %
/// @param absolute in the metric's unit; the larger of both counts
public record Margin(String metric, boolean higherIsBetter, double relative, double absolute) {
  /// Goodput: 5 %.
  public static final Margin GOODPUT = new Margin("goodput", true, 0.05, 0);

  /// Median response time: 5 %.
  public static final Margin P50 = new Margin("p50", false, 0.05, 0);

  /// 99th percentile: 10 %.
  public static final Margin P99 = new Margin("p99", false, 0.10, 0);

  /// Memory after the last rest: 5 % or 8 MB, whichever is more.
  public static final Margin SETTLED_MEMORY = new Margin("settled memory", false, 0.05, 8e6);

  /// Memory at its highest: the same.
  public static final Margin PEAK_MEMORY = new Margin("peak memory", false, 0.05, 8e6);

  /// CPU time for a request: 5 %.
  public static final Margin CPU_PER_REQUEST = new Margin("CPU per request", false, 0.05, 0);

  public Margin {
    if (!(relative > 0 && relative < 1) || !(absolute >= 0)) {
      throw new IllegalArgumentException(
          metric + ": margin " + relative + " and " + absolute + "; 5 % is written 0.05");
    }
  }

  /// The margin as a log-ratio above 0, for a base of this size.
  double logRatio(double base) {
    double share = Math.min(0.9, Math.max(relative, absolute / base));
    return higherIsBetter ? -Math.log1p(-share) : Math.log1p(share);
  }
}
