package rebound.soak.evidence.sample;

/// What watching cost.
///
/// @param probe its name
/// @param cpuNanos CPU time that its thread has used
/// @param wallNanos how long it has been running
/// @param looks how often it looked
/// @param lost samples that nobody took and that made room for newer ones
public record ObserverCost(String probe, long cpuNanos, long wallNanos, long looks, long lost) {
  public ObserverCost {
    if (cpuNanos < 0 || wallNanos < 0 || looks < 0 || lost < 0) {
      throw new IllegalArgumentException("cost of " + probe + " holds a number below 0");
    }
  }

  /// Share of one core, 0 to 1.
  public double cpuRatio() {
    return wallNanos == 0 ? 0 : (double) cpuNanos / wallNanos;
  }
}
