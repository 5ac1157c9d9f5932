package rebound.chaos.network.toxic;

/// What travels through the toxics of a direction, in order: bytes, then one end.
public sealed interface Piece permits Bytes, Piece.Last {

  /// How a direction ends.
  enum Last implements Piece {
    /// The sender has finished: the receiver sees the end of the stream, the way back stays open.
    END,
    /// The connection is to be closed: both peers see the end of the stream.
    CUT,
    /// The connection is to be reset: both peers see a reset.
    RESET
  }
}
