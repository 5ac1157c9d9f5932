package rebound.soak.verdict.trend;

/// What growth of a metric matters: both demands have to be met, besides significance.
///
/// @param metric its name, in words
/// @param unit of the series
/// @param leastRelative of the median, over the time judged
/// @param leastAbsolute in the unit, over the time judged
public record GrowthRule(String metric, String unit, double leastRelative, double leastAbsolute) {
  /// Memory: 1 % of the median (METHODOLOGY 5.4). No absolute floor, which would hide a small leak.
  public static final GrowthRule MEMORY = new GrowthRule("resident memory", "bytes", 0.01, 0);

  /// Open file descriptors: the tolerance of five that METHODOLOGY 5.3 gives the kernel's side.
  public static final GrowthRule FILE_DESCRIPTORS =
      new GrowthRule("file descriptors", "descriptors", 0.01, 5);

  /// Threads: the same tolerance.
  public static final GrowthRule THREADS = new GrowthRule("threads", "threads", 0.01, 5);

  /// CPU time for a request: the margin of METHODOLOGY 1.7 for the middle of a distribution.
  public static final GrowthRule CPU_PER_REQUEST =
      new GrowthRule("CPU per request", "microseconds", 0.05, 0);

  /// The 99th percentile: its margin of METHODOLOGY 1.7.
  public static final GrowthRule P99 = new GrowthRule("p99", "milliseconds", 0.10, 0);

  public GrowthRule {
    if (leastRelative < 0 || leastAbsolute < 0) {
      throw new IllegalArgumentException(
          metric + ": leastRelative " + leastRelative + ", leastAbsolute " + leastAbsolute);
    }
  }

  boolean matters(double growth, double median) {
    return growth > leastAbsolute && growth > leastRelative * Math.abs(median);
  }
}
