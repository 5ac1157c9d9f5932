package rebound.soak.scaling;

/// One measured load.
///
/// @param load connections, threads or cores: at least 1
/// @param throughput what they did, per second: above 0
public record Point(double load, double throughput) {
  /// Refuses a load below 1 and a throughput that is not positive.
  public Point {
    if (!(load >= 1) || !(throughput > 0)) {
      throw new IllegalArgumentException(
          throughput + "/s at load " + load + ": use a load of 1 or more and a throughput above 0");
    }
  }
}
