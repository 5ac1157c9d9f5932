package rebound.fakedb.wire.postgres;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/// Writes the server's messages. Not thread-safe.
final class PgWriter {
  private static final byte[] NOTHING = new byte[0];

  private byte[] bytes = new byte[128];
  private int length;
  private int start;

  boolean isEmpty() {
    return length == 0;
  }

  /// All that was written; the writer is empty afterwards.
  byte[] take() {
    byte[] taken = length == 0 ? NOTHING : Arrays.copyOf(bytes, length);
    length = 0;
    if (bytes.length > 8192) {
      bytes = new byte[128];
    }
    return taken;
  }

  PgWriter begin(char type) {
    raw(type);
    start = length;
    return int32(0);
  }

  PgWriter end() {
    int size = length - start;
    bytes[start] = (byte) (size >>> 24);
    bytes[start + 1] = (byte) (size >>> 16);
    bytes[start + 2] = (byte) (size >>> 8);
    bytes[start + 3] = (byte) size;
    return this;
  }

  PgWriter simple(char type) {
    return begin(type).end();
  }

  PgWriter raw(int value) {
    room(1);
    bytes[length++] = (byte) value;
    return this;
  }

  PgWriter int16(int value) {
    return raw(value >>> 8).raw(value);
  }

  PgWriter int32(int value) {
    return int16(value >>> 16).int16(value);
  }

  PgWriter text(String value) {
    return put(value.getBytes(StandardCharsets.UTF_8)).raw(0);
  }

  PgWriter put(byte[] value) {
    room(value.length);
    System.arraycopy(value, 0, bytes, length, value.length);
    length += value.length;
    return this;
  }

  private void room(int more) {
    if (length + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
    }
  }

  PgWriter error(PgError error) {
    begin('E').raw('S').text(error.severity()).raw('V').text(error.severity());
    return raw('C').text(error.code()).raw('M').text(error.message()).raw(0).end();
  }

  PgWriter ready(char status) {
    return begin('Z').raw(status).end();
  }

  PgWriter parameter(String name, String value) {
    return begin('S').text(name).text(value).end();
  }

  PgWriter complete(String tag) {
    return begin('C').text(tag).end();
  }

  /// The columns of what comes.
  ///
  /// @param binary by column; null for all in text
  PgWriter columns(List<Answer.Column> columns, boolean[] binary) {
    begin('T').int16(columns.size());
    for (int i = 0; i < columns.size(); i++) {
      Answer.Column column = columns.get(i);
      text(column.name()).int32(0).int16(0).int32(column.type().oid());
      int16(column.type().size()).int32(-1).int16(binary != null && binary[i] ? 1 : 0);
    }
    return end();
  }

  PgWriter row(List<Answer.Column> columns, List<byte[]> cells) {
    begin('D').int16(columns.size());
    for (byte[] cell : cells) {
      if (cell == null) {
        int32(-1);
      } else {
        int32(cell.length).put(cell);
      }
    }
    return end();
  }
}
