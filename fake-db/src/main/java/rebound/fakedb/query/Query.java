package rebound.fakedb.query;

/// One query that waits for its instant. Event loop thread only.
final class Query {
  final Line line;
  final long arrivalNanos;
  byte[] answer;
  long startNanos;
  long dueNanos;
  boolean ready;

  Query(Line line, long arrivalNanos, byte[] answer) {
    this.line = line;
    this.arrivalNanos = arrivalNanos;
    this.startNanos = arrivalNanos;
    this.dueNanos = arrivalNanos;
    this.answer = answer;
  }

  /// It is answered otherwise, and now: its lateness says nothing.
  void replace(byte[] other) {
    answer = other;
    dueNanos = arrivalNanos;
    ready = true;
  }

  /// Whether it was to wait: its lateness counts.
  boolean delayed() {
    return dueNanos != arrivalNanos;
  }

  /// Where an earlier query was slower, this one was planned to leave right behind it.
  void waitFor(long otherDueNanos) {
    if (otherDueNanos - dueNanos > 0 && otherDueNanos - arrivalNanos > 0) {
      dueNanos = otherDueNanos;
    }
  }
}
