package rebound.soak.capacity;

/// What has to be carried, and with how much left over.
///
/// @param peakPerSecond highest rate expected, growth and bursts included
/// @param headroomRatio share of each instance's capacity that stays unused, 0.3 by default
/// @param failures instances that may be down at the peak
public record Demand(double peakPerSecond, double headroomRatio, int failures) {
  /// Refuses a rate that is not positive, a headroom outside 0 to 1 and negative failures.
  public Demand {
    if (!(peakPerSecond > 0) || !(headroomRatio >= 0 && headroomRatio < 1) || failures < 0) {
      throw new IllegalArgumentException(
          "need "
              + peakPerSecond
              + "/s with headroom "
              + headroomRatio
              + " and "
              + failures
              + " failures: use a rate above 0, a headroom from 0 to below 1, and 0 or more");
    }
  }

  /// Instances by rate: ceil(λ / (X · (1 − h))), METHODOLOGY 4.4.
  ///
  /// @param capacityPerSecond lower end of what one instance carries within the objective
  public int instancesForRate(double capacityPerSecond) {
    return (int) Math.ceil(peakPerSecond / (capacityPerSecond * (1 - headroomRatio)) - 1e-9);
  }

  /// Instances so that the rest carries the peak while some are down: smallest n with
  /// λ / (n − f) ≤ X.
  public int instancesForFailures(double capacityPerSecond) {
    return failures + (int) Math.ceil(peakPerSecond / capacityPerSecond - 1e-9);
  }

  /// Instances so that the rest carries the peak while a zone is down: smallest n with
  /// λ / (n − ceil(n / Z)) ≤ X, spread as evenly as n allows.
  ///
  /// @param zones Z, 2 or more
  public int instancesForZones(double capacityPerSecond, int zones) {
    int left = (int) Math.ceil(peakPerSecond / capacityPerSecond - 1e-9);
    int instances = left;
    while (instances - Math.ceilDiv(instances, zones) < left) {
      instances++;
    }
    return instances;
  }

  /// Instances so that each holds at most so many connections: ceil(connections / limit).
  public static int instancesForConnections(int connections, int limitEach) {
    return Math.ceilDiv(connections, limitEach);
  }

  /// The larger of rate and failures, and at least one.
  public int instances(double capacityPerSecond) {
    return Math.max(
        1, Math.max(instancesForRate(capacityPerSecond), instancesForFailures(capacityPerSecond)));
  }
}
