package rebound.soak.cli;

/// How much a run says while it goes on.
enum ProgressMode {
  /// Live on a terminal, a line a second elsewhere.
  AUTO,
  /// A panel that changes in place.
  LIVE,
  /// A line a second.
  LINES,
  /// Nothing but the rows.
  NONE
}
