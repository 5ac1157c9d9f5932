package rebound.chaos.http;

import java.util.Arrays;

/// Finds where a response ends (RFC 9112), fed with bytes as they come, split anywhere. It knows
/// the method it was asked with, because HEAD and CONNECT change the framing. Interim responses
/// (1xx but 101) are skipped. Lines may end in CRLF or LF; folded headers are refused, as the RFC
/// lets a client do. Allocates only when a line is split over two reads. Used by one thread.
public final class ResponseParser implements AnswerReader {
  private static final int MAX_LINE_BYTES = 64 * 1024;
  private static final int MAX_HEAD_BYTES = 256 * 1024;
  private static final byte[] NOTHING = new byte[0];

  private enum State {
    STATUS_LINE,
    HEADERS,
    BODY_LENGTH,
    BODY_UNTIL_CLOSE,
    CHUNK_SIZE,
    CHUNK_BYTES,
    CHUNK_END,
    TRAILERS,
    COMPLETE,
    FAILED
  }

  private State state = State.COMPLETE;
  private RequestMethod method = RequestMethod.OTHER;
  private HeadMemo memo;
  private BodyCopy copy;
  private final Head head = new Head();
  private long bodyLeft;
  private long bodyBytes;
  private int headBytes;
  private boolean started;
  private String failure = "";
  private byte[] carry = NOTHING;
  private int carried;

  @Override
  public void begin(RequestMethod method, HeadMemo memo, BodyCopy copy) {
    this.method = method;
    this.memo = memo;
    this.copy = copy;
    state = State.STATUS_LINE;
    head.clear();
    bodyBytes = 0;
    headBytes = 0;
    started = false;
    carried = 0;
  }

  @Override
  public int feed(byte[] bytes, int from, int to) {
    int at = from;
    if (at < to && state == State.STATUS_LINE && !started) {
      started = true;
      at = fromMemo(bytes, at, to);
    }
    while (at < to) {
      switch (state) {
        case STATUS_LINE, HEADERS, CHUNK_SIZE, CHUNK_END, TRAILERS -> at = line(bytes, at, to);
        case BODY_LENGTH, CHUNK_BYTES -> at = body(bytes, at, to);
        case BODY_UNTIL_CLOSE -> {
          bodyBytes += to - at;
          copy(bytes, at, to);
          at = to;
        }
        case COMPLETE, FAILED -> {
          return at;
        }
      }
    }
    return at;
  }

  private int fromMemo(byte[] bytes, int from, int to) {
    if (memo == null) {
      return from;
    }
    int length = memo.matches(bytes, from, to);
    if (length > 0) {
      head.become(memo.head());
      headEnded();
      return from + length;
    }
    int end = headEnd(bytes, from, to);
    if (end < 0) {
      return from;
    }
    int at = from;
    while (at < end && (state == State.STATUS_LINE || state == State.HEADERS)) {
      at = line(bytes, at, end);
    }
    if (at == end && state != State.FAILED && head.status >= 200) {
      memo.remember(bytes, from, end, head);
    }
    return at;
  }

  /// Index after the empty line that ends a head, or -1.
  private static int headEnd(byte[] bytes, int from, int to) {
    for (int i = from + 1; i < to; i++) {
      if (bytes[i] == '\n'
          && (bytes[i - 1] == '\n'
              || (bytes[i - 1] == '\r' && i > 1 + from && bytes[i - 2] == '\n'))) {
        return i + 1;
      }
    }
    return -1;
  }

  private int line(byte[] bytes, int from, int to) {
    int end = from;
    while (end < to && bytes[end] != '\n') {
      end++;
    }
    headBytes += end - from + 1;
    if (headBytes > MAX_HEAD_BYTES || end - from + carried > MAX_LINE_BYTES) {
      fail("a head or line longer than " + MAX_LINE_BYTES + " bytes");
      return from;
    }
    if (end == to) {
      carry(bytes, from, to);
      refuseEarly();
      return to;
    }
    if (carried == 0) {
      lineEnded(bytes, from, end);
    } else {
      carry(bytes, from, end);
      int length = carried;
      carried = 0;
      lineEnded(carry, 0, length);
    }
    return state == State.FAILED ? from : end + 1;
  }

  private void carry(byte[] bytes, int from, int to) {
    int length = to - from;
    if (carry.length < carried + length) {
      carry = Arrays.copyOf(carry, Math.max(128, Math.max(carry.length * 2, carried + length)));
    }
    System.arraycopy(bytes, from, carry, carried, length);
    carried += length;
  }

  /// A status line that is none is refused at its first wrong byte: rubbish need not end in a line.
  private void refuseEarly() {
    if (state == State.STATUS_LINE && !Head.beginsLikeStatusLine(carry, carried)) {
      fail("no status line");
    }
  }

  private void lineEnded(byte[] bytes, int from, int lineFeed) {
    int end = lineFeed > from && bytes[lineFeed - 1] == '\r' ? lineFeed - 1 : lineFeed;
    switch (state) {
      case STATUS_LINE -> {
        if (head.statusLine(bytes, from, end)) {
          state = State.HEADERS;
        } else {
          fail("no status line");
        }
      }
      case HEADERS -> {
        if (end == from) {
          headEnded();
        } else if (!head.header(bytes, from, end)) {
          fail("a header line that is none, is folded, or contradicts another");
        }
      }
      case CHUNK_SIZE -> chunkSize(bytes, from, end);
      case CHUNK_END -> {
        if (end == from) {
          state = State.CHUNK_SIZE;
        } else {
          fail("a chunk longer than its size");
        }
      }
      case TRAILERS -> {
        if (end == from) {
          state = State.COMPLETE;
        } else if (!Head.isHeaderLine(bytes, from, end)) {
          fail("a trailer line that is none");
        }
      }
      case BODY_LENGTH, BODY_UNTIL_CLOSE, CHUNK_BYTES, COMPLETE, FAILED ->
          throw new IllegalStateException("no line ends in " + state);
    }
  }

  private void headEnded() {
    int status = head.status;
    if (status < 200 && status != 101) {
      head.clear();
      state = State.STATUS_LINE;
      return;
    }
    if (status == 101
        || status == 204
        || status == 304
        || method == RequestMethod.HEAD
        || (method == RequestMethod.CONNECT && status < 300)) {
      state = State.COMPLETE;
    } else if (head.chunked) {
      state = State.CHUNK_SIZE;
    } else if (head.otherCoding) {
      state = State.BODY_UNTIL_CLOSE;
    } else if (head.contentLength >= 0) {
      bodyLeft = head.contentLength;
      state = bodyLeft == 0 ? State.COMPLETE : State.BODY_LENGTH;
    } else {
      state = status == 205 ? State.COMPLETE : State.BODY_UNTIL_CLOSE;
    }
  }

  private void chunkSize(byte[] bytes, int from, int end) {
    long size = 0;
    int at = from;
    while (at < end && Character.digit(bytes[at], 16) >= 0) {
      if (size >> 58 != 0) {
        fail("a chunk size past 2^62");
        return;
      }
      size = size << 4 | Character.digit(bytes[at], 16);
      at++;
    }
    int digits = at - from;
    while (at < end && (bytes[at] == ' ' || bytes[at] == '\t')) {
      at++;
    }
    if (digits == 0 || (at < end && bytes[at] != ';')) {
      fail("a chunk size that is none");
    } else if (size == 0) {
      state = State.TRAILERS;
    } else {
      bodyLeft = size;
      state = State.CHUNK_BYTES;
    }
    headBytes = 0;
  }

  private int body(byte[] bytes, int from, int to) {
    int taken = (int) Math.min(bodyLeft, to - from);
    bodyLeft -= taken;
    bodyBytes += taken;
    copy(bytes, from, from + taken);
    if (bodyLeft == 0) {
      state = state == State.BODY_LENGTH ? State.COMPLETE : State.CHUNK_END;
    }
    return from + taken;
  }

  private void copy(byte[] bytes, int from, int to) {
    if (copy != null) {
      copy.append(bytes, from, to);
    }
  }

  private void fail(String why) {
    state = State.FAILED;
    failure = why;
  }

  @Override
  public boolean endOfStream() {
    if (state == State.BODY_UNTIL_CLOSE) {
      state = State.COMPLETE;
    }
    return state == State.COMPLETE;
  }

  @Override
  public boolean isComplete() {
    return state == State.COMPLETE;
  }

  @Override
  public boolean isFailed() {
    return state == State.FAILED;
  }

  /// What is wrong with a failed response.
  public String failure() {
    return failure;
  }

  @Override
  public boolean isStarted() {
    return started;
  }

  @Override
  public int status() {
    return head.status;
  }

  @Override
  public long bodyBytes() {
    return bodyBytes;
  }

  @Override
  public boolean isReusable() {
    return head.isPersistent()
        && !(method == RequestMethod.CONNECT && head.status < 300)
        && !(head.chunked && head.contentLength >= 0)
        && !lastedUntilClose();
  }

  private boolean lastedUntilClose() {
    boolean noBody =
        head.status == 204
            || head.status == 205
            || head.status == 304
            || head.status == 101
            || method == RequestMethod.HEAD;
    return !noBody && !head.chunked && (head.otherCoding || head.contentLength < 0);
  }
}
