package rebound.fakedb.latency;

/// Random numbers that belong to a request and not to the moment: two runs with one seed see the
/// same delays, whatever the order in which their requests come.
public final class Draw {
  private Draw() {}

  /// The random bits of one attempt: `mix64(mix64(seed + id) + attempt)`.
  ///
  /// @param seed of the run
  /// @param id what is asked for, as a hash of its key, or the ordinal on its connection
  /// @param attempt how often that was asked before
  /// @return 64 bits
  public static long bits(long seed, long id, long attempt) {
    return mix64(mix64(seed + id) + attempt);
  }

  /// A second, independent number for the same request.
  ///
  /// @param bits of the first
  /// @param stream which of the further numbers
  /// @return 64 bits
  public static long further(long bits, int stream) {
    return mix64(bits + stream * 0x9E3779B97F4A7C15L);
  }

  /// The bits as a number strictly between 0 and 1, so that every quantile of it is finite.
  ///
  /// @param bits 64 random bits
  /// @return the number
  public static double unit(long bits) {
    return ((bits >>> 11) + 0.5) * 0x1.0p-53;
  }

  /// Steele, Lea and Flood's mixer with Stafford's thirteenth constants, as in SplittableRandom.
  ///
  /// @param value any number
  /// @return its image; one to one
  public static long mix64(long value) {
    long z = value + 0x9E3779B97F4A7C15L;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  /// The id of a key: FNV-1a over its bytes.
  ///
  /// @param bytes hold it
  /// @param from index of its first byte
  /// @param to index after its last byte
  /// @return 64 bits
  public static long id(byte[] bytes, int from, int to) {
    long hash = 0xcbf29ce484222325L;
    for (int i = from; i < to; i++) {
      hash = (hash ^ bytes[i]) * 0x100000001b3L;
    }
    return hash;
  }
}
