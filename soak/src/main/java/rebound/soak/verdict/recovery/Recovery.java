package rebound.soak.verdict.recovery;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import rebound.soak.verdict.statistics.Series;
import rebound.soak.verdict.trend.MannKendall;
import rebound.soak.verdict.trend.Slope;

/// Whether service came back after a fault, and when (METHODOLOGY 3.3 and 3.4).
///
/// The time is the start of the first of k = 5 windows in a row inside the envelope. Not met, it is
/// "more than was watched" (right-censored), never left out.
///
/// @param recoveryClass in a word
/// @param recoverySeconds from the fault's end; empty where it was not met
/// @param watchedSeconds how long it was watched
/// @param firstGoodSeconds until the first window with a good answer; empty for never
/// @param deficit good answers that were lost until recovery, Σ(g_base − g)·λ·w
/// @param overshoot highest g above the baseline's while the backlog drained, 0 for none
/// @param endGoodRatio median g of the last 30 s
/// @param shed true where load was shed to see whether that restores it
public record Recovery(
    RecoveryClass recoveryClass,
    OptionalDouble recoverySeconds,
    double watchedSeconds,
    OptionalDouble firstGoodSeconds,
    double deficit,
    double overshoot,
    double endGoodRatio,
    boolean shed) {
  /// k: windows in a row.
  public static final int IN_ROW = 5;

  private static final double END_SECONDS = 30;

  /// How it came back.
  public enum RecoveryClass {
    /// Service is as before.
    RECOVERED,
    /// Not yet, but it gets better: watch longer, once.
    SLOW,
    /// It settled below the baseline, above half of it.
    DEGRADED,
    /// Below half, without a change, the cause gone; the shed-and-restore step has not been made.
    STUCK,
    /// The same, and shedding the load for a while restored it: the load itself kept it down.
    METASTABLE,
    /// Shedding did not restore it either, or the process is gone.
    BROKEN
  }

  /// What shedding did.
  ///
  /// @param windows after the load was back, its times counted from that moment
  public record Intervention(List<ServiceWindow> windows) {
    public Intervention {
      windows = List.copyOf(windows);
    }
  }

  /// Judges.
  ///
  /// @param envelope of the baseline
  /// @param after windows since the fault ended, at the same offered load
  /// @param windowSeconds w
  /// @param offeredPerSecond λ
  /// @param processAlive the target's process is the one it was
  /// @param intervention the shed-and-restore step, where it was made
  /// @throws IllegalArgumentException without a window: nothing was seen
  public static Recovery judge(
      Envelope envelope,
      List<ServiceWindow> after,
      double windowSeconds,
      double offeredPerSecond,
      boolean processAlive,
      Optional<Intervention> intervention) {
    if (after.isEmpty()) {
      throw new IllegalArgumentException("no window after the fault was seen");
    }
    OptionalDouble met = firstOf(envelope, after);
    double until = met.orElse(Double.POSITIVE_INFINITY);
    double lost =
        after.stream()
            .filter(w -> w.startSeconds() < until)
            .mapToDouble(w -> envelope.goodRatioMedian() - w.goodRatio())
            .sum();
    double highest = after.stream().mapToDouble(ServiceWindow::goodRatio).max().orElse(0);
    double end = after.getLast().startSeconds() + windowSeconds;
    List<ServiceWindow> last =
        after.stream().filter(w -> w.startSeconds() >= end - END_SECONDS).toList();
    Series lastGood = Series.of(last.stream().mapToDouble(ServiceWindow::goodRatio));
    RecoveryClass found =
        met.isPresent()
            ? RecoveryClass.RECOVERED
            : notMet(envelope, lastGood, processAlive, intervention);
    return new Recovery(
        found,
        met,
        end,
        after.stream()
            .filter(w -> w.goodRatio() > 0)
            .mapToDouble(ServiceWindow::startSeconds)
            .findFirst(),
        Math.max(0, lost) * offeredPerSecond * windowSeconds,
        Math.max(0, highest - Math.max(1, envelope.goodRatioMedian())),
        lastGood.median(),
        intervention.isPresent());
  }

  private static RecoveryClass notMet(
      Envelope envelope,
      Series lastGood,
      boolean processAlive,
      Optional<Intervention> intervention) {
    if (!processAlive) {
      return RecoveryClass.BROKEN;
    }
    if (rises(lastGood)) {
      return RecoveryClass.SLOW;
    }
    if (lastGood.median() >= 0.5 * envelope.goodRatioMedian()) {
      return RecoveryClass.DEGRADED;
    }
    if (intervention.isEmpty()) {
      return RecoveryClass.STUCK;
    }
    return firstOf(envelope, intervention.get().windows()).isPresent()
        ? RecoveryClass.METASTABLE
        : RecoveryClass.BROKEN;
  }

  /// Goodput gets better at a pace that matters: significant, and a tenth of the offered load in
  /// the time watched last.
  private static boolean rises(Series good) {
    return good.size() >= 4
        && MannKendall.of(good).risingP() < 0.01
        && Slope.of(good) * good.size() > 0.1;
  }

  private static OptionalDouble firstOf(Envelope envelope, List<ServiceWindow> windows) {
    int inRow = 0;
    for (int i = 0; i < windows.size(); i++) {
      inRow = envelope.holds(windows.get(i)) ? inRow + 1 : 0;
      if (inRow == IN_ROW) {
        return OptionalDouble.of(Math.max(0, windows.get(i - IN_ROW + 1).startSeconds()));
      }
    }
    return OptionalDouble.empty();
  }

  /// The finding in a sentence.
  public String sentence() {
    String held =
        String.format(
            Locale.ROOT,
            "%.0f %% of the offered load was served well at the end",
            100 * endGoodRatio);
    String watched = String.format(Locale.ROOT, "%.0f s", watchedSeconds);
    return switch (recoveryClass) {
      case RECOVERED ->
          String.format(
              Locale.ROOT,
              "service was as before %.1f s after the harm ended, %.0f good answers were lost",
              recoverySeconds.orElseThrow(),
              deficit);
      case SLOW -> "service gets better, but was not as before within " + watched + ": " + held;
      case DEGRADED -> "service settled below what it was, watched for " + watched + ": " + held;
      case STUCK ->
          "service stayed down for "
              + watched
              + " after the cause was gone: "
              + held
              + "; shed load for 10 s to tell a metastable failure from a broken server";
      case METASTABLE ->
          "service stayed down for "
              + watched
              + " and came back when load was shed: a metastable"
              + " failure, the load itself kept it down";
      case BROKEN ->
          shed
              ? "service did not come back, not even when load was shed: " + held
              : "service did not come back, the target's process was gone: " + held;
    };
  }
}
