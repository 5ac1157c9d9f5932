package rebound.soak.verdict.memory;

/// Resident memory at a time.
///
/// @param seconds since the load ended
/// @param bytes resident
public record MemoryPoint(double seconds, double bytes) {
  public MemoryPoint {
    if (!Double.isFinite(seconds) || !(bytes >= 0)) {
      throw new IllegalArgumentException(bytes + " bytes at " + seconds + " s is no memory");
    }
  }
}
