package rebound.chaos.http;

import java.util.Arrays;

/// The last head seen for a kind of request. Servers answer most requests with the same bytes up to
/// the date, so that comparing replaces parsing: equal bytes mean equal framing. Used by one
/// thread.
public final class HeadMemo {
  private static final int MAX_BYTES = 2048;

  private byte[] bytes = new byte[256];
  private int length;
  private final Head head = new Head();

  /// Makes a memo that knows nothing yet.
  public HeadMemo() {}

  /// Length of the known head when the bytes begin with it, else 0.
  int matches(byte[] input, int from, int to) {
    return length > 0
            && to - from >= length
            && Arrays.equals(bytes, 0, length, input, from, from + length)
        ? length
        : 0;
  }

  Head head() {
    return head;
  }

  void remember(byte[] input, int from, int to, Head seen) {
    if (to - from > MAX_BYTES) {
      return;
    }
    if (bytes.length < to - from) {
      bytes = new byte[MAX_BYTES];
    }
    length = to - from;
    System.arraycopy(input, from, bytes, 0, length);
    head.become(seen);
  }
}
