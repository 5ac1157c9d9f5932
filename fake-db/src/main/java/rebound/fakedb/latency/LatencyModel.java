package rebound.fakedb.latency;

/// How long answers take.
public sealed interface LatencyModel {
  /// No delay at all.
  LatencyModel NONE = new Fixed(0);

  /// Always the same.
  ///
  /// @param nanos from arrival to answer
  record Fixed(long nanos) implements LatencyModel {
    /// Checks it.
    public Fixed {
      Durations.check("fixed", nanos);
    }
  }
}
