package rebound.chaos.load;

/// The ends of the pauses on a connection, oldest first: one a free slot. Used by one thread.
final class Pauses {
  private final long[] ends;
  private int head;
  private int count;

  Pauses(int slots) {
    ends = new long[slots];
  }

  int count() {
    return count;
  }

  void add(long endNanos) {
    ends[(head + count) % ends.length] = endNanos;
    count++;
  }

  long first() {
    return ends[head];
  }

  void removeFirst() {
    head = (head + 1) % ends.length;
    count--;
  }

  void clear() {
    count = 0;
  }
}
