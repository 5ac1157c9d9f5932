package rebound.server.overload;

/// Decides how many requests may be under way at once; the [Gate] enforces it. Belongs to one
/// loop's thread.
public interface Limit {
  /// How many may be under way now.
  int limit();

  /// Learns from a request that has ended.
  ///
  /// @param tookNanos how long it was under way
  /// @param underWay how many were when it began, itself included
  /// @param dropped whether it missed its time limit
  void ended(long tookNanos, int underWay, boolean dropped);
}
