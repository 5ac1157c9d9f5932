package rebound.soak.probe.thread;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/// Samples that wait to be taken, bounded: the oldest makes room and is counted. Thread-safe.
///
/// @param <T> what waits
public final class Outbox<T> {
  private final int limit;
  private final Deque<T> waiting = new ArrayDeque<>();
  private long lost;

  /// An empty box.
  ///
  /// @param limit how many may wait
  public Outbox(int limit) {
    if (limit < 1) {
      throw new IllegalArgumentException("limit is " + limit + "; it is at least 1");
    }
    this.limit = limit;
  }

  /// Adds one.
  public synchronized void put(T sample) {
    if (waiting.size() == limit) {
      waiting.removeFirst();
      lost++;
    }
    waiting.addLast(sample);
  }

  /// Takes all, oldest first.
  public synchronized List<T> take() {
    List<T> all = new ArrayList<>(waiting);
    waiting.clear();
    return all;
  }

  /// How many were lost.
  public synchronized long lost() {
    return lost;
  }
}
