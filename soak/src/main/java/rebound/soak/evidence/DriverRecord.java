package rebound.soak.evidence;

import java.util.List;
import rebound.chaos.measure.DriverReport;

/// What the driver says of itself, for a phase or for the whole run.
///
/// @param cpuRatio CPU over wall time of its busiest loop thread
/// @param cpuSeconds CPU of its process
/// @param cpuSecondsPer100k the same for 100,000 responses
/// @param peakRssBytes its highest resident memory
/// @param lagP99Millis dispatched minus intended, 99th percentile
/// @param lagMaxMillis the longest
/// @param gcPauseMaxMillis longest pause of its collector
/// @param trusted true when every check passed
/// @param reasons what failed, a sentence each
public record DriverRecord(
    double cpuRatio,
    double cpuSeconds,
    Double cpuSecondsPer100k,
    long peakRssBytes,
    double lagP99Millis,
    double lagMaxMillis,
    double gcPauseMaxMillis,
    boolean trusted,
    List<String> reasons) {

  /// Copies the reasons.
  public DriverRecord {
    reasons = List.copyOf(reasons);
  }

  /// The record of a driver's report.
  ///
  /// @param completed responses of all populations
  public static DriverRecord of(DriverReport report, long completed) {
    return new DriverRecord(
        report.cpuRatio(),
        report.cpuSeconds(),
        completed == 0 ? null : report.cpuSeconds() * 100_000 / completed,
        report.peakRssBytes(),
        report.lagP99Millis(),
        report.lagMaxMillis(),
        report.gcPauseMaxMillis(),
        report.trusted(),
        report.reasons());
  }
}
