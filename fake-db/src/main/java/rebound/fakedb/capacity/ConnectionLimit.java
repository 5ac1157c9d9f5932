package rebound.fakedb.capacity;

/// How many clients may be connected at once. Event loop thread only.
public final class ConnectionLimit {
  private int max;
  private int open;
  private long refused;

  /// A limit.
  ///
  /// @param max connections; 0 for no limit
  public ConnectionLimit(int max) {
    limit(max);
  }

  /// Changes it; those that are connected stay.
  ///
  /// @param newMax connections; 0 for no limit
  public void limit(int newMax) {
    if (newMax < 0) {
      throw new IllegalArgumentException("connectionLimit must be at least 0, not " + newMax);
    }
    max = newMax;
  }

  /// A client wants in.
  ///
  /// @return false where it has to be refused; then it does not [#leave]
  public boolean enter() {
    if (max > 0 && open >= max) {
      refused++;
      return false;
    }
    open++;
    return true;
  }

  /// A client that was let in is gone.
  public void leave() {
    open--;
  }

  /// The limit.
  ///
  /// @return 0 for none
  public int max() {
    return max;
  }

  /// Clients that were refused.
  ///
  /// @return their number since the start
  public long refused() {
    return refused;
  }
}
