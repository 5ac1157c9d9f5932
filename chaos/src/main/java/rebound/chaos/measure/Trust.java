package rebound.chaos.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Whether the driver's figures can be trusted: each check that fails is a sentence with the figure
/// and its limit. Only what sends by a schedule can be late, so that closed and
/// idle populations have no lag and no processor limit. A driver that has to wait for a processor
/// reads answers late in any model: more than 1 % of the time reaches the 99th percentile, and
/// counts where the waits are as long as a lag that would count.
final class Trust {
  private static final double LAG_P99_MILLIS = 1;
  private static final double LAG_P99_SHARE_OF_RESPONSE = 0.05;
  private static final double LAG_P99_NEVER_ABOVE_MILLIS = 10;
  private static final double LAG_MAX_MILLIS = 50;
  private static final double LATE_RATIO = 0.001;
  private static final double CPU_RATIO = 0.8;
  private static final double WAIT_RATIO = 0.01;
  private static final double PAUSE_MILLIS = 5;

  private static final double QUIET_LAGS = 1.5;

  private final List<String> reasons;
  private final double quietLagP99Millis;

  Trust(List<String> unreadable, double quietLagP99Millis) {
    this.quietLagP99Millis = quietLagP99Millis;
    reasons = new ArrayList<>(unreadable);
  }

  List<String> reasons() {
    return List.copyOf(reasons);
  }

  void judge(List<PopulationResult> results, double cpuRatio, double longestPauseMillis) {
    boolean open = false;
    for (PopulationResult result : results) {
      if (!result.ledger().addsUp()) {
        reasons.add(
            "the ledger of %s does not add up: %d attempts, %d outcomes"
                .formatted(
                    result.name(), result.ledger().attempted(), result.ledger().accounted()));
      }
      if (!Double.isNaN(result.offeredPerSecond())) {
        open = true;
        judgeLag(result);
      }
    }
    if (open) {
      limit("the driver's loop used %.2f of its processor", cpuRatio, CPU_RATIO);
      limit("the longest collection in the driver took %.1f ms", longestPauseMillis, PAUSE_MILLIS);
    }
  }

  void judgeWaiting(List<PopulationResult> results, double waitRatio, double waitMillis) {
    double shortest = LAG_P99_NEVER_ABOVE_MILLIS / LAG_P99_SHARE_OF_RESPONSE;
    for (PopulationResult result : results) {
      if (result.latencies().response().getTotalCount() > 0) {
        shortest = Math.min(shortest, medianMillis(result));
      }
    }
    double allowed = allowedLagMillis(shortest);
    if (waitRatio > WAIT_RATIO && waitMillis > allowed) {
      reasons.add(
          String.format(
              Locale.ROOT,
              "the driver's loop waited for a processor for %.1f %% of the time, %.2f ms on average"
                  + " (limits %.0f %%, %.2f ms)",
              waitRatio * 100,
              waitMillis,
              WAIT_RATIO * 100,
              allowed));
    }
  }

  private static double medianMillis(PopulationResult result) {
    return result.latencies().response().getValueAtPercentile(50) / 1e6;
  }

  private double allowedLagMillis(double medianMillis) {
    double allowed =
        Math.max(
            Math.max(LAG_P99_MILLIS, QUIET_LAGS * quietLagP99Millis),
            LAG_P99_SHARE_OF_RESPONSE * medianMillis);
    return Math.min(LAG_P99_NEVER_ABOVE_MILLIS, allowed);
  }

  private void judgeLag(PopulationResult result) {
    Latencies times = result.latencies();
    double allowed = allowedLagMillis(medianMillis(result));
    String name = result.name();
    limit(
        "the driver was late for " + name + " by %.2f ms at p99",
        times.lag().getValueAtPercentile(99) / 1e6,
        allowed);
    limit(
        "the driver was late for " + name + " by %.1f ms at most",
        times.lag().getMaxValue() / 1e6,
        LAG_MAX_MILLIS);
    Ledger ledger = result.ledger();
    if (ledger.driverLate() > LATE_RATIO * ledger.attempted()) {
      reasons.add(
          "the driver did not send %d of %d requests of %s because it was late (limit %.3f)"
              .formatted(ledger.driverLate(), ledger.attempted(), name, LATE_RATIO));
    }
  }

  private void limit(String sentence, double measured, double limit) {
    if (!(measured <= limit)) {
      reasons.add(String.format(Locale.ROOT, sentence + " (limit %.3g)", measured, limit));
    }
  }
}
