package rebound.fakedb.query;

/// Why a query gets no answer of its own.
public enum Trouble {
  /// It gets one.
  NONE,
  /// An error, by order of a fault.
  ERROR,
  /// All slots and places are taken.
  FULL,
  /// Its connection was reset; there is nobody to answer.
  GONE
}
