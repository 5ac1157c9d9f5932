package rebound.soak.evidence.sample;

/// What the target's memory may grow to.
///
/// @param bytes the limit
/// @param source whose it is, in words
public record MemoryLimit(long bytes, String source) {
  public MemoryLimit {
    if (bytes <= 0) {
      throw new IllegalArgumentException("a memory limit of " + bytes + " bytes is none");
    }
  }
}
