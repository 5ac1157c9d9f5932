package rebound.server.guard;

import java.nio.ByteBuffer;

/// Which octets may stand where, by RFC 9110 section 5.6.2 (tokens), RFC 9110 section 5.5 (field
/// values) and RFC 3986 (targets and hosts).
final class Octets {
  private static final byte TOKEN = 1;
  private static final byte VALUE = 2;
  private static final byte TARGET = 4;
  private static final byte HOST = 8;
  private static final byte HEX = 16;
  private static final byte[] KINDS = new byte[256];

  static {
    for (int c = 0; c < 256; c++) {
      boolean alphanumeric =
          (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
      int kinds = 0;
      if (alphanumeric || (c > 0 && "!#$%&'*+-.^_`|~".indexOf(c) >= 0)) {
        kinds |= TOKEN;
      }
      if (c == '\t' || (c >= ' ' && c != 0x7F)) {
        kinds |= VALUE;
      }
      // An escape is looked at by itself.
      if (alphanumeric || (c > 0 && "-._~:/?[]@!$&'()*+,;=".indexOf(c) >= 0)) {
        kinds |= TARGET;
      }
      if (alphanumeric || (c > 0 && "!$&'()*+,-.;=_~".indexOf(c) >= 0)) {
        kinds |= HOST;
      }
      if ((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F')) {
        kinds |= HEX;
      }
      KINDS[c] = (byte) kinds;
    }
  }

  private Octets() {}

  static boolean isToken(byte b) {
    return (KINDS[b & 0xFF] & TOKEN) != 0;
  }

  static boolean isValue(byte b) {
    return (KINDS[b & 0xFF] & VALUE) != 0;
  }

  static boolean isTarget(byte b) {
    return (KINDS[b & 0xFF] & TARGET) != 0;
  }

  static boolean isHost(byte b) {
    return (KINDS[b & 0xFF] & HOST) != 0;
  }

  static boolean isHex(byte b) {
    return (KINDS[b & 0xFF] & HEX) != 0;
  }

  /// True when an escape stands at the index: a percent sign and two hexadecimal digits.
  static boolean isEscape(ByteBuffer in, int at, int to) {
    return in.get(at) == '%' && at + 2 < to && isHex(in.get(at + 1)) && isHex(in.get(at + 2));
  }

  static boolean isDigit(byte b) {
    return b >= '0' && b <= '9';
  }

  static int hexValue(byte b) {
    return b <= '9' ? b - '0' : (b | 0x20) - 'a' + 10;
  }

  /// True when the bytes from..to are the text, in any case.
  ///
  /// @param lowerCase the text in lower case
  static boolean equal(ByteBuffer bytes, int from, int to, String lowerCase) {
    if (to - from != lowerCase.length()) {
      return false;
    }
    for (int i = 0; i < lowerCase.length(); i++) {
      byte b = bytes.get(from + i);
      int lower = b >= 'A' && b <= 'Z' ? b | 0x20 : b;
      if (lower != lowerCase.charAt(i)) {
        return false;
      }
    }
    return true;
  }
}
