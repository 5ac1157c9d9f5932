package rebound.soak.creep;

import java.util.Locale;
import rebound.soak.evidence.sample.MemoryLimit;
import rebound.soak.verdict.statistics.Interval;
import rebound.soak.verdict.trend.Growth;
import rebound.soak.verdict.trend.GrowthRule;

/// What a soak says about one metric, as `run.json` holds it. Slopes are in the metric's unit each
/// second; null where there were too few windows.
///
/// @param metric in words
/// @param unit of the metric
/// @param verdict STABLE, CONVERGING, SUSPECT, LEAK, TOO_SHORT or UNREADABLE
/// @param slopePerSecond estimated
/// @param slopeLowPerSecond lower end of its 95 % interval; null where it has none
/// @param slopeHighPerSecond upper end
/// @param perThousandRequests growth for 1,000 requests; null where it grows with time only
/// @param smallestSlopePerSecond the smallest that this soak could have seen; null where none
/// @param secondsToLimit until the target's memory limit is reached; null without growth or limit
/// @param windows judged
/// @param windowSeconds length of each
/// @param sentence the finding in words
public record CreepFinding(
    String metric,
    String unit,
    Growth.Verdict verdict,
    Double slopePerSecond,
    Double slopeLowPerSecond,
    Double slopeHighPerSecond,
    Double perThousandRequests,
    Double smallestSlopePerSecond,
    Double secondsToLimit,
    int windows,
    double windowSeconds,
    String sentence) {

  static CreepFinding of(
      Growth growth, double requestsPerSecond, Double secondsToLimit, MemoryLimit limit) {
    return new CreepFinding(
        growth.rule().metric(),
        growth.rule().unit(),
        growth.verdict(),
        growth.slopePerSecond().orElse(null),
        growth.slopeInterval().map(Interval::low).filter(Double::isFinite).orElse(null),
        growth.slopeInterval().map(Interval::high).filter(Double::isFinite).orElse(null),
        growth.perThousandRequests(requestsPerSecond).orElse(null),
        Double.isFinite(growth.smallestSlopePerSecond()) ? growth.smallestSlopePerSecond() : null,
        secondsToLimit,
        growth.windows(),
        growth.windowSeconds(),
        sentence(growth, requestsPerSecond, until(secondsToLimit, limit)));
  }

  /// A metric that should have been read and could not.
  ///
  /// @param why a sentence
  static CreepFinding unreadable(GrowthRule rule, double windowSeconds, String why) {
    return new CreepFinding(
        rule.metric(),
        rule.unit(),
        Growth.Verdict.UNREADABLE,
        null,
        null,
        null,
        null,
        null,
        null,
        0,
        windowSeconds,
        why);
  }

  private static String sentence(Growth growth, double requestsPerSecond, String until) {
    String metric = growth.rule().metric();
    String unit = growth.rule().unit();
    String slope =
        growth.slopePerSecond().map(it -> rate(it, unit)).orElse("")
            + growth
                .slopeInterval()
                .filter(it -> Double.isFinite(it.low()) && Double.isFinite(it.high()))
                .map(it -> " (95 %: " + rate(it.low(), unit) + " to " + rate(it.high(), unit) + ")")
                .orElse("");
    String smallest =
        Double.isFinite(growth.smallestSlopePerSecond())
            ? "; the smallest growth that this soak could have seen is "
                + rate(growth.smallestSlopePerSecond(), unit)
            : "";
    String each =
        growth
            .perThousandRequests(requestsPerSecond)
            .filter(_ -> unit.equals("bytes"))
            .map(it -> String.format(Locale.ROOT, " (%.1f KB for 1,000 requests)", it / 1e3))
            .orElse("");
    return switch (growth.verdict()) {
      case STABLE -> "no growth of " + metric + " is to be seen" + smallest;
      case CONVERGING ->
          "growth of "
              + metric
              + ", "
              + slope
              + ", levels off: a longer soak shows the plateau"
              + smallest;
      case SUSPECT ->
          "growth of "
              + metric
              + ": "
              + slope
              + each
              + until
              + "; a soak of twice the time confirms it or not";
      case LEAK -> "growth of " + metric + ": " + slope + each + ", and it went on: a leak" + until;
      case UNREADABLE -> metric + " could not be read";
      case TOO_SHORT -> growth.windows() + " windows of " + metric + " are too few to judge";
    };
  }

  /// When the limit is reached, in the unit that people count such times in.
  private static String until(Double seconds, MemoryLimit limit) {
    if (seconds == null) {
      return "";
    }
    String time =
        seconds < 2 * 3600
            ? String.format(Locale.ROOT, "%.0f min", seconds / 60)
            : seconds < 2 * 86_400
                ? String.format(Locale.ROOT, "%.1f h", seconds / 3600)
                : String.format(Locale.ROOT, "%,.0f days", seconds / 86_400);
    return String.format(
        Locale.ROOT, ", at %s limit of %,.0f MB in %s", limit.source(), limit.bytes() / 1e6, time);
  }

  /// A slope in words.
  ///
  /// @param perSecond in the unit each second
  /// @param unit of a metric
  public static String rate(double perSecond, String unit) {
    return unit.equals("bytes")
        ? String.format(Locale.ROOT, "%.2f KB/s", perSecond / 1e3)
        : String.format(Locale.ROOT, "%.3g %s/h", perSecond * 3600, unit);
  }
}
