package rebound.chaos.http;

/// What a response's head says of its framing. Mutable, filled line by line by the parser.
final class Head {
  private static final byte[] VERSION = {'H', 'T', 'T', 'P', '/', '1', '.'};

  int status;
  long contentLength = -1;
  boolean chunked;
  boolean otherCoding;
  private int minorVersion;
  private boolean saysClose;
  private boolean saysKeepAlive;

  void clear() {
    status = 0;
    contentLength = -1;
    chunked = false;
    otherCoding = false;
    minorVersion = 0;
    saysClose = false;
    saysKeepAlive = false;
  }

  void become(Head other) {
    status = other.status;
    contentLength = other.contentLength;
    chunked = other.chunked;
    otherCoding = other.otherCoding;
    minorVersion = other.minorVersion;
    saysClose = other.saysClose;
    saysKeepAlive = other.saysKeepAlive;
  }

  boolean isPersistent() {
    return !saysClose && (minorVersion >= 1 || saysKeepAlive);
  }

  static boolean beginsLikeStatusLine(byte[] bytes, int length) {
    for (int i = 0; i < Math.min(length, VERSION.length); i++) {
      if (bytes[i] != VERSION[i]) {
        return false;
      }
    }
    return true;
  }

  boolean statusLine(byte[] bytes, int from, int end) {
    // HTTP/1.x SP 3DIGIT [ SP reason ]
    if (end - from < 12) {
      return false;
    }
    for (int i = 0; i < VERSION.length; i++) {
      if (bytes[from + i] != VERSION[i]) {
        return false;
      }
    }
    minorVersion = bytes[from + 7] - '0';
    int hundreds = bytes[from + 9] - '0';
    int tens = bytes[from + 10] - '0';
    int ones = bytes[from + 11] - '0';
    if (minorVersion < 0
        || minorVersion > 9
        || bytes[from + 8] != ' '
        || hundreds < 1
        || hundreds > 5
        || tens < 0
        || tens > 9
        || ones < 0
        || ones > 9
        || (end - from > 12 && bytes[from + 12] != ' ')) {
      return false;
    }
    status = hundreds * 100 + tens * 10 + ones;
    return true;
  }

  static boolean isHeaderLine(byte[] bytes, int from, int end) {
    return colon(bytes, from, end) > from && bytes[from] != ' ' && bytes[from] != '\t';
  }

  private static int colon(byte[] bytes, int from, int end) {
    for (int i = from; i < end; i++) {
      if (bytes[i] == ':') {
        return i;
      }
    }
    return -1;
  }

  /// Takes in a header line; false when it is none, is folded, or contradicts an earlier one.
  boolean header(byte[] bytes, int from, int end) {
    if (!isHeaderLine(bytes, from, end)) {
      return false;
    }
    int colon = colon(bytes, from, end);
    int nameEnd = trimmedEnd(bytes, from, colon);
    int valueEnd = trimmedEnd(bytes, colon + 1, end);
    int value = colon + 1;
    while (value < valueEnd && isSpace(bytes[value])) {
      value++;
    }
    return switch (nameEnd - from) {
      case 10 -> !is(bytes, from, "connection") || connection(bytes, value, valueEnd);
      case 14 -> !is(bytes, from, "content-length") || lengths(bytes, value, valueEnd);
      case 17 -> !is(bytes, from, "transfer-encoding") || codings(bytes, value, valueEnd);
      default -> true;
    };
  }

  private boolean connection(byte[] bytes, int from, int end) {
    for (int at = from; at < end; ) {
      int comma = comma(bytes, at, end);
      int begin = trimmedStart(bytes, at, comma);
      int length = trimmedEnd(bytes, begin, comma) - begin;
      saysClose |= length == 5 && is(bytes, begin, "close");
      saysKeepAlive |= length == 10 && is(bytes, begin, "keep-alive");
      at = comma + 1;
    }
    return true;
  }

  private boolean codings(byte[] bytes, int from, int end) {
    for (int at = from; at < end; ) {
      int comma = comma(bytes, at, end);
      int begin = trimmedStart(bytes, at, comma);
      int length = trimmedEnd(bytes, begin, comma) - begin;
      if (length > 0) {
        // Only the last coding can end the message; chunked before another one ends nothing.
        chunked = length == 7 && is(bytes, begin, "chunked");
        otherCoding = !chunked;
      }
      at = comma + 1;
    }
    return true;
  }

  /// One length, or the same one several times ("5, 5"), which RFC 9110 8.6 lets pass.
  private boolean lengths(byte[] bytes, int from, int end) {
    if (from == end) {
      return false;
    }
    for (int at = from; at < end; ) {
      int comma = comma(bytes, at, end);
      int begin = trimmedStart(bytes, at, comma);
      long length = number(bytes, begin, trimmedEnd(bytes, begin, comma));
      if (length < 0 || (contentLength >= 0 && contentLength != length)) {
        return false;
      }
      contentLength = length;
      at = comma + 1;
    }
    return true;
  }

  private static long number(byte[] bytes, int from, int end) {
    if (from == end || end - from > 18) {
      return -1;
    }
    long value = 0;
    for (int i = from; i < end; i++) {
      int digit = bytes[i] - '0';
      if (digit < 0 || digit > 9) {
        return -1;
      }
      value = value * 10 + digit;
    }
    return value;
  }

  private static int comma(byte[] bytes, int from, int end) {
    int at = from;
    while (at < end && bytes[at] != ',') {
      at++;
    }
    return at;
  }

  private static int trimmedStart(byte[] bytes, int from, int end) {
    int at = from;
    while (at < end && isSpace(bytes[at])) {
      at++;
    }
    return at;
  }

  private static int trimmedEnd(byte[] bytes, int from, int end) {
    int at = end;
    while (at > from && isSpace(bytes[at - 1])) {
      at--;
    }
    return at;
  }

  private static boolean isSpace(byte b) {
    return b == ' ' || b == '\t';
  }

  private static boolean is(byte[] bytes, int from, String lowerCase) {
    for (int i = 0; i < lowerCase.length(); i++) {
      int b = bytes[from + i];
      if ((b >= 'A' && b <= 'Z' ? b + 32 : b) != lowerCase.charAt(i)) {
        return false;
      }
    }
    return true;
  }
}
