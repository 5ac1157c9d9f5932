package rebound.soak.capacity;

import java.util.Comparator;
import java.util.List;
import rebound.soak.evidence.capacity.TrialRecord;
import rebound.soak.plan.CapacityPlan;
import rebound.soak.plan.CapacityPlan.Objective;

/// The search for a whole set of objectives: one after the other, the loosest first, each from the
/// trials of those before.
public final class SetSearch {
  private SetSearch() {}

  /// Makes trials, on a target or by reckoning.
  public interface Source {
    /// Makes one.
    ///
    /// @throws InterruptedException when the run is to end
    TrialRecord trial(double perSecond, double seconds) throws InterruptedException;

    /// All that were made so far, in order.
    List<TrialRecord> trials();

    /// True when no further one may be made.
    boolean over();
  }

  /// Searches; what was found follows from the source's trials.
  ///
  /// @param saturationPerSecond good answers of a closed load that leaves nothing idle
  public static void run(CapacityPlan plan, double saturationPerSecond, Source source)
      throws InterruptedException {
    List<Objective> loosestFirst =
        plan.objectives().stream().sorted(Comparator.comparing(Objective::p99).reversed()).toList();
    for (Objective objective : loosestFirst) {
      new RateSearch(
              Objectives.goal(plan),
              Objectives.seen(objective, source.trials()),
              seenBy(objective, source))
          .search(saturationPerSecond);
    }
  }

  private static RateSearch.Trials seenBy(Objective objective, Source source) {
    return new RateSearch.Trials() {
      @Override
      public Trial run(double perSecond, double seconds) throws InterruptedException {
        return Objectives.seen(objective, source.trial(perSecond, seconds));
      }

      @Override
      public boolean over() {
        return source.over();
      }
    };
  }
}
