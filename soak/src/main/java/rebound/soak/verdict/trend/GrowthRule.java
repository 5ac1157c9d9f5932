package rebound.soak.verdict.trend;

/// What growth of a metric matters: both demands have to be met, besides significance.
///
/// @param metric its name, in words
/// @param unit of the series
/// @param leastRelative of the median, over the time judged
/// @param leastAbsolute in the unit, over the time judged
/// @param resolution in which the metric is read: a series without visible noise has this one
public record GrowthRule(
    String metric, String unit, double leastRelative, double leastAbsolute, double resolution) {
  /// Memory: 1 % of the median (METHODOLOGY 5.4). No absolute floor, which would hide a small leak.
  public static final GrowthRule MEMORY = new GrowthRule("resident memory", "bytes", 0.01, 0, 4096);

  /// Open file descriptors: the tolerance of five that METHODOLOGY 5.3 gives the kernel's side.
  public static final GrowthRule FILE_DESCRIPTORS =
      new GrowthRule("file descriptors", "descriptors", 0.01, 5, 1);

  /// Threads: the same tolerance.
  public static final GrowthRule THREADS = new GrowthRule("threads", "threads", 0.01, 5, 1);

  /// CPU time for a request: the margin of METHODOLOGY 1.7 for the middle of a distribution.
  public static final GrowthRule CPU_PER_REQUEST =
      new GrowthRule("CPU per request", "microseconds", 0.05, 0, 0.1);

  /// The 99th percentile: its margin of METHODOLOGY 1.7.
  public static final GrowthRule P99 = new GrowthRule("p99", "milliseconds", 0.10, 0, 0.001);

  public GrowthRule {
    if (leastRelative < 0 || leastAbsolute < 0 || !(resolution > 0)) {
      throw new IllegalArgumentException(
          metric
              + ": leastRelative "
              + leastRelative
              + ", leastAbsolute "
              + leastAbsolute
              + ", resolution "
              + resolution);
    }
  }

  /// The least growth that matters, in the unit.
  double least(double median) {
    return Math.max(leastAbsolute, leastRelative * Math.abs(median));
  }

  /// Noise that reading in steps makes at least: a step over √12.
  double leastSigma() {
    return resolution / Math.sqrt(12);
  }

  boolean matters(double growth, double median) {
    return growth > least(median);
  }
}
