package rebound.soak.verdict.trust;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/// What decides whether the driver kept its schedule (METHODOLOGY 1.4). Waiting for a connection
/// is not among it: a user would have waited too.
///
/// @param lagP99Millis dispatched minus intended, 99th percentile
/// @param lagMaxMillis worst
/// @param responseP50Millis median response time; empty without a response
/// @param quietLagP99Millis what this machine's timers do when it is quiet; empty where not
///     measured
/// @param sloMillis the service level for response time; empty without one
/// @param planned requests that became due
/// @param driverLate of them, not sent because the driver was late
/// @param cpuRatio CPU over wall time of the busiest loop thread; empty in closed phases, where a
///     busy driver only sends less
/// @param runQueueWaitRatio share of wall time that it waited for a core
/// @param gcPauseMaxMillis longest collection
public record DriverFigures(
    double lagP99Millis,
    double lagMaxMillis,
    OptionalDouble responseP50Millis,
    OptionalDouble quietLagP99Millis,
    OptionalDouble sloMillis,
    long planned,
    long driverLate,
    OptionalDouble cpuRatio,
    double runQueueWaitRatio,
    double gcPauseMaxMillis) {
  private static final double LEAST_SENT_RATIO = 0.999;
  private static final double MOST_CPU_RATIO = 0.8;
  private static final double MOST_RUN_QUEUE_RATIO = 0.01;
  private static final double MOST_GC_MILLIS = 5;
  private static final double MOST_LAG_MILLIS = 50;

  /// The limit of the lag's p99: max(1 ms, 5 % of the median response, 1.5 × the quiet lag), never
  /// above 10 ms or 5 % of the service level.
  public double lagLimitMillis() {
    double wanted =
        Math.max(
            1, Math.max(0.05 * responseP50Millis.orElse(0), 1.5 * quietLagP99Millis.orElse(0)));
    return Math.min(wanted, Math.min(10, 0.05 * sloMillis.orElse(Double.POSITIVE_INFINITY)));
  }

  /// Judges them.
  public Trust judge() {
    List<String> reasons = new ArrayList<>();
    if (lagP99Millis > lagLimitMillis()) {
      reasons.add(
          String.format(
              Locale.ROOT,
              "the driver was late: lag p99 %.2f ms, at most %.2f ms",
              lagP99Millis,
              lagLimitMillis()));
    }
    if (lagMaxMillis > MOST_LAG_MILLIS) {
      reasons.add(
          String.format(
              Locale.ROOT,
              "the driver stood still: lag %.0f ms, at most %.0f ms",
              lagMaxMillis,
              MOST_LAG_MILLIS));
    }
    double sent = planned == 0 ? 1 : 1 - (double) driverLate / planned;
    if (sent < LEAST_SENT_RATIO) {
      reasons.add(
          String.format(
              Locale.ROOT, "the driver sent %.2f %% of its plan, at least 99.9 %%", 100 * sent));
    }
    if (cpuRatio.orElse(0) > MOST_CPU_RATIO) {
      reasons.add(
          String.format(
              Locale.ROOT,
              "the driver's loop was busy %.0f %% of the time, at most 80 %%",
              100 * cpuRatio.getAsDouble()));
    }
    if (runQueueWaitRatio > MOST_RUN_QUEUE_RATIO) {
      reasons.add(
          String.format(
              Locale.ROOT,
              "the driver waited for a core %.1f %% of the time, at most 1 %%",
              100 * runQueueWaitRatio));
    }
    if (gcPauseMaxMillis > MOST_GC_MILLIS) {
      reasons.add(
          String.format(
              Locale.ROOT,
              "the driver's collector paused it %.1f ms, at most %.0f ms",
              gcPauseMaxMillis,
              MOST_GC_MILLIS));
    }
    return Trust.of(reasons);
  }
}
