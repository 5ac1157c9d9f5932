package rebound.chaos.hostile;

import java.nio.charset.StandardCharsets;
import rebound.chaos.http.RequestBytes;

/// Checks and small requests that several kinds share.
final class Paths {
  private static final byte[] NO_BODY = {};

  private Paths() {}

  /// Refuses what is no request target.
  static void require(String path) {
    if (!path.startsWith("/") || path.chars().anyMatch(c -> c <= ' ' || c > '~')) {
      throw new IllegalArgumentException(
          "path is '" + path + "': begin with a slash and use printable ASCII without spaces");
    }
  }

  /// Refuses a number below 1.
  static void positive(String what, long value) {
    if (value < 1) {
      throw new IllegalArgumentException(what + " is " + value + ": use at least 1");
    }
  }

  static byte[] get(Addressee to, String path, boolean keepAlive) {
    return RequestBytes.of("GET", path, to.authority(), to.headers(), NO_BODY, keepAlive);
  }

  static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  /// A JSON string that is so many bytes long, quotes included.
  static byte[] jsonString(int bytes) {
    byte[] text = new byte[Math.max(2, bytes)];
    java.util.Arrays.fill(text, (byte) 'x');
    text[0] = '"';
    text[text.length - 1] = '"';
    return text;
  }
}
