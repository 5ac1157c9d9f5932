package rebound.soak.peers;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.ArrayList;
import java.util.List;
import rebound.soak.plan.ComparisonPlan;
import rebound.soak.plan.ComparisonPlan.Variant;
import rebound.soak.target.TargetSpec;

/// A target that takes part, in one setting.
///
/// @param target the target's own name
/// @param spec what is started; its name tells the setting too
public record Entrant(String target, TargetSpec spec) {

  /// A target that stays away, and why.
  ///
  /// @param target its name
  /// @param why what is missing and what to do about it
  /// @param failed true where it was to take part and did not start; null for false
  public record Absent(
      String target, String why, @JsonInclude(JsonInclude.Include.NON_NULL) Boolean failed) {
    /// One that cannot be had here, which is no fault of its own.
    public Absent(String target, String why) {
      this(target, why, null);
    }
  }

  /// Name of the entrant, for tables and folders.
  public String name() {
    return spec.name();
  }

  /// Each target in each of the plan's settings.
  ///
  /// @param absent receives those that cannot be had in a setting
  public static List<Entrant> of(
      ComparisonPlan plan, List<TargetSpec> targets, List<Absent> absent) {
    List<Entrant> entrants = new ArrayList<>();
    for (TargetSpec target : targets) {
      if (plan.variants().isEmpty()) {
        entrants.add(new Entrant(target.name(), target.as(target.name(), 1, List.of())));
      }
      for (Variant variant : plan.variants()) {
        String name = target.name() + "-" + variant.name();
        if (variant.workers() > 1 && !target.takesWorkers()) {
          absent.add(new Absent(name, "its target file has no {workers}: it runs as one only"));
        } else {
          entrants.add(
              new Entrant(target.name(), target.as(name, variant.workers(), variant.arguments())));
        }
      }
    }
    return entrants;
  }
}
