package rebound.fakedb.query;

/// One query that waits for its instant. Event loop thread only.
final class Query {
  final Line line;
  final long arrivalNanos;
  final byte[] answer;
  long dueNanos;
  boolean ready;

  Query(Line line, long arrivalNanos, long dueNanos, byte[] answer) {
    this.line = line;
    this.arrivalNanos = arrivalNanos;
    this.dueNanos = dueNanos;
    this.answer = answer;
  }

  /// An answer that only waits for those before it.
  static Query undelayed(Line line, byte[] answer) {
    Query query = new Query(line, 0, 0, answer);
    query.ready = true;
    return query;
  }

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
