package rebound.server.routes;

import java.util.Set;
import java.util.concurrent.atomic.AtomicLongArray;

/// One lane's count of answers by route and status. Written by the lane's loop alone, read by any
/// thread.
final class Counters {
  private static final int STATUSES = 600;

  private final int[] columns = new int[STATUSES];
  private final int[] statuses = new int[32];
  private final AtomicLongArray counts;
  private volatile int used;
  private volatile long total;

  Counters(int endpoints) {
    counts = new AtomicLongArray(endpoints * statuses.length);
  }

  void count(Endpoint endpoint, int status) {
    long so = total;
    total = so + 1;
    int column = columns[status];
    if (column == 0) {
      int next = used;
      statuses[next] = status;
      column = next + 1;
      columns[status] = column;
      used = column;
    }
    int cell = endpoint.ordinal() * statuses.length + column - 1;
    counts.setOpaque(cell, counts.getPlain(cell) + 1);
  }

  /// All answers.
  long total() {
    return total;
  }

  long get(int endpoint, int status) {
    for (int column = 0; column < used; column++) {
      if (statuses[column] == status) {
        return counts.getOpaque(endpoint * statuses.length + column);
      }
    }
    return 0;
  }

  /// Adds the statuses seen so far.
  void addStatusesTo(Set<Integer> seen) {
    for (int column = 0; column < used; column++) {
      seen.add(statuses[column]);
    }
  }
}
