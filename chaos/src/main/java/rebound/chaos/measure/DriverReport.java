package rebound.chaos.measure;

import java.util.List;

/// What the driver says of itself for one phase: whether its figures can be trusted.
///
/// @param cpuRatio CPU over wall time of its busiest loop thread
/// @param cpuSeconds CPU of the driver's process in the phase
/// @param peakRssBytes highest resident memory of the driver's process
/// @param lagP99Millis 99th percentile of dispatched minus intended, over all populations
/// @param lagMaxMillis longest lag
/// @param gcPauseTotalMillis collections in the driver's process
/// @param gcPauseMaxMillis longest of them
/// @param runQueueWaitRatio share of wall time that the busiest loop thread waited for a core
/// @param hiccupP99Millis 99th percentile of the overshoot of a thread that only sleeps: stalls of
/// the machine and of the driver's process
/// @param hiccupMaxMillis longest of them
/// @param trusted true when every check of the driver passed
/// @param reasons what failed, a sentence each, with the figure and its limit
public record DriverReport(
    double cpuRatio,
    double cpuSeconds,
    long peakRssBytes,
    double lagP99Millis,
    double lagMaxMillis,
    double gcPauseTotalMillis,
    double gcPauseMaxMillis,
    double runQueueWaitRatio,
    double hiccupP99Millis,
    double hiccupMaxMillis,
    boolean trusted,
    List<String> reasons) {

  /// Copies the reasons.
  public DriverReport {
    reasons = List.copyOf(reasons);
  }
}
