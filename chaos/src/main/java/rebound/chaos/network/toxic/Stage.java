package rebound.chaos.network.toxic;

import java.util.Deque;

/// A toxic at work on one direction of one connection. Used by the loop's thread only.
///
/// A stage never blocks and never reads a clock: the loop asks it what may leave at a given moment,
/// and asks again when something arrived or [#dueNanos] has come.
public interface Stage {
  /// No moment: only an arrival changes anything.
  long NEVER = Long.MAX_VALUE;

  /// Takes what may leave now out of the inbox, or null when nothing may.
  ///
  /// @param inbox what has arrived and not left, oldest first
  /// @param nowNanos the present, on the clock of [System#nanoTime]
  Piece next(Deque<Piece> inbox, long nowNanos);

  /// When to ask again if nothing arrives before: what the last [#next] found, or [#NEVER].
  long dueNanos();

  /// What the connection has to end with when this stage is taken out, because bytes are missing
  /// behind it; null when the flow can go on as if the stage had never been there.
  default Piece.Last afterRemoval() {
    return null;
  }
}
