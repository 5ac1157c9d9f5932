package rebound.chaos.network.link;

/// Spreads one seed over many independent draws.
public final class Seeds {
  private Seeds() {}

  /// Mixes the bits of a number so that close numbers end far apart.
  ///
  /// The finalizer of SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number
  /// generators", 2014, with Stafford's 13th variant of the constants).
  public static long mix(long value) {
    long mixed = value + 0x9E3779B97F4A7C15L;
    mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
    return mixed ^ (mixed >>> 31);
  }

  /// A number for a text, the same in every run.
  public static long hash(String text) {
    long hash = text.length();
    for (int i = 0; i < text.length(); i++) {
      hash = mix(hash + text.charAt(i));
    }
    return hash;
  }
}
