package rebound.soak.capacity.finding;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import rebound.soak.evidence.PhaseRecord;
import rebound.soak.evidence.PopulationRecord;
import rebound.soak.evidence.capacity.LawRecord;
import rebound.soak.evidence.capacity.ObjectiveRecord;
import rebound.soak.evidence.capacity.StepRecord;
import rebound.soak.evidence.capacity.TrialRecord;
import rebound.soak.plan.CapacityPlan;
import rebound.soak.plan.CapacityPlan.Pool;

/// Checks of the measurement against operational laws (METHODOLOGY 4.1).
final class Laws {
  private static final double LITTLE_TOLERANCE = 0.02;
  private static final double CEILING_TOLERANCE = 0.005;
  private static final double POOL_BOUND = 0.95;

  private Laws() {}

  static List<LawRecord> of(
      CapacityPlan plan,
      List<PhaseRecord> ladder,
      List<StepRecord> steps,
      List<TrialRecord> trials,
      List<ObjectiveRecord> objectives) {
    List<LawRecord> laws = new ArrayList<>();
    little(ladder, laws);
    plan.pool().ifPresent(pool -> ceiling(pool, steps, trials, laws));
    utilisation(objectives, trials, laws);
    return laws;
  }

  /// N = X · R in a closed load without a pause. At the end of a phase up to one answer for each
  /// connection is cut off, which is a share of R over its length. Refusals have no response time,
  /// so that steps with some of them, or with failures, cannot be checked.
  private static void little(List<PhaseRecord> ladder, List<LawRecord> laws) {
    double worst = 1;
    double beyond = Double.NEGATIVE_INFINITY;
    PopulationRecord at = null;
    int checked = 0;
    for (PhaseRecord phase : ladder) {
      if (phase.populations().isEmpty()
          || Steps.users(phase).responseMillis().count() == 0
          || Steps.users(phase).errorCount() > 0) {
        continue;
      }
      checked++;
      PopulationRecord users = Steps.users(phase);
      double seconds = users.responseMillis().mean() / 1e3;
      double ratio = users.throughputPerSecond() * seconds / users.connections();
      double over = Math.abs(ratio - 1) - LITTLE_TOLERANCE - seconds / phase.seconds();
      if (over > beyond) {
        beyond = over;
        worst = ratio;
        at = users;
      }
    }
    if (at != null) {
      laws.add(
          new LawRecord(
              "Little's law",
              beyond <= 0,
              worst,
              String.format(
                  Locale.ROOT,
                  "X · R̄ = %,.0f/s × %.2f ms = %.1f of %d connections, at the worst of %d runs"
                      + " without an error",
                  at.throughputPerSecond(),
                  at.responseMillis().mean(),
                  at.throughputPerSecond() * at.responseMillis().mean() / 1e3,
                  at.connections(),
                  checked)));
    }
  }

  private static void ceiling(
      Pool pool, List<StepRecord> steps, List<TrialRecord> trials, List<LawRecord> laws) {
    double most =
        Math.max(
            steps.stream().mapToDouble(StepRecord::goodPerSecond).max().orElse(0),
            trials.stream()
                .filter(TrialRecord::valid)
                .mapToDouble(TrialRecord::goodPerSecond)
                .max()
                .orElse(0));
    double ceiling = pool.ceilingPerSecond();
    double ratio = most / ceiling;
    String word =
        ratio > 1 + CEILING_TOLERANCE
            ? "more than the pool can do: the plan's pool is not the one that it waits for"
            : ratio > POOL_BOUND ? "pool-bound" : "the pool is not what bounds it";
    laws.add(
        new LawRecord(
            "pool ceiling",
            ratio <= 1 + CEILING_TOLERANCE,
            ratio,
            String.format(
                Locale.ROOT,
                "most good answers %,.0f/s of c/d̄ = %d / (%d × %s ms) = %,.0f/s: %.1f %%, %s",
                most,
                pool.connections(),
                pool.calls(),
                plain(pool.delay().toNanos() / 1e6),
                ceiling,
                ratio * 100,
                word)));
  }

  /// U = X · s: what the target's processors did at each objective's lower bound.
  private static void utilisation(
      List<ObjectiveRecord> objectives, List<TrialRecord> trials, List<LawRecord> laws) {
    for (ObjectiveRecord objective : objectives) {
      double cpu =
          trials.stream()
              .filter(it -> it.valid() && it.perSecond() == objective.lowerPerSecond())
              .map(TrialRecord::cpuMillisPerGood)
              .filter(Objects::nonNull)
              .mapToDouble(Double::doubleValue)
              .average()
              .orElse(Double.NaN);
      if (!Double.isNaN(cpu)) {
        double busy = objective.goodPerSecond() * cpu / 1e3;
        laws.add(
            new LawRecord(
                "utilisation within " + objective.name(),
                true,
                busy,
                String.format(
                    Locale.ROOT,
                    "X · s = %,.0f/s × %.3f CPU ms a good answer = %.2f processors of the target",
                    objective.goodPerSecond(),
                    cpu,
                    busy)));
      }
    }
  }

  private static String plain(double millis) {
    return millis == Math.rint(millis) ? String.valueOf((long) millis) : String.valueOf(millis);
  }
}
