package rebound.fakedb.wire;

/// How many bytes all connections together may hold. Event loop thread only.
final class Budget {
  private final long maxBytes;
  private long usedBytes;

  Budget(long maxBytes) {
    if (maxBytes <= 0) {
      throw new IllegalArgumentException("buffered bytes must be above 0, not " + maxBytes);
    }
    this.maxBytes = maxBytes;
  }

  /// Takes or gives back; a take that does not fit changes nothing.
  ///
  /// @return false where it does not fit
  boolean change(long byBytes) {
    if (byBytes > 0 && usedBytes + byBytes > maxBytes) {
      return false;
    }
    usedBytes += byBytes;
    return true;
  }

  long usedBytes() {
    return usedBytes;
  }
}
