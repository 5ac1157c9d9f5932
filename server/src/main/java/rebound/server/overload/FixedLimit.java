package rebound.server.overload;

/// Always the same.
///
/// @param limit how many may be under way
record FixedLimit(int limit) implements Limit {
  FixedLimit {
    if (limit < 1) {
      throw new IllegalArgumentException(
          "admission-limit: %d lets nothing in; use 1 or more".formatted(limit));
    }
  }

  @Override
  public void ended(long tookNanos, int underWay, boolean dropped) {
    // Nothing changes it.
  }
}
