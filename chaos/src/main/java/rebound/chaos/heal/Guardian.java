package rebound.chaos.heal;

import java.io.IOException;

/// Whoever heals when the process that made a fault cannot do it any more.
public interface Guardian {

  /// Takes a remedy into its keeping, before the fault is made.
  ///
  /// @throws IOException when it cannot; then the fault must not be made
  Guarded guard(Remedy remedy) throws IOException;

  /// A remedy in somebody's keeping.
  interface Guarded {
    /// The fault was healed: the remedy is not needed any more.
    void release() throws IOException;
  }

  /// For faults that end with this process anyway.
  static Guardian none() {
    return remedy -> () -> {};
  }
}
