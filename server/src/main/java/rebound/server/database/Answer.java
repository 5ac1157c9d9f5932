package rebound.server.database;

/// What became of a call.
public sealed interface Answer {
  /// The database gave a value.
  ///
  /// @param text the value, empty for none
  record Value(String text) implements Answer {}

  /// The database answered with an error.
  ///
  /// @param message its words
  record Refused(String message) implements Answer {}

  /// There is no connection, or it broke before the answer.
  ///
  /// @param reason what happened
  record Unreachable(String reason) implements Answer {}

  /// Too many calls wait for a connection.
  record Crowded() implements Answer {}

  /// The answer did not come in time.
  record Late() implements Answer {}
}
