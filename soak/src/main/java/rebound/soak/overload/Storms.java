package rebound.soak.overload;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import rebound.soak.evidence.LedgerRecord;
import rebound.soak.evidence.PhaseRecord;
import rebound.soak.evidence.RecoveryRecord;
import rebound.soak.evidence.overload.StormRecord;
import rebound.soak.plan.FaultPlan.Harm;
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
    String state = state(after.state(), restored);
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
  private static String state(String after, RecoveryRecord restored) {
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
          case "BROKEN" -> ": service did not come back, not even when load was shed";
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
    double left =
        switch (plan.trigger()) {
          case Harm.Pause _ -> 0;
          case Harm.NetworkDown _ -> 0;
          case Harm.Restart _ -> 0;
          case Harm.Database(Map<String, Object> words) -> left(words);
          case Harm.Network _, Harm.CpuQuota _, Harm.MemoryPressure _ -> Double.NaN;
        };
    return Double.isNaN(left)
        ? null
        : Overload.drainSeconds(plan.load(), left, plan.lasting().toNanos() / 1e9);
  }

  private static double left(Map<String, Object> words) {
    return switch (String.valueOf(words.get("kind"))) {
      case "slow" ->
          words.get("factor") instanceof Number factor && factor.doubleValue() >= 1
              ? 1 / factor.doubleValue()
              : Double.NaN;
      case "stall", "blackhole", "refuse", "restart" -> 0;
      default -> Double.NaN;
    };
  }

  private PhaseRecord find(String name) {
    return phases.stream()
        .filter(it -> it.name().equals(name) && !it.populations().isEmpty())
        .findFirst()
        .orElse(null);
  }
}
