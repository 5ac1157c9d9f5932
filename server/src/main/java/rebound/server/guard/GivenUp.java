package rebound.server.guard;

/// Why a client's connection was ended before its time.
public enum GivenUp {
  /// It sent nothing on an open connection.
  IDLE,
  /// Its head did not come within its time.
  SLOW_HEAD,
  /// Its body did not come within its time or at the least rate.
  SLOW_BODY,
  /// It did not take its answer within its time or at the least rate.
  SLOW_READER,
  /// Its unfinished head, or what it sent ahead of an answer, did not fit into what all of these
  /// may hold.
  NO_ROOM_FOR_HEAD,
  /// Its WebSocket message, half of it come or half of it taken, did not fit into what all bodies,
  /// messages and answers may hold.
  NO_ROOM_FOR_MESSAGE,
  /// Its answer, which it does not take, did not fit into the same.
  NO_ROOM_FOR_ANSWER
}
