package rebound.fakedb.wire.postgres;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Reads one message's body; running past its end is an error of the client. Not thread-safe.
final class PgReader {
  private final byte[] bytes;
  private final int to;
  private int at;

  /// A client that does not keep to the protocol.
  static final class Broken extends RuntimeException {
    private static final long serialVersionUID = 1;

    Broken(String message) {
      super(message, null, false, false);
    }
  }

  PgReader(byte[] bytes, int from, int to) {
    this.bytes = bytes;
    this.at = from;
    this.to = to;
  }

  private void need(int count) {
    if (count < 0 || to - at < count) {
      throw new Broken("insufficient data left in message");
    }
  }

  int raw() {
    need(1);
    return bytes[at++] & 0xff;
  }

  int int16() {
    return raw() << 8 | raw();
  }

  int int32() {
    return int16() << 16 | int16();
  }

  String text() {
    int end = at;
    while (end < to && bytes[end] != 0) {
      end++;
    }
    if (end == to) {
      throw new Broken("invalid string in message");
    }
    String text = new String(bytes, at, end - at, StandardCharsets.UTF_8);
    at = end + 1;
    return text;
  }

  byte[] bytes(int count) {
    need(count);
    at += count;
    return Arrays.copyOfRange(bytes, at - count, at);
  }

  int left() {
    return to - at;
  }
}
