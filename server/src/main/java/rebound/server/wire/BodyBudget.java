package rebound.server.wire;

import java.util.concurrent.atomic.AtomicLong;

/// The bytes that all bodies in flight may hold together. Thread-safe.
public final class BodyBudget {
  private final long limitBytes;
  private final AtomicLong takenBytes = new AtomicLong();

  /// A budget.
  ///
  /// @param limitBytes how much there is
  public BodyBudget(long limitBytes) {
    if (limitBytes < 1) {
      throw new IllegalArgumentException("body budget: %d bytes is none".formatted(limitBytes));
    }
    this.limitBytes = limitBytes;
  }

  boolean take(int bytes) {
    if (takenBytes.addAndGet(bytes) <= limitBytes) {
      return true;
    }
    takenBytes.addAndGet(-bytes);
    return false;
  }

  void giveBack(int bytes) {
    takenBytes.addAndGet(-bytes);
  }

  /// How much is taken now.
  public long takenBytes() {
    return takenBytes.get();
  }
}
