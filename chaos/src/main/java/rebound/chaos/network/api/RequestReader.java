package rebound.chaos.network.api;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/// Puts requests together from the bytes of one connection, in whatever parts they come.
final class RequestReader {
  private static final int MOST_HEAD_BYTES = 16 * 1024;
  private static final int MOST_BODY_BYTES = 1024 * 1024;

  private byte[] bytes = new byte[512];
  private int length;
  private boolean headSeen;

  /// What cannot be a request; the connection is to be closed behind the answer.
  static final class Malformed extends Exception {
    private static final long serialVersionUID = 1;
    private final int status;

    Malformed(int status, String message) {
      super(message);
      this.status = status;
    }

    int status() {
      return status;
    }
  }

  /// Where the body begins and what is known about it.
  private record Head(String method, String target, Map<String, String> headers, int endOffset) {}

  void add(ByteBuffer from) {
    int more = from.remaining();
    if (length + more > bytes.length) {
      byte[] larger = new byte[Math.max(bytes.length * 2, length + more)];
      System.arraycopy(bytes, 0, larger, 0, length);
      bytes = larger;
    }
    from.get(bytes, length, more);
    length += more;
  }

  /// True while a request has begun and not come to its end.
  boolean isWithinRequest() {
    return length > 0;
  }

  /// True once, when a client waits for the word that its body is welcome.
  boolean wantsContinue() throws Malformed {
    if (headSeen) {
      return false;
    }
    Head head = head();
    if (head == null) {
      return false;
    }
    headSeen = true;
    return head.headers().getOrDefault("expect", "").equalsIgnoreCase("100-continue")
        && length == head.endOffset();
  }

  /// The next whole request, or null while it is not there yet.
  Request next() throws Malformed {
    Head head = head();
    if (head == null) {
      return null;
    }
    boolean chunked =
        head.headers().getOrDefault("transfer-encoding", "").equalsIgnoreCase("chunked");
    return chunked ? chunkedRequest(head) : sizedRequest(head);
  }

  private Head head() throws Malformed {
    int start = 0;
    while (start < length && (bytes[start] == '\r' || bytes[start] == '\n')) {
      start++;
    }
    int end = emptyLine(start);
    if (end < 0) {
      if (length - start > MOST_HEAD_BYTES) {
        throw new Malformed(431, "request header is longer than " + MOST_HEAD_BYTES + " bytes");
      }
      return null;
    }
    String[] lines =
        new String(bytes, start, end - start, StandardCharsets.ISO_8859_1).split("\r?\n", -1);
    String[] words = lines[0].split(" ", -1);
    if (words.length != 3 || !words[2].startsWith("HTTP/1.") || words[1].isEmpty()) {
      throw new Malformed(400, "malformed request line");
    }
    Map<String, String> headers = new LinkedHashMap<>();
    for (int i = 1; i < lines.length && !lines[i].isEmpty(); i++) {
      int colon = lines[i].indexOf(':');
      if (colon <= 0) {
        throw new Malformed(400, "malformed header line");
      }
      headers.put(
          lines[i].substring(0, colon).toLowerCase(Locale.ROOT),
          lines[i].substring(colon + 1).strip());
    }
    headers.put(":version", words[2]);
    return new Head(words[0], words[1], headers, end);
  }

  /// @return the offset behind the empty line, or -1
  private int emptyLine(int start) {
    for (int i = start; i < length; i++) {
      if (bytes[i] == '\n') {
        if (i + 1 < length && bytes[i + 1] == '\n') {
          return i + 2;
        }
        if (i + 2 < length && bytes[i + 1] == '\r' && bytes[i + 2] == '\n') {
          return i + 3;
        }
      }
    }
    return -1;
  }

  private Request sizedRequest(Head head) throws Malformed {
    int size = number(head.headers().getOrDefault("content-length", "0"), 10);
    if (length - head.endOffset() < size) {
      return null;
    }
    byte[] body = new byte[size];
    System.arraycopy(bytes, head.endOffset(), body, 0, size);
    return take(head, body, head.endOffset() + size);
  }

  private Request chunkedRequest(Head head) throws Malformed {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    int at = head.endOffset();
    while (true) {
      int lineEnd = lineEnd(at);
      if (lineEnd < 0) {
        return null;
      }
      String line = new String(bytes, at, lineEnd - at, StandardCharsets.ISO_8859_1);
      int size = number(line.split(";", 2)[0].strip(), 16);
      int start = lineEnd + 2;
      if (body.size() + size > MOST_BODY_BYTES) {
        throw tooLarge();
      }
      if (length < start + size + 2) {
        return null;
      }
      if (size == 0) {
        return take(head, body.toByteArray(), start + 2);
      }
      body.write(bytes, start, size);
      at = start + size + 2;
    }
  }

  private int lineEnd(int from) {
    for (int i = from; i + 1 < length; i++) {
      if (bytes[i] == '\r' && bytes[i + 1] == '\n') {
        return i;
      }
    }
    return -1;
  }

  private Request take(Head head, byte[] body, int endOffset) {
    System.arraycopy(bytes, endOffset, bytes, 0, length - endOffset);
    length -= endOffset;
    headSeen = false;
    return new Request(
        head.method(), head.target(), head.headers(), new String(body, StandardCharsets.UTF_8));
  }

  private static int number(String digits, int radix) throws Malformed {
    try {
      int number = Integer.parseInt(digits, radix);
      if (number < 0) {
        throw new Malformed(400, "negative body length " + digits);
      }
      if (number > MOST_BODY_BYTES) {
        throw tooLarge();
      }
      return number;
    } catch (NumberFormatException malformed) {
      Malformed failure = new Malformed(400, "body length " + digits + " is not a number");
      failure.initCause(malformed);
      throw failure;
    }
  }

  private static Malformed tooLarge() {
    return new Malformed(413, "request body is longer than " + MOST_BODY_BYTES + " bytes");
  }
}
