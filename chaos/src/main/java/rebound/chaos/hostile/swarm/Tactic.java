package rebound.chaos.hostile.swarm;

/// What a hostile population does: makes the conduct of each of its connections. Belongs to one
/// traffic and is used on its loop alone, so that it may hold state.
public interface Tactic {
  /// The conduct of the next connection.
  Conduct next();

  /// Receive buffer of each connection in bytes, 0 to leave it to the kernel.
  default int receiveBufferBytes() {
    return 0;
  }

  /// True when each opening is an arrival that does not wait: without a free connection it counts
  /// as unsent. Gaps between arrivals are exponential then; otherwise they are equal.
  default boolean arrives() {
    return false;
  }
}
