package rebound.fakedb.wire.postgres;

/// An error as the protocol says it.
///
/// @param severity `ERROR` or `FATAL`
/// @param code SQLSTATE
/// @param message for people
record PgError(String severity, String code, String message) {
  static PgError of(String code, String message) {
    return new PgError("ERROR", code, message);
  }

  static PgError fatal(String code, String message) {
    return new PgError("FATAL", code, message);
  }
}
