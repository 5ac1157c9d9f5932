package rebound.server.overload;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// A queue that keeps its delay short under overload and takes bursts otherwise: CoDel for request
/// queues with adaptive LIFO (Maurer, ACM Queue 13(8); folly's `Codel`). Within each interval the
/// least age of the oldest waiting is kept; where it stays over the target the queue is overloaded:
/// then the newest go first, and whoever has waited for twice the target is turned away.
///
/// folly measures the delay of what it takes out. With the newest first that would be short again
/// at once, and the queue would swing; the age of the oldest does not lie.
final class Codel {
  private static final long TARGET_NANOS = 5_000_000;
  private static final long INTERVAL_NANOS = 100_000_000;

  private record Waiting(Visitor visitor, long sinceNanos) {}

  private final ArrayDeque<Waiting> queue = new ArrayDeque<>();
  private final int longest;
  private final Consumer<Visitor> turnAway;
  private boolean overloaded;
  private long intervalEnd;
  private long leastAge = Long.MAX_VALUE;

  /// An empty queue.
  ///
  /// @param longest how many may wait
  /// @param turnAway takes those who have waited too long
  Codel(int longest, Consumer<Visitor> turnAway) {
    this.longest = longest;
    this.turnAway = turnAway;
  }

  /// Lets one wait.
  ///
  /// @return false when the queue is full
  boolean add(Visitor visitor, long now) {
    observe(now);
    if (queue.size() >= longest) {
      return false;
    }
    queue.addLast(new Waiting(visitor, now));
    return true;
  }

  /// The next to be served, or null.
  Visitor next(long now) {
    observe(now);
    Waiting next = overloaded ? queue.pollLast() : queue.pollFirst();
    return next == null ? null : next.visitor();
  }

  /// Looks at the ages although nobody comes or goes, and takes out those whose time is over.
  List<Visitor> expired(long now) {
    observe(now);
    List<Visitor> expired = new ArrayList<>();
    queue.removeIf(waiting -> isOver(waiting.visitor(), now) && expired.add(waiting.visitor()));
    return expired;
  }

  private static boolean isOver(Visitor visitor, long now) {
    long deadline = visitor.deadlineNanos();
    return deadline != Long.MAX_VALUE && now - deadline >= 0;
  }

  int size() {
    return queue.size();
  }

  private void observe(long now) {
    Waiting oldest = queue.peekFirst();
    leastAge = Math.min(leastAge, oldest == null ? 0 : now - oldest.sinceNanos());
    if (now - intervalEnd >= 0) {
      overloaded = leastAge > TARGET_NANOS && leastAge < Long.MAX_VALUE;
      leastAge = Long.MAX_VALUE;
      intervalEnd = now + INTERVAL_NANOS;
    }
    while (overloaded && oldest != null && now - oldest.sinceNanos() > 2 * TARGET_NANOS) {
      queue.pollFirst();
      turnAway.accept(oldest.visitor());
      oldest = queue.peekFirst();
    }
  }
}
