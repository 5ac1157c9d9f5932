package rebound.soak.evidence.capacity;

/// Instances and memory for what is needed within one objective (METHODOLOGY 4.4).
///
/// @param objective its name
/// @param needPerSecond rate, growth and burst multiplied
/// @param headroomRatio share of each instance's capacity that stays unused
/// @param failures instances that may be down
/// @param capacityPerSecond what one instance carries: the lower bound
/// @param instancesForRate ceil(need / (capacity × (1 − headroom)))
/// @param instancesForFailures failures + ceil(need / capacity)
/// @param instancesForZones smallest n with need / (n − ceil(n / zones)) ≤ capacity; null without
///     zones
/// @param instancesForConnections ceil(connections / what an instance holds); null where nobody
///     said
/// @param instances the largest of them; null where no rate kept the objective
/// @param memoryPerInstanceBytes to reserve for each: max(1.15 × peak, floor + L × bytes each);
///     null where unreadable
/// @param memoryBytes for all of them
/// @param databaseConnections instances × connections of each one's pool; null where no pool is
///     planned
/// @param databaseLimit connections that the database allows in all; null where nobody said
/// @param sentence the formulas with their numbers
public record SizingRecord(
    String objective,
    double needPerSecond,
    double headroomRatio,
    int failures,
    double capacityPerSecond,
    Integer instancesForRate,
    Integer instancesForFailures,
    Integer instancesForZones,
    Integer instancesForConnections,
    Integer instances,
    Long memoryPerInstanceBytes,
    Long memoryBytes,
    Long databaseConnections,
    Integer databaseLimit,
    String sentence) {

  /// True when the database allows fewer connections than the instances would open.
  public boolean overDatabaseLimit() {
    return databaseConnections != null
        && databaseLimit != null
        && databaseConnections > databaseLimit;
  }
}
