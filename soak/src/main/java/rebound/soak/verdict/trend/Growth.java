package rebound.soak.verdict.trend;

import java.util.Optional;
import rebound.soak.verdict.statistics.Interval;
import rebound.soak.verdict.statistics.Series;

/// Whether a metric grows through a soak without end: the decision of METHODOLOGY 5.4.
///
/// After the first third, at least ten minutes, is dropped as warm-up:
///
/// 1. it is significant, p < 0.01 one-sided;
/// 2. it has a size, more than 2σ of the residuals over the time judged, and it matters
/// ([GrowthRule]);
/// 3. it does not level off: the second half's slope is at least half the first half's → SUSPECT;
/// 4. it goes on when the time doubles: the soak's first half is judged as a soak of its own, and
/// the slope of the second half is significant and at least half of it → LEAK.
///
/// @param verdict what was found
/// @param rule what was asked
/// @param trend slope and significance over the time judged, per window; empty with too few
///     windows
/// @param windowSeconds Δ
/// @param windows judged
/// @param smallestSlopePerSecond that this soak could have seen
public record Growth(
    Verdict verdict,
    GrowthRule rule,
    Optional<Trend> trend,
    double windowSeconds,
    int windows,
    double smallestSlopePerSecond) {
  private static final double ALPHA = 0.01;
  private static final double WARM_UP_SECONDS = 600;
  private static final int LEAST_WINDOWS = 40;

  /// What was found.
  public enum Verdict {
    /// No growth that is certain and matters.
    STABLE,
    /// It grew and levels off: not judged as a leak; a longer soak shows the plateau.
    CONVERGING,
    /// It grows and did not level off; a soak of twice the time confirms it or not.
    SUSPECT,
    /// It grows, and went on growing.
    LEAK,
    /// Too few windows to judge.
    TOO_SHORT,
    /// The soak was long enough, but the metric could not be read in a good part of it.
    UNREADABLE
  }

  /// Whether a soak of so many windows is long enough to be judged.
  ///
  /// @param warmUpSeconds at least so much is dropped
  public static boolean longEnough(int windows, double windowSeconds, double warmUpSeconds) {
    return windows - warmUp(windows, windowSeconds, warmUpSeconds) >= LEAST_WINDOWS;
  }

  /// Judges a soak.
  ///
  /// @param floors from the soak's beginning, warm-up included
  /// @param rule what growth matters
  public static Growth judge(Floors floors, GrowthRule rule) {
    return judge(floors, rule, WARM_UP_SECONDS);
  }

  /// Judges a soak whose scale is another, as in a self-test that runs a minute for an hour.
  ///
  /// @param warmUpSeconds at least so much is dropped
  public static Growth judge(Floors floors, GrowthRule rule, double warmUpSeconds) {
    Series all = floors.floors();
    double window = floors.windowSeconds();
    int drop = warmUp(all.size(), window, warmUpSeconds);
    Series judged = all.slice(Math.min(drop, all.size()), all.size());
    if (judged.size() < LEAST_WINDOWS) {
      return new Growth(
          Verdict.TOO_SHORT,
          rule,
          Optional.empty(),
          window,
          judged.size(),
          Double.POSITIVE_INFINITY);
    }
    Trend trend = Trend.of(judged);
    Verdict verdict = steps(judged, trend, rule);
    if (verdict == Verdict.SUSPECT && confirmed(all, rule, window, warmUpSeconds)) {
      verdict = Verdict.LEAK;
    }
    double smallest = smallest(trend, rule, window, judged.size());
    return new Growth(verdict, rule, Optional.of(trend), window, judged.size(), smallest);
  }

  /// What the test could have found significant, and the decision could have found large enough.
  private static double smallest(Trend trend, GrowthRule rule, double window, int windows) {
    double sigma = Math.max(trend.residualSigma(), rule.leastSigma());
    double seconds = windows * window;
    double significant =
        new Detectable(window, sigma, trend.autocorrelation()).slopePerSecond(seconds);
    double large = Math.max(2 * sigma, rule.least(trend.median())) / seconds;
    return Math.max(significant, large);
  }

  private static int warmUp(int windows, double windowSeconds, double warmUpSeconds) {
    return Math.max((int) Math.ceil(windows / 3.0), (int) Math.ceil(warmUpSeconds / windowSeconds));
  }

  /// Steps 1 to 3.
  static Verdict steps(Series judged, Trend trend, GrowthRule rule) {
    double growth = trend.slope() * judged.size();
    if (trend.risingP() >= ALPHA
        || growth <= 2 * trend.residualSigma()
        || !rule.matters(growth, trend.median())) {
      return Verdict.STABLE;
    }
    int half = judged.size() / 2;
    double first = Trend.of(judged.slice(0, half)).slope();
    double second = Trend.of(judged.slice(half, judged.size())).slope();
    return second >= 0.5 * first ? Verdict.SUSPECT : Verdict.CONVERGING;
  }

  /// Step 4: T is half the soak; [T/3, T], or less where ten minutes are more than T/3, against
  /// [T, 2T].
  private static boolean confirmed(
      Series all, GrowthRule rule, double window, double warmUpSeconds) {
    int t = all.size() / 2;
    int drop = warmUp(t, window, warmUpSeconds);
    if (t - drop < Trend.LEAST) {
      return false;
    }
    Series first = all.slice(drop, t);
    Series second = all.slice(t, all.size());
    Trend before = Trend.of(first);
    Trend after = Trend.of(second);
    double growth = after.slope() * second.size();
    return after.risingP() < ALPHA
        && rule.matters(growth, after.median())
        && after.slope() >= 0.5 * before.slope();
  }

  /// The slope, in the unit of the series each second; empty with too few windows.
  public Optional<Double> slopePerSecond() {
    return trend.map(found -> found.slope() / windowSeconds);
  }

  /// Its 95 % interval.
  public Optional<Interval> slopeInterval() {
    return trend.map(
        found ->
            new Interval(
                found.slopeInterval().low() / windowSeconds,
                found.slopeInterval().high() / windowSeconds));
  }

  /// Growth for 1,000 requests: b/λ.
  ///
  /// @param requestsPerSecond of the soak
  public Optional<Double> perThousandRequests(double requestsPerSecond) {
    return requestsPerSecond > 0
        ? slopePerSecond().map(slope -> slope / requestsPerSecond * 1000)
        : Optional.empty();
  }

  /// When a limit would be reached; empty where it does not grow.
  ///
  /// @param limit in the unit of the series
  /// @param now the metric's value
  public Optional<Double> secondsToLimit(double limit, double now) {
    return slopePerSecond().filter(slope -> slope > 0).map(slope -> (limit - now) / slope);
  }
}
