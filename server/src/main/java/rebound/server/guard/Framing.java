package rebound.server.guard;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.nio.ByteBuffer;

/// Follows a connection's requests through its bytes: where each head, body and chunk ends. It says
/// how far the bytes are good and complete enough to be handed on, and why not further. Pure: knows
/// no socket and no clock. Not thread-safe.
///
/// A head, a chunk's size line and the trailers are handed on whole or not at all, so that what is
/// wrong in them never reaches the parser behind.
final class Framing {
  private static final int LONGEST_CHUNK_LINE = 256;
  private static final int LONGEST_TRAILERS = 8 * 1024;
  private static final int MOST_CHUNK_DIGITS = 8;
  private static final byte[] NOTHING = {};
  private static final byte[] LAST_CHUNK = "0\r\n\r\n".getBytes(US_ASCII);
  private static final byte[] END_OF_DATA = "\r\n0\r\n\r\n".getBytes(US_ASCII);
  private static final byte[] END_OF_TRAILERS = "\r\n".getBytes(US_ASCII);

  private enum Part {
    HEAD,
    BODY,
    CHUNK_LINE,
    CHUNK_DATA,
    CHUNK_END,
    TRAILERS
  }

  private final HeadReader head;
  private final long bodyLimitBytes;
  private Part part = Part.HEAD;
  private long left;
  private long bodyBytes;
  private long heads;
  private Refusal refusal;

  /// Follows a new connection.
  ///
  /// @param head a reader that other connections of the same thread may share
  /// @param bodyLimitBytes the largest body
  Framing(HeadReader head, long bodyLimitBytes) {
    this.head = head;
    this.bodyLimitBytes = bodyLimitBytes;
  }

  /// Goes through new bytes. Empty lines before a request and the authority of a whole URI are
  /// taken out, which makes the buffer's limit smaller.
  ///
  /// @param in its position is where the last answer of this method was, its limit where the bytes
  ///     end; the position is left alone
  /// @return up to where the bytes may be handed on
  int advance(ByteBuffer in) {
    int at = in.position();
    while (refusal == null && at < in.limit()) {
      int next =
          switch (part) {
            case HEAD -> head(in, at);
            case BODY -> skip(in, at, Part.HEAD);
            case CHUNK_LINE -> chunkLine(in, at);
            case CHUNK_DATA -> skip(in, at, Part.CHUNK_END);
            case CHUNK_END -> chunkEnd(in, at);
            case TRAILERS -> trailers(in, at);
          };
      if (next < 0) {
        return at;
      }
      at = next;
    }
    return at;
  }

  /// Why nothing further is handed on, or null.
  Refusal refusal() {
    return refusal;
  }

  /// How many heads have been handed on.
  long heads() {
    return heads;
  }

  /// True between requests and within a head.
  boolean isInHead() {
    return part == Part.HEAD;
  }

  /// What ends a broken chunked body for the parser behind, so that it waits for nothing: nothing
  /// where there is none or where it cannot be ended.
  byte[] ending() {
    return switch (part) {
      case HEAD, BODY, CHUNK_DATA -> NOTHING;
      case CHUNK_LINE -> LAST_CHUNK;
      case CHUNK_END -> END_OF_DATA;
      case TRAILERS -> END_OF_TRAILERS;
    };
  }

  /// The client has closed its side: a chunked body between two chunks is broken, not endless.
  void end() {
    if (refusal == null && ending().length > 0) {
      refusal = Refusal.bad("the body ended before its last chunk");
    }
  }

  private int head(ByteBuffer in, int at) {
    if (in.get(at) == '\r') {
      return emptyLine(in, at);
    }
    int end = head.read(in, at, in.limit());
    if (end == -1 && in.limit() - at >= HeadReader.LONGEST) {
      refusal = new Refusal(431, "the head is over %d bytes".formatted(HeadReader.LONGEST));
    } else if (end == -2) {
      refusal = head.refusal();
    }
    if (end < 0 || refusal != null) {
      return -1;
    }
    if (!head.isChunked() && head.contentLength() > bodyLimitBytes) {
      refusal = tooLarge();
      return -1;
    }
    heads++;
    int removed = makeOrigin(in);
    bodyBytes = 0;
    left = head.contentLength();
    part = head.isChunked() ? Part.CHUNK_LINE : left > 0 ? Part.BODY : Part.HEAD;
    return end - removed;
  }

  /// A whole URI becomes its path: the host in it counts for nothing here, and the parser behind
  /// would compare it with the Host field.
  ///
  /// @return how many bytes were taken out
  private int makeOrigin(ByteBuffer in) {
    int authority = head.pathStart() - head.targetStart();
    if (authority == 0) {
      return 0;
    }
    int from = head.targetStart();
    if (in.get(head.pathStart()) != '/') {
      // `http://host` and `http://host?query` have an empty path, which is sent as a slash.
      in.put(from++, (byte) '/');
    }
    int removed = head.pathStart() - from;
    remove(in, from, removed);
    return removed;
  }

  /// RFC 9112 section 2.2: an empty line before a request is to be ignored.
  private int emptyLine(ByteBuffer in, int at) {
    if (at + 1 == in.limit()) {
      return -1;
    }
    if (in.get(at + 1) != '\n') {
      refusal = Refusal.bad("a line does not end with CR LF");
      return -1;
    }
    remove(in, at, 2);
    return at;
  }

  private int skip(ByteBuffer in, int at, Part then) {
    long count = Math.min(left, in.limit() - at);
    left -= count;
    if (left == 0) {
      part = then;
    }
    return at + (int) count;
  }

  private int chunkLine(ByteBuffer in, int at) {
    int end = line(in, at, LONGEST_CHUNK_LINE);
    if (end < 0) {
      return -1;
    }
    int digits = at;
    long size = 0;
    while (Octets.isHex(in.get(digits)) && digits - at < MOST_CHUNK_DIGITS) {
      size = size * 16 + Octets.hexValue(in.get(digits++));
    }
    if (digits == at || (digits != end - 2 && in.get(digits) != ';')) {
      refusal = Refusal.bad("a chunk's size is no hexadecimal number of up to 8 digits");
      return -1;
    }
    bodyBytes += size;
    if (bodyBytes > bodyLimitBytes) {
      refusal = tooLarge();
      return -1;
    }
    left = size;
    part = size == 0 ? Part.TRAILERS : Part.CHUNK_DATA;
    return end;
  }

  private int chunkEnd(ByteBuffer in, int at) {
    if (in.get(at) != '\r' || (at + 1 < in.limit() && in.get(at + 1) != '\n')) {
      refusal = Refusal.bad("a chunk is longer than its size said");
      return -1;
    }
    if (at + 1 == in.limit()) {
      return -1;
    }
    part = Part.CHUNK_LINE;
    return at + 2;
  }

  /// The trailers, up to the empty line that ends the body.
  private int trailers(ByteBuffer in, int from) {
    int at = from;
    while (true) {
      int end = line(in, at, LONGEST_TRAILERS - (at - from));
      if (end < 0) {
        return -1;
      }
      if (end == at + 2) {
        part = Part.HEAD;
        return end;
      }
      int colon = at;
      while (Octets.isToken(in.get(colon))) {
        colon++;
      }
      if (colon == at || in.get(colon) != ':') {
        refusal = Refusal.bad("a trailer does not begin with a name and a colon");
        return -1;
      }
      at = end;
    }
  }

  /// The index after a line, or -1 when it is not complete or not good.
  private int line(ByteBuffer in, int from, int longest) {
    int at = from;
    while (at < in.limit() && Octets.isValue(in.get(at))) {
      at++;
    }
    if (at - from > longest) {
      refusal = Refusal.bad("a line of a chunked body is too long");
    } else if (at < in.limit()
        && (in.get(at) != '\r' || (at + 1 < in.limit() && in.get(at + 1) != '\n'))) {
      refusal = Refusal.bad("a line of a chunked body does not end with CR LF");
    }
    return refusal == null && at + 1 < in.limit() ? at + 2 : -1;
  }

  private Refusal tooLarge() {
    return new Refusal(413, "the body is over %d bytes".formatted(bodyLimitBytes));
  }

  private static void remove(ByteBuffer in, int at, int count) {
    int limit = in.limit();
    for (int i = at; i < limit - count; i++) {
      in.put(i, in.get(i + count));
    }
    in.limit(limit - count);
  }
}
