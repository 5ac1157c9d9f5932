package rebound.soak.judge;

import java.util.Optional;
import rebound.soak.evidence.GapRecord;
import rebound.soak.evidence.LivenessRecord;
import rebound.soak.evidence.PhaseRecord;
import rebound.soak.evidence.PopulationRecord;
import rebound.soak.evidence.Verdict;
import rebound.soak.verdict.statistics.Interval;
import rebound.soak.verdict.statistics.Proportion;

/// What is certain about a figure that probes or counts only sample.
///
/// A share of few probes fails only where Wilson's interval lies wholly beyond the bound: one lost
/// SYN of 40 must not fail a server. A gap is known by its bounds: it passes where the longer one
/// does, and fails where the shorter one does.
///
/// @param interval the true figure lies in it
/// @param wholly true where a pass needs the whole interval, false where the figure is enough
record Certainty(Interval interval, boolean wholly) {
  private static final double CONFIDENCE = 0.95;

  /// What is certain about a phase's figure.
  ///
  /// @param value the figure
  /// @return empty where it is exact, or where an older run holds no counts and bounds
  static Optional<Certainty> of(
      String metric, double value, PhaseRecord phase, PopulationRecord population) {
    LivenessRecord liveness = phase.liveness();
    return switch (metric) {
      case "liveness.aliveRatio", "liveness.servingRatio" -> share(value, (long) liveness.probes());
      case "liveness.keptServingRatio" -> share(value, count(liveness.keptProbes()));
      case "liveness.dependencyServingRatio" -> share(value, count(liveness.dependencyProbes()));
      case "goodRatio" ->
          population == null
              ? Optional.empty()
              : Optional.of(
                  share(new Proportion(population.ledger().ok(), population.ledger().attempted())));
      case "liveness.longestGapMillis" ->
          liveness.longestGapLowerMillis() == null || liveness.longestGapUpperMillis() == null
              ? Optional.empty()
              : Optional.of(
                  new Certainty(
                      new Interval(
                          liveness.longestGapLowerMillis(), liveness.longestGapUpperMillis()),
                      true));
      default -> Optional.empty();
    };
  }

  /// What is certain about a gap.
  static Certainty of(GapRecord gap) {
    return new Certainty(new Interval(gap.lowerMillis(), gap.upperMillis()), true);
  }

  private static long count(Integer probes) {
    return probes == null ? 0 : probes;
  }

  private static Optional<Certainty> share(double value, long trials) {
    return trials == 0
        ? Optional.empty()
        : Optional.of(share(new Proportion(Math.round(value * trials), trials)));
  }

  private static Certainty share(Proportion proportion) {
    return new Certainty(proportion.wilson(CONFIDENCE), false);
  }

  /// The verdict of a figure with bounds, either of which may be infinite.
  Verdict judge(double value, double min, double max) {
    boolean kept =
        wholly ? interval.low() >= min && interval.high() <= max : value >= min && value <= max;
    if (kept) {
      return Verdict.PASS;
    }
    return interval.high() < min || interval.low() > max ? Verdict.FAIL : Verdict.INCONCLUSIVE;
  }

  /// The interval in words, after the figure.
  String words() {
    return " (" + GateJudge.plain(interval.low()) + " to " + GateJudge.plain(interval.high()) + ")";
  }
}
