package rebound.chaos.network.link;

/// Whoever is registered with the loop's selector. Called by the loop's thread only.
public interface Ready {
  /// The channel can do some of what was asked for.
  ///
  /// @param readyOps the selector's bits
  void ready(int readyOps);
}
