package rebound.soak.judge;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import rebound.soak.evidence.GateRecord;
import rebound.soak.evidence.Verdict;
import rebound.soak.evidence.capacity.CapacityRecord;
import rebound.soak.evidence.capacity.LawRecord;
import rebound.soak.evidence.capacity.ObjectiveRecord;

/// The gates that a search for a capacity brings with it: each objective has an answer, and the
/// measurement keeps the operational laws.
final class Capacities {
  private Capacities() {}

  static List<GateRecord> gates(CapacityRecord capacity, boolean quick) {
    List<GateRecord> gates = new ArrayList<>();
    for (ObjectiveRecord objective : capacity.objectives()) {
      gates.add(answered(objective, quick));
    }
    for (LawRecord law : capacity.laws()) {
      if (!law.name().startsWith("utilisation")) {
        gates.add(
            new GateRecord(
                law.name() + " holds",
                quick ? Verdict.NOT_JUDGED : law.holds() ? Verdict.PASS : Verdict.INVALID,
                String.format(Locale.ROOT, "%.3f of the law", law.measuredRatio()),
                "within its tolerance",
                quick
                    ? "a quick look is too short for it; --strict judges it all the same"
                    : law.sentence()));
      }
    }
    return gates;
  }

  private static GateRecord answered(ObjectiveRecord objective, boolean quick) {
    Verdict verdict =
        switch (objective.finding()) {
          case "FOUND", "LOWER_BOUND" -> Verdict.PASS;
          case "WIDE" -> Verdict.INCONCLUSIVE;
          case "NONE" -> Verdict.FAIL;
          default ->
              objective.unmeasurablePerSecond() == null ? Verdict.INCONCLUSIVE : Verdict.INVALID;
        };
    String measured =
        objective.upperPerSecond() == null
            ? String.format(Locale.ROOT, "at least %,.0f/s", objective.lowerPerSecond())
            : String.format(
                Locale.ROOT,
                "%,.0f/s to %,.0f/s",
                objective.lowerPerSecond(),
                objective.upperPerSecond());
    return new GateRecord(
        "capacity within " + objective.name(),
        quick ? Verdict.NOT_JUDGED : verdict,
        measured,
        "a rate that keeps it",
        quick
            ? "a quick look is too short for it; --strict judges it all the same"
            : objective.sentence());
  }
}
