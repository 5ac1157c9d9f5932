package rebound.fakedb.rule;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import rebound.fakedb.latency.LatencyModel;

/// What is answered to the statements or keys that a regular expression finds.
///
/// @param match found anywhere in the statement or key
/// @param port that it is confined to: `redis` or `postgres`; empty for both
/// @param latency in place of the usual one
/// @param error in place of an answer
/// @param value answered to a Redis read
/// @param columns of the rows
/// @param rows answered to a statement; null is SQL's null
public record Rule(
    Pattern match,
    Optional<String> port,
    Optional<LatencyModel> latency,
    Optional<Refusal> error,
    Optional<String> value,
    List<Column> columns,
    List<List<Optional<String>>> rows) {

  /// An error by order.
  ///
  /// @param code SQLSTATE, five characters; for Redis the first word of the error
  /// @param message for people
  public record Refusal(String code, String message) {
    /// Checks it.
    public Refusal {
      if (!code.matches("[A-Z0-9]{2,16}")) {
        throw new IllegalArgumentException(
            "code must be capitals and digits, as 53300 or BUSY, not '" + code + "'");
      }
    }
  }

  /// A column of an answer.
  ///
  /// @param name as the client sees it
  /// @param type `text`, `int4`, `int8`, `float8`, `bool`, `timestamptz` or `json`
  public record Column(String name, String type) {}

  /// Copies the lists and checks that rows fit their columns.
  public Rule {
    columns = List.copyOf(columns);
    rows = rows.stream().map(List::copyOf).toList();
    for (List<Optional<String>> row : rows) {
      if (row.size() != columns.size()) {
        throw new IllegalArgumentException(
            "a row has " + row.size() + " values for " + columns.size() + " columns: " + row);
      }
    }
  }
}
