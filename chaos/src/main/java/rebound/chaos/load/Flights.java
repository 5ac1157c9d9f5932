package rebound.chaos.load;

/// The requests in flight on a connection, oldest first, in arrays that are made once. The newest
/// ones may still wait to be written. Used by one thread.
final class Flights {
  private static final int RETRY = 1 << 30;

  private final int depth;
  private final int mask;
  private final long[] intended;
  private final long[] dispatched;
  private final long[] sent;
  private final int[] kind;
  private int head;
  private int count;
  private int unwritten;

  /// Makes room for so many at once.
  Flights(int depth) {
    this.depth = depth;
    int capacity = Integer.highestOneBit(Math.max(1, depth) * 2 - 1);
    mask = capacity - 1;
    intended = new long[capacity];
    dispatched = new long[capacity];
    sent = new long[capacity];
    kind = new int[capacity];
  }

  void add(int requestKind, boolean retry, long intendedNanos, long dispatchedNanos) {
    int at = (head + count) & mask;
    intended[at] = intendedNanos;
    dispatched[at] = dispatchedNanos;
    sent[at] = 0;
    kind[at] = retry ? requestKind | RETRY : requestKind;
    count++;
    unwritten++;
  }

  int depth() {
    return depth;
  }

  int count() {
    return count;
  }

  int unwritten() {
    return unwritten;
  }

  /// Kind of the oldest that is not wholly written.
  int unwrittenKind() {
    return kind[(head + count - unwritten) & mask] & ~RETRY;
  }

  /// Kind of the n-th that is not wholly written, from 0.
  int unwrittenKind(int n) {
    return kind[(head + count - unwritten + n) & mask] & ~RETRY;
  }

  /// The oldest unwritten one is wholly handed to the kernel.
  void written(long nowNanos) {
    sent[(head + count - unwritten) & mask] = nowNanos;
    unwritten--;
  }

  int headKind() {
    return kind[head] & ~RETRY;
  }

  boolean headIsRetry() {
    return (kind[head] & RETRY) != 0;
  }

  long headIntended() {
    return intended[head];
  }

  long headDispatched() {
    return dispatched[head];
  }

  /// When the oldest was sent; its dispatch where it was answered before it was wholly written.
  long headSent() {
    return headIsWritten() ? sent[head] : dispatched[head];
  }

  boolean headIsWritten() {
    return unwritten < count;
  }

  void removeHead() {
    if (unwritten == count) {
      unwritten--;
    }
    head = (head + 1) & mask;
    count--;
  }
}
