package rebound.soak.capacity;

/// The highest rate that kept an objective.
///
/// @param lowerPerSecond largest rate that kept it below every rate that did not; 0 for none
/// @param upperPerSecond smallest rate that did not keep it; infinite when none was found
/// @param goodPerSecond good answers a second at the lower bound: its conditional throughput
/// @param unmeasurablePerSecond smallest rate above the lower bound at which no trial could be
///     trusted; infinite when there is none
public record Capacity(
    double lowerPerSecond,
    double upperPerSecond,
    double goodPerSecond,
    double unmeasurablePerSecond) {

  /// True when no rate broke the objective: the capacity is at least the lower bound.
  public boolean lowerBoundOnly() {
    return Double.isInfinite(upperPerSecond);
  }
}
