package rebound.server.wire;

/// Why a body is not there.
public enum BodyFailure {
  /// It was larger than the limit, and was thrown away.
  TOO_LARGE,
  /// Too many bodies were in flight, and it was thrown away.
  NO_ROOM,
  /// The client stopped in its midst.
  CUT_OFF,
  /// The client sent it too slowly.
  TOO_SLOW
}
