package rebound.soak.series;

import java.util.List;
import java.util.Optional;
import rebound.soak.compare.RunComparison;
import rebound.soak.evidence.RunRecord;

/// A series, judged.
///
/// @param facts which runs
/// @param runs each of them, in order
/// @param comparison candidate against base; empty in repeats, and before the first whole pair
/// @param lines the same in words, a line each
public record SeriesResult(
    SeriesFacts facts,
    List<RunRecord> runs,
    Optional<RunComparison> comparison,
    List<String> lines) {
  /// Copies the lists.
  public SeriesResult {
    runs = List.copyOf(runs);
    lines = List.copyOf(lines);
  }
}
