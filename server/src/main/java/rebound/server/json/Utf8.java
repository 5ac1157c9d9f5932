package rebound.server.json;

/// Whether bytes are UTF-8 (RFC 3629). Jackson's parser for unknown names reads through a decoder
/// that puts U+FFFD for what is wrong, and so would take it.
final class Utf8 {
  private Utf8() {}

  /// True when all bytes are well-formed UTF-8: no stray continuation, no overlong form, no
  /// surrogate, nothing above U+10FFFF, nothing cut short.
  static boolean isWellFormed(byte[] bytes) {
    int at = 0;
    while (at < bytes.length) {
      if (bytes[at] >= 0) {
        at++;
        continue;
      }
      int length = sequence(bytes, at);
      if (length == 0) {
        return false;
      }
      at += length;
    }
    return true;
  }

  /// Length of the sequence of several bytes that begins here; 0 for a wrong one.
  private static int sequence(byte[] bytes, int at) {
    int first = bytes[at] & 0xff;
    int length = first >= 0xc2 && first < 0xe0 ? 2 : first >= 0xe0 && first < 0xf0 ? 3 : 4;
    if (first < 0xc2 || first > 0xf4 || at + length > bytes.length) {
      return 0;
    }
    for (int i = 1; i < length; i++) {
      if ((bytes[at + i] & 0xc0) != 0x80) {
        return 0;
      }
    }
    int second = bytes[at + 1] & 0xff;
    boolean wrong =
        switch (first) {
          case 0xe0 -> second < 0xa0;
          case 0xed -> second > 0x9f;
          case 0xf0 -> second < 0x90;
          case 0xf4 -> second > 0x8f;
          default -> false;
        };
    return wrong ? 0 : length;
  }
}
