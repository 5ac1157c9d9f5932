package rebound.server.guard;

import java.nio.ByteBuffer;

/// Reads one request's head and judges it by RFC 9112. What it takes from the head is what says
/// where the body ends; the rest it only checks. Pure: knows no socket and no clock. Not
/// thread-safe.
final class HeadReader {
  /// The longest head, in bytes.
  static final int LONGEST = 16 * 1024;

  private static final int MOST_FIELDS = 100;
  private static final int INCOMPLETE = -1;
  private static final int REFUSED = -2;

  private Refusal refusal;
  private boolean http11;
  private int hosts;
  private int lengths;
  private int encodings;
  private long contentLength;
  private boolean chunked;
  private int targetStart;
  private int pathStart;

  /// Reads a head.
  ///
  /// @param in the bytes, by absolute index
  /// @param from where the head begins
  /// @param to where the bytes end
  /// @return the index after the head; -1 when it is not complete; -2 when it is [#refusal]
  int read(ByteBuffer in, int from, int to) {
    refusal = null;
    hosts = 0;
    lengths = 0;
    encodings = 0;
    contentLength = 0;
    chunked = false;
    int at = requestLine(in, from, to);
    int fields = 0;
    while (at >= 0) {
      if (at < to && in.get(at) == '\r') {
        at = lineEnd(in, at, to);
        return at < 0 ? at : judged(at);
      }
      if (++fields > MOST_FIELDS) {
        return refuse(new Refusal(431, "there are more than %d fields".formatted(MOST_FIELDS)));
      }
      at = field(in, at, to);
    }
    return at;
  }

  Refusal refusal() {
    return refusal;
  }

  boolean isChunked() {
    return chunked;
  }

  /// The body's length where it is not chunked.
  long contentLength() {
    return contentLength;
  }

  /// Where the target begins.
  int targetStart() {
    return targetStart;
  }

  /// Where the target's path begins: behind the target's start where the target is a whole URI.
  int pathStart() {
    return pathStart;
  }

  private int requestLine(ByteBuffer in, int from, int to) {
    int at = skipToken(in, from, to);
    if (at == to) {
      return INCOMPLETE;
    }
    if (at == from || in.get(at) != ' ') {
      return bad("the request line does not begin with a method and a space");
    }
    int method = at - from;
    targetStart = ++at;
    while (at < to && (Octets.isTarget(in.get(at)) || Octets.isEscape(in, at, to))) {
      at += in.get(at) == '%' ? 3 : 1;
    }
    if (at == to || (in.get(at) == '%' && at + 2 >= to)) {
      return INCOMPLETE;
    }
    if (at == targetStart || in.get(at) != ' ') {
      return bad(
          "the request line is not METHOD TARGET VERSION with single spaces and a well-formed target");
    }
    if (!isGoodTarget(in, from, method, at)) {
      return bad("the target is neither a path nor a whole URI");
    }
    return version(in, at + 1, to);
  }

  private boolean isGoodTarget(ByteBuffer in, int from, int method, int end) {
    pathStart = targetStart;
    if (Octets.equal(in, from, from + method, "connect")) {
      return false;
    }
    byte first = in.get(targetStart);
    if (first == '/') {
      return true;
    }
    if (first == '*') {
      return end == targetStart + 1 && Octets.equal(in, from, from + method, "options");
    }
    return isWholeUri(in, end);
  }

  private boolean isWholeUri(ByteBuffer in, int end) {
    int authority = -1;
    if (Octets.equal(in, targetStart, Math.min(end, targetStart + 7), "http://")) {
      authority = targetStart + 7;
    } else if (Octets.equal(in, targetStart, Math.min(end, targetStart + 8), "https://")) {
      authority = targetStart + 8;
    }
    if (authority < 0) {
      return false;
    }
    int at = authority;
    while (at < end && in.get(at) != '/' && in.get(at) != '?') {
      at++;
    }
    pathStart = at;
    return Hosts.isGood(in, authority, at);
  }

  private int version(ByteBuffer in, int from, int to) {
    String start = "HTTP/1.";
    for (int i = 0; i < start.length(); i++) {
      if (from + i == to) {
        return INCOMPLETE;
      }
      if (in.get(from + i) != start.charAt(i)) {
        return bad("the version is not HTTP/1.0 or HTTP/1.1");
      }
    }
    int at = from + start.length();
    if (at == to) {
      return INCOMPLETE;
    }
    byte minor = in.get(at);
    if (minor != '0' && minor != '1') {
      return bad("the version is not HTTP/1.0 or HTTP/1.1");
    }
    http11 = minor == '1';
    return lineEnd(in, at + 1, to);
  }

  private int field(ByteBuffer in, int from, int to) {
    int colon = skipToken(in, from, to);
    if (colon == to) {
      return INCOMPLETE;
    }
    byte after = in.get(colon);
    if (colon == from || after != ':') {
      return bad(
          colon == from && (after == ' ' || after == '\t')
              ? "a field is folded over two lines"
              : "a field does not begin with a name and a colon");
    }
    int value = colon + 1;
    while (value < to && isBlank(in.get(value))) {
      value++;
    }
    int end = value;
    while (end < to && Octets.isValue(in.get(end))) {
      end++;
    }
    if (end == to) {
      return INCOMPLETE;
    }
    int next = lineEnd(in, end, to);
    if (next < 0) {
      return next;
    }
    while (end > value && isBlank(in.get(end - 1))) {
      end--;
    }
    return special(in, from, colon, value, end) ? next : REFUSED;
  }

  /// Looks at the fields that say where a message ends or where it goes.
  private boolean special(ByteBuffer in, int name, int colon, int value, int end) {
    switch (colon - name) {
      case 4 -> {
        if (Octets.equal(in, name, colon, "host")) {
          hosts++;
          return Hosts.isGood(in, value, end) || isBad("the Host is none");
        }
      }
      case 6 -> {
        if (Octets.equal(in, name, colon, "expect")
            && !Octets.equal(in, value, end, "100-continue")) {
          refusal = new Refusal(417, "only 100-continue can be expected");
          return false;
        }
      }
      case 14 -> {
        if (Octets.equal(in, name, colon, "content-length")) {
          lengths++;
          return length(in, value, end) || isBad("the Content-Length is no number");
        }
      }
      case 17 -> {
        if (Octets.equal(in, name, colon, "transfer-encoding")) {
          encodings++;
          chunked = true;
          return Octets.equal(in, value, end, "chunked")
              || isBad("the only Transfer-Encoding known here is chunked");
        }
      }
      default -> {
        return true;
      }
    }
    return true;
  }

  private boolean length(ByteBuffer in, int value, int end) {
    if (value == end || end - value > 18) {
      return false;
    }
    long length = 0;
    for (int i = value; i < end; i++) {
      if (!Octets.isDigit(in.get(i))) {
        return false;
      }
      length = length * 10 + in.get(i) - '0';
    }
    contentLength = length;
    return true;
  }

  private int judged(int end) {
    if (hosts > 1 || (http11 && hosts == 0)) {
      return bad(hosts == 0 ? "the Host is missing" : "there is more than one Host");
    }
    if (lengths > 1) {
      return bad("there is more than one Content-Length");
    }
    if (encodings > 1) {
      return bad("there is more than one Transfer-Encoding");
    }
    if (lengths + encodings > 1) {
      return bad("there are both Content-Length and Transfer-Encoding");
    }
    if (encodings == 1 && !http11) {
      return bad("HTTP/1.0 has no Transfer-Encoding");
    }
    return end;
  }

  private int lineEnd(ByteBuffer in, int at, int to) {
    if (at == to) {
      return INCOMPLETE;
    }
    if (in.get(at) != '\r') {
      return bad("a line holds an octet that may not stand there, or does not end with CR LF");
    }
    if (at + 1 == to) {
      return INCOMPLETE;
    }
    return in.get(at + 1) == '\n' ? at + 2 : bad("a line does not end with CR LF");
  }

  private static int skipToken(ByteBuffer in, int from, int to) {
    int at = from;
    while (at < to && Octets.isToken(in.get(at))) {
      at++;
    }
    return at;
  }

  private static boolean isBlank(byte b) {
    return b == ' ' || b == '\t';
  }

  private boolean isBad(String detail) {
    refusal = Refusal.bad(detail);
    return false;
  }

  private int bad(String detail) {
    return refuse(Refusal.bad(detail));
  }

  private int refuse(Refusal why) {
    refusal = why;
    return REFUSED;
  }
}
