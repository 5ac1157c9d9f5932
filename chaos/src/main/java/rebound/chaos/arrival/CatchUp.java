package rebound.chaos.arrival;

/// What happens to arrivals that became due while the driver itself was held up.
public enum CatchUp {
  /// They are sent at once; response time counts from their intended time.
  IMMEDIATE,
  /// They are spread out, at no more than twice the planned rate.
  PACED,
  /// They are not sent, and are counted as `unsent` for the driver's lateness.
  NONE
}
