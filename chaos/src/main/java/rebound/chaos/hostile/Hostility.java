package rebound.chaos.hostile;

import rebound.chaos.hostile.swarm.Bounds;
import rebound.chaos.hostile.swarm.Tactic;

/// What a hostile population does, with all its parameters: what a plan says and a result prints.
public sealed interface Hostility
    permits ConnectionFlood,
        Churn,
        HalfOpen,
        SlowHeaders,
        SlowBody,
        SlowReader,
        Malformed,
        Oversized,
        Reset,
        Pipelining,
        RetryStorm {

  /// The kind as plans name it, for example `slow-headers`.
  String kind();

  /// The hard bounds.
  Bounds bounds();

  /// The path that its requests name; empty where it sends none.
  default String path() {
    return "";
  }

  /// The same with another path, for a target that has the route elsewhere.
  default Hostility at(String otherPath) {
    return this;
  }

  /// What is done to each connection of one traffic.
  ///
  /// @param to whom its requests are addressed
  /// @param seed of every random choice
  Tactic tactic(Addressee to, long seed);
}
