package rebound.fakedb.query;

import java.util.Arrays;

/// Queries by the instant at which they are due: a binary heap with its keys beside it.
///
/// Equal instants leave in the order in which they came. Not thread-safe.
final class DueHeap {
  private long[] dues = new long[64];
  private long[] ordinals = new long[64];
  private Query[] queries = new Query[64];
  private int size;
  private long added;

  int size() {
    return size;
  }

  /// The earliest instant, or [Long#MAX_VALUE] where nothing waits.
  long nextNanos() {
    return size == 0 ? Long.MAX_VALUE : dues[0];
  }

  void add(Query query, long dueNanos) {
    if (size == queries.length) {
      resize(2 * size);
    }
    int at = size++;
    long ordinal = added++;
    while (at > 0) {
      int parent = (at - 1) >>> 1;
      if (!before(dueNanos, ordinal, parent)) {
        break;
      }
      move(parent, at);
      at = parent;
    }
    set(at, query, dueNanos, ordinal);
  }

  /// Takes the earliest query out.
  Query poll() {
    Query first = queries[0];
    size--;
    Query last = queries[size];
    queries[size] = null;
    if (size > 0) {
      sink(last, dues[size], ordinals[size]);
    }
    if (queries.length > 1024 && size < queries.length / 4) {
      resize(queries.length / 2);
    }
    return first;
  }

  private void sink(Query query, long due, long ordinal) {
    int at = 0;
    for (int child = 1; child < size; child = 2 * at + 1) {
      int right = child + 1;
      if (right < size && before(dues[right], ordinals[right], child)) {
        child = right;
      }
      if (before(due, ordinal, child)) {
        break;
      }
      move(child, at);
      at = child;
    }
    set(at, query, due, ordinal);
  }

  private boolean before(long due, long ordinal, int other) {
    long difference = due - dues[other];
    return difference < 0 || (difference == 0 && ordinal < ordinals[other]);
  }

  private void move(int from, int to) {
    dues[to] = dues[from];
    ordinals[to] = ordinals[from];
    queries[to] = queries[from];
  }

  private void set(int at, Query query, long due, long ordinal) {
    dues[at] = due;
    ordinals[at] = ordinal;
    queries[at] = query;
  }

  private void resize(int length) {
    dues = Arrays.copyOf(dues, length);
    ordinals = Arrays.copyOf(ordinals, length);
    queries = Arrays.copyOf(queries, length);
  }
}
