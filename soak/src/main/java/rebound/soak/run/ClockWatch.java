package rebound.soak.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import rebound.soak.evidence.sample.MachineSample;

/// Notices where the wall clock jumps and where the machine stood still: suspended, or its guest
/// paused. Durations are measured on the other clock and stay right; what happened in a pause was
/// not seen. Used by the run's one thread.
final class ClockWatch {
  private static final double JUMP_SECONDS = 0.5;
  private static final double PAUSE_SECONDS = 5;

  private MachineSample before;

  /// What the newest seconds show, a sentence each.
  List<String> look(List<MachineSample> samples) {
    List<String> seen = new ArrayList<>();
    for (MachineSample sample : samples) {
      if (before != null) {
        double passed = (sample.atNanos() - before.atNanos()) / 1e9;
        double wall = (sample.wallMillis() - before.wallMillis()) / 1e3;
        if (Math.abs(wall - passed) > JUMP_SECONDS) {
          seen.add(
              String.format(
                  Locale.ROOT,
                  "the wall clock jumped by %+.1f s (set, or the machine was suspended)",
                  wall - passed));
        }
        if (passed > PAUSE_SECONDS) {
          seen.add(
              String.format(
                  Locale.ROOT,
                  "the machine was not seen for %.1f s: it stood still, or was far too busy",
                  passed));
        }
      }
      before = sample;
    }
    return seen;
  }
}
