package rebound.soak.capacity.finding;

import java.util.Comparator;
import java.util.List;
import rebound.soak.evidence.capacity.KneeRecord;
import rebound.soak.evidence.capacity.StepRecord;
import rebound.soak.evidence.capacity.TrialRecord;

/// Where more load begins to cost, by every rule of METHODOLOGY 4.1 and 4.3, since they differ.
final class Knees {
  private static final double TAIL_GROWTH = 2;
  private static final double GOOD_SHARE = 0.99;

  private Knees() {}

  static List<KneeRecord> of(List<StepRecord> steps, List<TrialRecord> trials) {
    return List.of(
        new KneeRecord("most power, X/R", power(steps), "connections"),
        new KneeRecord("first p99 over twice that of low load", tail(steps), "connections"),
        new KneeRecord("asymptotes cross, N* = R min · X max", asymptotes(steps), "connections"),
        new KneeRecord("largest rate of which 99 % came back good", good(trials), "/s"));
  }

  private static Double power(List<StepRecord> steps) {
    return steps.stream()
        .filter(it -> it.meanMillis() > 0)
        .max(Comparator.comparingDouble(it -> it.goodPerSecond() / it.meanMillis()))
        .map(it -> (double) it.connections())
        .orElse(null);
  }

  private static Double tail(List<StepRecord> steps) {
    Double low = null;
    for (StepRecord step : steps) {
      if (step.p99Millis() != null) {
        if (low != null && step.p99Millis() > TAIL_GROWTH * low) {
          return (double) step.connections();
        }
        low = low == null ? step.p99Millis() : low;
      }
    }
    return null;
  }

  private static Double asymptotes(List<StepRecord> steps) {
    StepRecord top = Steps.top(steps);
    return top == null
        ? null
        : top.goodPerSecond()
            * steps.stream().mapToDouble(StepRecord::meanMillis).min().orElse(0)
            / 1e3;
  }

  private static Double good(List<TrialRecord> trials) {
    return trials.stream()
        .filter(it -> it.valid() && it.planned() > 0 && it.goodRatio() >= GOOD_SHARE)
        .map(TrialRecord::perSecond)
        .max(Comparator.naturalOrder())
        .orElse(null);
  }
}
