package rebound.soak.verdict.memory;

import rebound.soak.verdict.statistics.Series;
import rebound.soak.verdict.trend.MannKendall;
import rebound.soak.verdict.trend.Slope;

/// Whether each cycle of load and rest leaves a little more behind (METHODOLOGY 5.3): the floors of
/// the rests, the first two dropped, rise significantly (exact Mann–Kendall, p < 0.05) and by more
/// than max(1 MB, 0.5 % of M0) a cycle.
///
/// @param finding what was found
/// @param bytesPerCycle Theil and Sen's slope of the floors
/// @param risingP one-sided
/// @param cycles judged
public record Ratchet(Finding finding, double bytesPerCycle, double risingP, int cycles) {
  /// Cycles that warm up.
  public static final int DROPPED = 2;

  /// Fewer floors cannot reach p < 0.05 even when each is higher than the last: 1/3! is 0.17.
  public static final int LEAST = 4;

  /// What was found.
  public enum Finding {
    /// The floor does not rise, or not so that it matters.
    STEADY,
    /// Each cycle leaves more behind.
    RATCHET,
    /// Too few cycles.
    TOO_FEW
  }

  /// Judges the floors of all cycles.
  ///
  /// @param floorBytes of each rest, from the first cycle
  /// @param baselineBytes M0
  public static Ratchet judge(Series floorBytes, double baselineBytes) {
    int from = Math.min(DROPPED, floorBytes.size());
    Series judged = floorBytes.slice(from, floorBytes.size());
    if (judged.size() < LEAST) {
      return new Ratchet(Finding.TOO_FEW, 0, 1, judged.size());
    }
    double slope = Slope.of(judged);
    double p = MannKendall.of(judged).risingP();
    boolean rises = p < 0.05 && slope > Math.max(1e6, 0.005 * baselineBytes);
    return new Ratchet(rises ? Finding.RATCHET : Finding.STEADY, slope, p, judged.size());
  }

  /// Memory that stays for each connection of a churn cycle.
  ///
  /// @param connectionsPerCycle opened and closed in a cycle
  public double bytesPerConnection(long connectionsPerCycle) {
    if (connectionsPerCycle <= 0) {
      throw new IllegalArgumentException(
          "connectionsPerCycle is " + connectionsPerCycle + "; it is above 0");
    }
    return bytesPerCycle / connectionsPerCycle;
  }
}
