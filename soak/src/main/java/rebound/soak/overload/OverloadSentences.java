package rebound.soak.overload;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import rebound.soak.evidence.overload.DriftRecord;
import rebound.soak.evidence.overload.OverloadRecord;
import rebound.soak.evidence.overload.SpikeRecord;
import rebound.soak.evidence.overload.StepRecord;
import rebound.soak.evidence.overload.StormRecord;
import rebound.soak.plan.OverloadPlan;

/// The findings of an overload in words.
final class OverloadSentences {
  private static final double LITTLE_HYSTERESIS = 0.02;
  private static final double LITTLE_DRIFT = 1.2;

  private OverloadSentences() {}

  /// The record with its sentences.
  static OverloadRecord with(OverloadRecord found, OverloadPlan plan) {
    List<String> said = new ArrayList<>();
    said.add(capacity(found));
    said.add(goodput(found));
    said.add(refusals(found));
    said.add(recovery(found));
    if (found.hysteresisArea() != null) {
      said.add(hysteresis(found));
    }
    if (found.spike() != null) {
      said.add(spike(found));
    }
    if (found.sustained() != null) {
      said.add(drift(found.sustained()));
    }
    found.storms().stream().map(StormRecord::sentence).forEach(said::add);
    if (plan.capacityPerSecond().isPresent()
        && found.capacityPerSecond() > 1.1 * plan.capacityPerSecond().getAsDouble()) {
      said.add(
          "The plan's capacity is too low: steps are multiples of less than the target can do.");
    }
    return found.saying(said);
  }

  private static String capacity(OverloadRecord found) {
    return String.format(
        Locale.ROOT,
        "Capacity is %,.0f good answers/s, set by %s.",
        found.capacityPerSecond(),
        found.cpuBound() ? "the target's processors" : "what it waits for, not its processors");
  }

  private static String goodput(OverloadRecord found) {
    StepRecord worst = null;
    for (StepRecord step : found.steps()) {
      boolean past = step.trusted() && step.multiple() > 1.05 && step.efficiency() != null;
      if (past && (worst == null || step.efficiency() < worst.efficiency())) {
        worst = step;
      }
    }
    if (worst == null) {
      return "No step past capacity can be trusted.";
    }
    String kept =
        worst.efficiency() >= 0.9
            ? "Past capacity goodput stays near what is attainable"
            : worst.efficiency() >= 0.5
                ? "Past capacity goodput falls below what is attainable"
                : "Past capacity goodput collapses";
    return String.format(
        Locale.ROOT,
        "%s: at worst %.2f of it, at %s capacity (%,.0f/s of %,.0f/s).",
        kept,
        worst.efficiency(),
        OverloadNames.title(worst.nominal()),
        worst.goodPerSecond(),
        worst.attainablePerSecond());
  }

  private static String refusals(OverloadRecord found) {
    if (found.shedCostRatio() == null) {
      return found.steps().stream().allMatch(it -> it.shedRatio() == 0)
          ? "It refused nothing on purpose: what it could not serve came late or not at all."
          : "What a refusal costs could not be told from what a served request costs.";
    }
    return String.format(
        Locale.ROOT,
        "A refusal costs %.0f µs of CPU, %.2f of a served request's %.0f µs%s%s.",
        found.shedCpuMicros(),
        found.shedCostRatio(),
        found.servedCpuMicros(),
        found.shedP99Millis() == null
            ? ""
            : String.format(
                Locale.ROOT, ", and took at most %.1f ms at p99", found.shedP99Millis()),
        found.honesty() == null
            ? ""
            : String.format(
                Locale.ROOT,
                "; %.1f %% of what was not served in time was refused on purpose",
                100 * found.honesty()));
  }

  private static String recovery(OverloadRecord found) {
    if (found.recoveredRatio() == null) {
      return "Whether service came back between the steps cannot be said: the baseline is too short"
          + " or too light.";
    }
    return found.slowestRecoverySeconds() != null
        ? String.format(
            Locale.ROOT,
            "After every step service was as before within %.1f s.",
            found.slowestRecoverySeconds())
        : String.format(
            Locale.ROOT,
            "After %.0f %% of the steps service did not come back while it was watched.",
            100 * (1 - found.recoveredRatio()));
  }

  private static String hysteresis(OverloadRecord found) {
    if (found.hysteresisArea() < LITTLE_HYSTERESIS) {
      return "Up and down serve alike: there is no hysteresis.";
    }
    return String.format(
        Locale.ROOT,
        "On the way down it served %.0f %% less or more than on the way up%s.",
        100 * found.hysteresisArea(),
        found.hysteresisRatio() == null
            ? ""
            : String.format(
                Locale.ROOT,
                "; it served well again at %.2f of the load at which it had stopped to",
                found.hysteresisRatio()));
  }

  private static String spike(OverloadRecord found) {
    SpikeRecord spike = found.spike();
    String back =
        spike.recoveredSeconds() != null
            ? String.format(
                Locale.ROOT, "service was as before %.0f s after it", spike.recoveredSeconds())
            : found.recoveredRatio() == null
                ? "whether service came back cannot be said"
                : String.format(
                    Locale.ROOT,
                    "service was not as before within %.0f s after it",
                    spike.watchedSeconds());
    return String.format(
        Locale.ROOT,
        "A spike of %s %s, at %.2f of capacity; %s.",
        OverloadNames.title(spike.multiple()),
        spike.convergedSeconds() == null
            ? "did not settle before its end"
            : String.format(Locale.ROOT, "settled after %.0f s", spike.convergedSeconds()),
        spike.fraction(),
        back);
  }

  private static String drift(DriftRecord drift) {
    if (drift.worstRatio() == null) {
      return "Whether a long overload drifts cannot be said: nothing was answered.";
    }
    return String.format(
        Locale.ROOT,
        "A long overload at %s %s: last against first p99 %s, goodput %s, in flight %s.",
        OverloadNames.title(drift.multiple()),
        drift.worstRatio() <= LITTLE_DRIFT ? "does not drift" : "drifts",
        ratio(drift.p99Ratio()),
        ratio(drift.goodRatio()),
        ratio(drift.inFlightRatio()));
  }

  private static String ratio(Double ratio) {
    return ratio == null ? "–" : String.format(Locale.ROOT, "%.2f", ratio);
  }
}
