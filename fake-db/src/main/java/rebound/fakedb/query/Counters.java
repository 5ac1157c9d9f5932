package rebound.fakedb.query;

/// What happened to the queries so far. Event loop thread only.
public final class Counters {
  long answered;
  long errors;
  long overflows;
  long resets;
  int waiting;
  int busy;
  int queued;

  Counters() {}

  /// Queries that were answered, with an error too.
  ///
  /// @return since the start
  public long answered() {
    return answered;
  }

  /// Queries that got an error by order of a fault.
  ///
  /// @return since the start
  public long errors() {
    return errors;
  }

  /// Queries that were refused since all slots and places were taken.
  ///
  /// @return since the start
  public long overflows() {
    return overflows;
  }

  /// Queries whose connection was reset by a fault.
  ///
  /// @return since the start
  public long resets() {
    return resets;
  }

  /// Queries that wait for their instant.
  ///
  /// @return now
  public int waiting() {
    return waiting;
  }

  /// Queries in slots.
  ///
  /// @return now; 0 where slots are unlimited
  public int busy() {
    return busy;
  }

  /// Queries that wait for a slot.
  ///
  /// @return now
  public int queued() {
    return queued;
  }
}
