package rebound.server.json;

import java.util.Arrays;

/// Grows a piece of JSON as UTF-8 bytes. Not thread-safe.
public final class JsonBytes {
  private static final byte[] HEX = {
    '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'
  };

  // Longer ones are measured first: six times the length of a large one is memory that matters.
  private static final int SHORT = 1024;

  private byte[] bytes;
  private int size;

  /// An empty piece.
  ///
  /// @param expectedBytes how long it will be, about
  public JsonBytes(int expectedBytes) {
    bytes = new byte[expectedBytes];
  }

  /// Adds ASCII text as it stands.
  public JsonBytes raw(String ascii) {
    int length = ascii.length();
    reserve(length);
    for (int i = 0; i < length; i++) {
      bytes[size++] = (byte) ascii.charAt(i);
    }
    return this;
  }

  /// Adds bytes as they stand.
  public JsonBytes raw(byte[] more) {
    reserve(more.length);
    System.arraycopy(more, 0, bytes, size, more.length);
    size += more.length;
    return this;
  }

  /// Adds a number.
  public JsonBytes number(long value) {
    return raw(Long.toString(value));
  }

  /// Adds a string with its quotes; lone surrogates become U+FFFD.
  public JsonBytes string(String text) {
    int length = text.length();
    reserve(length <= SHORT ? length * 6 + 2 : escaped(text) + 2);
    bytes[size++] = '"';
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      if (c < 0x80) {
        ascii(c);
      } else if (Character.isHighSurrogate(c)
          && i + 1 < length
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        utf8(Character.toCodePoint(c, text.charAt(++i)));
      } else {
        utf8(Character.isSurrogate(c) ? 0xFFFD : c);
      }
    }
    bytes[size++] = '"';
    return this;
  }

  /// How many bytes stand there.
  public int size() {
    return size;
  }

  /// A copy of the bytes.
  public byte[] toBytes() {
    return size == bytes.length ? bytes : Arrays.copyOf(bytes, size);
  }

  /// How many bytes a string takes at most, escapes included.
  private static int escaped(String text) {
    int bytes = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      bytes += c < 0x20 ? 6 : c == '"' || c == '\\' ? 2 : c < 0x80 ? 1 : 3;
    }
    return bytes;
  }

  private void ascii(char c) {
    if (c == '"' || c == '\\') {
      bytes[size++] = '\\';
      bytes[size++] = (byte) c;
    } else if (c >= 0x20) {
      bytes[size++] = (byte) c;
    } else {
      control(c);
    }
  }

  private void control(char c) {
    bytes[size++] = '\\';
    switch (c) {
      case '\n' -> bytes[size++] = 'n';
      case '\r' -> bytes[size++] = 'r';
      case '\t' -> bytes[size++] = 't';
      case '\b' -> bytes[size++] = 'b';
      case '\f' -> bytes[size++] = 'f';
      default -> {
        bytes[size++] = 'u';
        bytes[size++] = '0';
        bytes[size++] = '0';
        bytes[size++] = HEX[c >> 4];
        bytes[size++] = HEX[c & 15];
      }
    }
  }

  private void utf8(int point) {
    if (point < 0x800) {
      bytes[size++] = (byte) (0xC0 | (point >> 6));
    } else if (point < 0x10000) {
      bytes[size++] = (byte) (0xE0 | (point >> 12));
      bytes[size++] = (byte) (0x80 | ((point >> 6) & 0x3F));
    } else {
      bytes[size++] = (byte) (0xF0 | (point >> 18));
      bytes[size++] = (byte) (0x80 | ((point >> 12) & 0x3F));
      bytes[size++] = (byte) (0x80 | ((point >> 6) & 0x3F));
    }
    bytes[size++] = (byte) (0x80 | (point & 0x3F));
  }

  private void reserve(int more) {
    if (size + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(size + more, bytes.length * 2));
    }
  }
}
