package rebound.server.guard;

import java.util.concurrent.atomic.AtomicLong;

/// The bytes that what waits for clients may hold, over all of them. Thread-safe.
public final class Budget {
  private final long limitBytes;
  private final AtomicLong takenBytes = new AtomicLong();

  /// A budget.
  ///
  /// @param limitBytes how much there is
  public Budget(long limitBytes) {
    if (limitBytes < 1) {
      throw new IllegalArgumentException("budget: %d bytes is none".formatted(limitBytes));
    }
    this.limitBytes = limitBytes;
  }

  /// Takes some of it, or nothing when there is not enough.
  public boolean take(int bytes) {
    if (takenBytes.addAndGet(bytes) <= limitBytes) {
      return true;
    }
    takenBytes.addAndGet(-bytes);
    return false;
  }

  /// Gives some of it back.
  public void giveBack(int bytes) {
    takenBytes.addAndGet(-bytes);
  }
}
