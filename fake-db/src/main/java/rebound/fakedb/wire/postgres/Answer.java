package rebound.fakedb.wire.postgres;

import java.util.List;
import rebound.fakedb.latency.DelaySource;

/// What one statement is answered with.
///
/// @param columns of its rows; null where it has none, not even an empty list
/// @param rows its cells by column
/// @param tag as `SELECT 1`
/// @param effect on the session
/// @param error in place of all that; null for none
/// @param isQuery whether it takes its time, as against `SET` and `BEGIN`
/// @param delay of its own; null for the usual one
record Answer(
    List<Column> columns,
    List<List<Cell>> rows,
    String tag,
    Effect effect,
    PgError error,
    boolean isQuery,
    DelaySource delay) {

  /// A column.
  ///
  /// @param name as the client sees it
  /// @param type of its cells
  record Column(String name, PgType type) {}

  /// A cell, whose value may depend on the parameters.
  @FunctionalInterface
  interface Cell {
    /// Its text, or null.
    String value(List<String> parameters);
  }

  /// What a statement does to its session.
  sealed interface Effect {
    /// Nothing.
    record None() implements Effect {}

    /// A transaction begins.
    record Begin() implements Effect {}

    /// A transaction ends, well or not.
    record End(boolean commit) implements Effect {}

    /// A failed transaction is well again.
    record BackToSavepoint() implements Effect {}

    /// A setting changes.
    record Set(String name, String value) implements Effect {}

    /// All settings and prepared statements are forgotten.
    record DiscardAll() implements Effect {}

    /// A prepared statement is forgotten; all of them where its name is empty.
    record Deallocate(String name) implements Effect {}
  }

  static Answer tag(String tag, boolean isQuery) {
    return new Answer(null, List.of(), tag, new Effect.None(), null, isQuery, null);
  }

  static Answer session(String tag, Effect effect) {
    return new Answer(null, List.of(), tag, effect, null, false, null);
  }

  static Answer error(String code, String message) {
    PgError error = PgError.of(code, message);
    return new Answer(null, List.of(), "", new Effect.None(), error, false, null);
  }

  static Answer rows(List<Column> columns, List<List<Cell>> rows) {
    return new Answer(columns, rows, "SELECT " + rows.size(), new Effect.None(), null, true, null);
  }

  static Answer one(String name, String value) {
    return new Answer(
        List.of(new Column(name, PgType.TEXT)),
        List.of(List.of(parameters -> value)),
        "SHOW",
        new Effect.None(),
        null,
        false,
        null);
  }

  Answer withTag(String newTag) {
    return new Answer(columns, rows, newTag, effect, error, isQuery, delay);
  }

  Answer withDelay(DelaySource newDelay) {
    return new Answer(columns, rows, tag, effect, error, true, newDelay);
  }

  /// Whether it is the answer to an empty statement.
  boolean isEmpty() {
    return tag.isEmpty() && error == null;
  }
}
