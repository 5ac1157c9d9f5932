package rebound.fakedb.wire.resp;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Writes answers in one version of the protocol. Not thread-safe.
final class Reply {
  static final byte[] OK = bytes("+OK\r\n");
  static final byte[] PONG = bytes("+PONG\r\n");
  static final byte[] QUEUED = bytes("+QUEUED\r\n");
  private static final byte[] NULL_BULK = bytes("$-1\r\n");
  private static final byte[] NULL_ARRAY = bytes("*-1\r\n");
  private static final byte[] NULL = bytes("_\r\n");

  private final boolean third;
  private byte[] bytes = new byte[64];
  private int length;

  Reply(boolean third) {
    this.third = third;
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static byte[] error(String text) {
    return bytes("-" + text.replace('\r', ' ').replace('\n', ' ') + "\r\n");
  }

  static byte[] missing(boolean third) {
    return third ? NULL : NULL_BULK;
  }

  static byte[] missingArray(boolean third) {
    return third ? NULL : NULL_ARRAY;
  }

  static byte[] bulk(byte[] value) {
    return new Reply(false).add(value).done();
  }

  static byte[] integer(long value) {
    return bytes(":" + value + "\r\n");
  }

  Reply array(int size) {
    return head('*', size);
  }

  Reply map(int size) {
    return third ? head('%', size) : head('*', 2L * size);
  }

  Reply set(int size) {
    return head(third ? '~' : '*', size);
  }

  Reply add(String text) {
    return add(bytes(text));
  }

  Reply add(byte[] value) {
    if (value == null) {
      return raw(missing(third));
    }
    head('$', value.length);
    raw(value);
    return end();
  }

  Reply add(long value) {
    return head(':', value);
  }

  Reply raw(byte[] value) {
    if (length + value.length > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + value.length));
    }
    System.arraycopy(value, 0, bytes, length, value.length);
    length += value.length;
    return this;
  }

  private Reply head(char kind, long number) {
    return raw(bytes(kind + Long.toString(number) + "\r\n"));
  }

  private Reply end() {
    return raw(new byte[] {'\r', '\n'});
  }

  byte[] done() {
    return length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
  }
}
