package rebound.server.wire;

import java.nio.ByteBuffer;
import java.util.Arrays;
import rebound.server.guard.Budget;

/// What has come of a body or a message, in one array. While it waits for more it counts against a
/// budget. Belongs to its loop's thread.
final class Intake {
  private static final int FIRST_STEP_BYTES = 16 * 1024;

  private final Budget budget;
  private byte[] bytes = Reply.NOTHING;
  private int size;
  private int charged;

  /// Nothing yet.
  ///
  /// @param budget what all that waits may hold together
  Intake(Budget budget) {
    this.budget = budget;
  }

  int size() {
    return size;
  }

  /// Takes what has come.
  ///
  /// @param announcedBytes how much there will be; below 1 where nobody knows. It is believed up
  ///     to twice what has come, or 16 KiB
  void add(ByteBuffer from, long announcedBytes) {
    int count = from.remaining();
    if (size + count > bytes.length) {
      long doubled = 2L * bytes.length;
      long wanted =
          announcedBytes < 1
              ? doubled
              : Math.min(announcedBytes, Math.max(FIRST_STEP_BYTES, doubled));
      bytes = Arrays.copyOf(bytes, (int) Math.max(wanted, size + count));
    }
    from.get(bytes, size, count);
    size += count;
  }

  /// Counts what is held, because it has to wait for more.
  ///
  /// @return false when there is no room for it
  boolean charge() {
    int more = bytes.length - charged;
    if (more > 0 && !budget.take(more)) {
      return false;
    }
    charged += more;
    return true;
  }

  /// All of it, which is held and counted here no longer.
  byte[] take() {
    byte[] whole = size == bytes.length ? bytes : Arrays.copyOf(bytes, size);
    drop();
    return whole;
  }

  /// Forgets all of it.
  void drop() {
    budget.giveBack(charged);
    charged = 0;
    bytes = Reply.NOTHING;
    size = 0;
  }
}
