package rebound.chaos.http;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// A copy of a response's decoded body, kept while a check has to look at it. Grows to a bound and
/// keeps no more than that. Used by one thread.
public final class BodyCopy {
  /// Bodies past this many bytes are not kept, and fail any check of their content.
  public static final int MAX_BYTES = 8 << 20;

  private byte[] bytes = new byte[1024];
  private int length;
  private boolean cut;

  /// Makes an empty copy.
  public BodyCopy() {}

  /// Forgets what was kept.
  public void clear() {
    length = 0;
    cut = false;
  }

  void append(byte[] input, int from, int to) {
    int more = to - from;
    if (cut || length + more > MAX_BYTES) {
      cut = true;
      return;
    }
    if (length + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
    }
    System.arraycopy(input, from, bytes, length, more);
    length += more;
  }

  /// True when the body was too long to be kept.
  public boolean isCut() {
    return cut;
  }

  /// The body kept so far.
  public byte[] toBytes() {
    return Arrays.copyOf(bytes, length);
  }

  /// True when these bytes stand in the body.
  public boolean contains(byte[] wanted) {
    if (cut) {
      return false;
    }
    for (int at = 0; at + wanted.length <= length; at++) {
      if (Arrays.equals(bytes, at, at + wanted.length, wanted, 0, wanted.length)) {
        return true;
      }
    }
    return false;
  }

  /// The body as text, for messages.
  @Override
  public String toString() {
    return new String(bytes, 0, length, StandardCharsets.UTF_8);
  }
}
