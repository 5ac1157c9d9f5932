package rebound.soak.evidence;

import java.util.List;

/// Where the memory that stayed above the baseline is held: the attribution ladder, climbed after
/// the last measurement of the run, as a waterfall.
///
/// @param aboveBytes resident before the ladder above the baseline; null where it was not climbed
/// @param steps what holds it; they add up to `aboveBytes`
/// @param unreadable why there is none; empty where there is one
/// @param sentence the finding in words
public record LadderRecord(
    Long aboveBytes, List<StepRecord> steps, String unreadable, String sentence) {
  /// Copies the steps.
  public LadderRecord {
    steps = List.copyOf(steps);
  }

  /// A share of what stayed.
  ///
  /// @param name what holds it
  /// @param bytes how much; below 0 where it shrank
  public record StepRecord(String name, long bytes) {}
}
