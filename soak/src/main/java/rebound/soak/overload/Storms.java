package rebound.soak.overload;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import rebound.soak.evidence.LedgerRecord;
import rebound.soak.evidence.PhaseRecord;
import rebound.soak.evidence.RecoveryRecord;
import rebound.soak.evidence.overload.StormRecord;
import rebound.soak.plan.StormPlan;
import rebound.soak.verdict.recovery.Overload;

/// Judges what a trigger left behind among clients that try again (METHODOLOGY 3.3).
final class Storms {
  private final StormPlan plan;
  private final List<PhaseRecord> phases;

  Storms(StormPlan plan, List<PhaseRecord> phases) {
    this.plan = plan;
    this.phases = phases;
  }

  List<StormRecord> all() {
    return Stream.of(
            storm(OverloadNames.STORM_FREE, 0), storm(OverloadNames.STORM_BUDGET, plan.budget()))
        .filter(Objects::nonNull)
        .toList();
  }

  /// True where nobody served any more: worse than metastable counts as it.
  static boolean stayedDown(StormRecord storm) {
    return List.of("METASTABLE", "BROKEN", "STUCK").contains(storm.state());
  }

  private StormRecord storm(String name, double budget) {
    PhaseRecord trigger = find(name);
    if (trigger == null || trigger.recovery() == null) {
      return null;
    }
    PhaseRecord back = find(name + OverloadNames.BACK);
    RecoveryRecord after = trigger.recovery();
    RecoveryRecord restored = back == null ? null : back.recovery();
    PhaseRecord between = find(OverloadNames.STORM_BETWEEN);
    boolean lost =
        name.equals(OverloadNames.STORM_FREE)
            && between != null
            && between.recovery() != null
            && between.recovery().missed();
    String state = state(after.state(), restored, lost);
    double vulnerableBy = budget > 0 ? Math.min(budget, plan.retries()) : plan.retries();
    boolean vulnerable = Overload.vulnerable(plan.load(), vulnerableBy);
    LedgerRecord ledger = trigger.populations().getFirst().ledger();
    long users = ledger.attempted() - trigger.populations().getFirst().retries();
    double amplification = users <= 0 ? 1 : (double) ledger.attempted() / users;
    Double restoredBy = restored == null ? null : restored.seconds();
    return new StormRecord(
        name,
        budget,
        plan.load(),
        vulnerable,
        state,
        after.seconds(),
        after.watchedSeconds(),
        drainSeconds(),
        amplification,
        restoredBy,
        trigger.trusted() && (back == null || back.trusted()),
        sentence(budget, state, after, restored, amplification, vulnerable));
  }

  /// The shed-and-restore step tells a metastable failure from a broken server.
  ///
  /// @param lost true where not even base load without retries brought it back
  private static String state(String after, RecoveryRecord restored, boolean lost) {
    if (lost && !Boolean.TRUE.equals(restored == null ? null : restored.recovered())) {
      return "BROKEN";
    }
    if (!after.equals("STUCK") || restored == null || restored.recovered() == null) {
      return after;
    }
    return restored.recovered() ? "METASTABLE" : "BROKEN";
  }

  private String sentence(
      double budget,
      String state,
      RecoveryRecord after,
      RecoveryRecord restored,
      double amplification,
      boolean vulnerable) {
    String who =
        budget > 0
            ? String.format(Locale.ROOT, "Retries with a budget of %.0f %%", 100 * budget)
            : "Retries without a budget";
    String sent = String.format(Locale.ROOT, " (%.1f attempts a request)", amplification);
    String what =
        switch (state) {
          case "METASTABLE" ->
              String.format(
                  Locale.ROOT,
                  ": service stayed down for the %.0f s that it was watched after the trigger, and"
                      + " came back when load was shed: a metastable failure",
                  after.watchedSeconds());
          case "BROKEN" ->
              after.state().equals("BROKEN")
                  ? ": " + after.sentence()
                  : ": service did not come back, not even when load was shed";
          case "SLOW", "DEGRADED" ->
              ": "
                  + after.sentence()
                  + (restored != null && Boolean.TRUE.equals(restored.recovered())
                      ? "; it was as before once load was shed"
                      : "");
          default -> ": " + after.sentence();
        };
    String algebra =
        vulnerable
            ? "; at this load they can keep a failure alive"
            : "; at this load they cannot keep a failure alive";
    return who + sent + what + algebra + ".";
  }

  /// (u − f)⁺·τ/(1 − u), where the trigger says what capacity it leaves.
  private Double drainSeconds() {
    OptionalDouble left = StormPlan.capacityLeft(plan.trigger());
    return left.isEmpty()
        ? null
        : Overload.drainSeconds(plan.load(), left.getAsDouble(), plan.lasting().toNanos() / 1e9);
  }

  private PhaseRecord find(String name) {
    return phases.stream()
        .filter(it -> it.name().equals(name) && !it.populations().isEmpty())
        .findFirst()
        .orElse(null);
  }
}
