package rebound.soak.capacity.finding;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import rebound.soak.evidence.PhaseRecord;
import rebound.soak.evidence.capacity.ScalingRecord;
import rebound.soak.scaling.Point;
import rebound.soak.scaling.Usl;
import rebound.soak.scaling.UslFit;

/// The law of scaling that fits the ladder, with a peak only where one was seen (METHODOLOGY 4.3).
final class Scaling {
  // A fit that misses by more is no description: a sharp limit, such as a pool, is none of its
  // shapes.
  private static final double GOOD_FIT = 0.05;

  private Scaling() {}

  static ScalingRecord of(List<PhaseRecord> ladder, long seed) {
    List<Point> points = new ArrayList<>();
    for (PhaseRecord phase : ladder) {
      if (!phase.populations().isEmpty() && Steps.users(phase).goodputPerSecond() > 0) {
        points.add(
            new Point(Steps.users(phase).connections(), Steps.users(phase).goodputPerSecond()));
      }
    }
    Optional<UslFit> fit = UslFit.of(points, seed);
    if (fit.isEmpty()) {
      return ScalingRecord.none(
          String.format(
              Locale.ROOT,
              "the scalability law was not fitted: it needs %d loads with %d runs each",
              UslFit.LEAST_LOADS,
              UslFit.LEAST_RUNS));
    }
    return record(fit.get());
  }

  private static ScalingRecord record(UslFit fit) {
    Usl usl = fit.usl();
    boolean peak = fit.peakSeen();
    return new ScalingRecord(
        true,
        usl.gamma(),
        fit.gamma().low(),
        fit.gamma().high(),
        usl.alpha(),
        fit.alpha().low(),
        fit.alpha().high(),
        usl.beta(),
        fit.beta().low(),
        fit.beta().high(),
        peak ? usl.peakLoad() : null,
        peak ? fit.peakLoad().low() : null,
        peak && Double.isFinite(fit.peakLoad().high()) ? fit.peakLoad().high() : null,
        peak ? usl.peakThroughput() : null,
        fit.errorRatio(),
        sentence(fit, peak));
  }

  private static String sentence(UslFit fit, boolean peak) {
    Usl usl = fit.usl();
    String figures =
        String.format(
            Locale.ROOT,
            "γ = %,.4g/s (%,.4g to %,.4g), α = %.3g (%.3g to %.3g), β = %.3g (%.3g to %.3g)",
            usl.gamma(),
            fit.gamma().low(),
            fit.gamma().high(),
            usl.alpha(),
            fit.alpha().low(),
            fit.alpha().high(),
            usl.beta(),
            fit.beta().low(),
            fit.beta().high());
    String top =
        peak
            ? String.format(
                Locale.ROOT,
                "; most at %,.0f connections (%,.0f to %,.0f): %,.0f/s",
                usl.peakLoad(),
                fit.peakLoad().low(),
                fit.peakLoad().high(),
                usl.peakThroughput())
            : String.format(Locale.ROOT, "; no peak seen up to %,.0f connections", fit.mostLoad());
    String miss =
        fit.errorRatio() > GOOD_FIT
            ? String.format(
                Locale.ROOT,
                "; it misses by %.0f %% on average, so that its figures describe little: a limit"
                    + " as sharp as a pool is none of its shapes",
                fit.errorRatio() * 100)
            : "";
    return figures + top + miss;
  }
}
