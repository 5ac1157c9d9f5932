package rebound.soak.metric;

/// A figure that a gate asked for.
public sealed interface Measured {
  /// It was measured.
  ///
  /// @param value the figure
  record Value(double value) implements Measured {}

  /// It was not measured, or could not be read: never a pass.
  ///
  /// @param why what is missing
  record Missing(String why) implements Measured {}

  /// There are too few samples for it.
  ///
  /// @param count samples
  /// @param highest the largest of them
  record TooFew(long count, double highest) implements Measured {}
}
