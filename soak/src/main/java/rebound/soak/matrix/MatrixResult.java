package rebound.soak.matrix;

import java.util.List;
import rebound.soak.evidence.Verdict;

/// A judged matrix: what `matrix.json` holds.
///
/// @param schemaVersion version of this format
/// @param plan the plan's name
/// @param target the target's name
/// @param startedAt UTC, ISO 8601
/// @param verdict PASS where each setting did what it must: those that must fail failed, and the
///     memory of the others could be read. Whether it came back is the row's word
/// @param exitCode the exit code that goes with it
/// @param rows a setting each, those without a run left out
public record MatrixResult(
    int schemaVersion,
    String plan,
    String target,
    String startedAt,
    Verdict verdict,
    int exitCode,
    List<MatrixRow> rows) {
  /// The current format.
  public static final int SCHEMA_VERSION = 1;

  /// Copies the list.
  public MatrixResult {
    rows = List.copyOf(rows);
  }

  static MatrixResult of(MatrixFacts facts, List<MatrixRow> rows) {
    boolean whole = rows.size() == facts.variants().size();
    boolean unread = rows.stream().anyMatch(it -> it.memory() == Verdict.INVALID);
    boolean right = rows.stream().allMatch(MatrixRow::right);
    Verdict verdict =
        unread
            ? Verdict.INVALID
            : !right ? Verdict.FAIL : whole ? Verdict.PASS : Verdict.INCONCLUSIVE;
    int exit = unread ? 3 : !right ? 1 : whole ? 0 : 130;
    return new MatrixResult(
        SCHEMA_VERSION, facts.plan(), facts.target(), facts.startedAt(), verdict, exit, rows);
  }
}
