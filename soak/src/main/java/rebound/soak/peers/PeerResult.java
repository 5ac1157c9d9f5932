package rebound.soak.peers;

import java.util.List;
import rebound.soak.evidence.Verdict;

/// A whole comparison: what `comparison.json` holds.
///
/// @param schemaVersion version of this format
/// @param verdict PASS when all did equal work and every figure can be trusted
/// @param exitCode the exit code that goes with it
/// @param why what the verdict rests on, a sentence
/// @param facts what was known before any load
/// @param rows a row for each entrant and phase, phase by phase
/// @param runs the folders of the single runs, relative to the comparison's, oldest first
public record PeerResult(
    int schemaVersion,
    Verdict verdict,
    int exitCode,
    String why,
    PeerFacts facts,
    List<PeerRow> rows,
    List<String> runs) {

  /// The current format.
  public static final int SCHEMA_VERSION = 1;

  /// Copies the lists.
  public PeerResult {
    rows = List.copyOf(rows);
    runs = List.copyOf(runs);
  }
}
