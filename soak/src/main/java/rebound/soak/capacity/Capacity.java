package rebound.soak.capacity;

import java.util.List;

/// The highest rate that kept an objective.
///
/// @param lowerPerSecond largest rate that kept it below every rate that did not
/// @param upperPerSecond smallest rate that did not keep it; infinite when none was found
/// @param goodPerSecond good answers a second at the lower bound: its conditional throughput
/// @param trials all valid trials, in order
/// @param invalidTrials how many were spoiled and done again
public record Capacity(
    double lowerPerSecond,
    double upperPerSecond,
    double goodPerSecond,
    List<Trial> trials,
    int invalidTrials) {

  /// Copies the list.
  public Capacity {
    trials = List.copyOf(trials);
  }

  /// True when no rate broke the objective: the capacity is at least the lower bound.
  public boolean lowerBoundOnly() {
    return Double.isInfinite(upperPerSecond);
  }
}
