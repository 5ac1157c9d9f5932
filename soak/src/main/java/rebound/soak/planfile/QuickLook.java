package rebound.soak.planfile;

import java.util.ArrayList;
import java.util.List;
import rebound.soak.plan.Phase;
import rebound.soak.plan.Plan;

/// Shortens a plan to a first look in under a minute: no phase is left out, timed ones last 2 s.
public final class QuickLook {
  private static final String SHORT = "2s";

  private QuickLook() {}

  /// Sets the shorter durations in the plan's file.
  ///
  /// @param plan the plan as it stands in the file
  /// @return what was shortened, a line each
  public static List<String> shorten(YamlFile file, Plan plan) {
    List<String> shortened = new ArrayList<>();
    for (Phase phase : plan.phases()) {
      if (phase.duration().compareTo(Units.duration(SHORT)) > 0) {
        file.set("phases." + phase.name() + ".duration", SHORT, "--quick");
        shortened.add(phase.name() + " " + Units.write(phase.duration()) + " → " + SHORT);
      }
    }
    return shortened;
  }
}
