package rebound.soak.evidence.overload;

import java.util.List;

/// A grid of loads and delays.
///
/// @param cells by delay, then by connections
/// @param cliffs one a delay
/// @param poolConnections database connections that were busy at most, X·d at its highest
/// @param processorPerSecond highest goodput of the whole grid
public record SurfaceRecord(
    List<CellRecord> cells,
    List<CliffRecord> cliffs,
    double poolConnections,
    double processorPerSecond) {
  /// Copies the lists.
  public SurfaceRecord {
    cells = List.copyOf(cells);
    cliffs = List.copyOf(cliffs);
  }
}
