package rebound.soak.judge;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import rebound.soak.evidence.overload.OverloadRecord;
import rebound.soak.plan.Gate;
import rebound.soak.plan.OverloadPlan;
import rebound.soak.plan.Plan;

/// Which gates of an overload have no question to answer in a run.
final class OverloadGates {
  private static final Pattern AT = Pattern.compile("overload\\.(?:efficiency|fraction)At(\\d+)");
  private static final String PLATEAU = "overload.plateauFraction";
  private static final double LEAST_MULTIPLE = 2;

  private OverloadGates() {}

  /// Why a gate is left out: its step is not planned, or the processors set the capacity. A planned
  /// step without a figure is no such reason.
  ///
  /// @param found null where no step was done
  /// @return empty where it is to be judged
  static String unasked(Gate gate, Plan plan, OverloadRecord found) {
    if (!(plan.experiment().orElse(null) instanceof OverloadPlan overload)) {
      return "";
    }
    Matcher at = AT.matcher(gate.metric());
    if (at.matches() && !overload.steps().multiples().contains(Double.valueOf(at.group(1)))) {
      return "the plan has no step at " + at.group(1) + " times the capacity";
    }
    if (!gate.metric().equals(PLATEAU)) {
      return "";
    }
    if (overload.steps().multiples().stream().noneMatch(it -> it >= LEAST_MULTIPLE)) {
      return "the plan has no step from twice the capacity on";
    }
    return found != null && found.cpuBound()
        ? "the processors set the capacity, and refusals take their share: efficiencyAt2 says more"
        : "";
  }
}
