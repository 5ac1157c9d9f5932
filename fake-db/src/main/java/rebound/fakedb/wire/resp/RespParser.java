package rebound.fakedb.wire.resp;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Reads commands: arrays of bulk strings, or inline words as typed by hand. Where a command is not
/// yet whole it remembers how far it came, so that a client that drips bytes costs no more than one
/// that sends them at once. Not thread-safe.
final class RespParser implements Words {
  /// What [#parse] found.
  enum Found {
    /// A command; its words are [#count].
    COMMAND,
    /// Nothing but an empty line or array.
    NOTHING,
    /// Not enough bytes yet.
    MORE,
    /// Not this protocol; [#problem] says why. The connection has to be closed.
    PROBLEM
  }

  static final int INLINE_MAX_BYTES = 64 * 1024;
  static final int WORDS_MAX = 64 * 1024;

  private final int commandMaxBytes;
  private byte[] bytes;
  private int start;
  private int[] bounds = new int[8];
  private int count;
  private int wordsLeft = -1;
  private int wordBytes = -1;
  private int scanned;
  private int end;
  private String problem = "";

  RespParser(int commandMaxBytes) {
    this.commandMaxBytes = commandMaxBytes;
  }

  /// Reads on. `from` is the first byte of the command in every call until it is whole.
  Found parse(byte[] bytes, int from, int to) {
    this.bytes = bytes;
    this.start = from;
    if (scanned == 0) {
      count = 0;
    }
    Found found = bytes[from] == '*' || wordsLeft >= 0 ? array(to) : inline(to);
    if (found != Found.MORE) {
      end = from + scanned;
      scanned = 0;
      wordsLeft = -1;
      wordBytes = -1;
    } else if (scanned > commandMaxBytes) {
      return problem("command is larger than " + commandMaxBytes + " bytes");
    }
    return found;
  }

  private Found array(int to) {
    if (wordsLeft < 0) {
      int line = lineEnd(to);
      if (line < 0) {
        return to - start > 32 ? problem("too big mbulk count string") : Found.MORE;
      }
      long words = number(start + 1, line);
      if (words > WORDS_MAX) {
        return problem("invalid multibulk length");
      }
      if (words == Long.MIN_VALUE) {
        return problem("invalid multibulk length");
      }
      scanned = line + 2 - start;
      if (words <= 0) {
        return Found.NOTHING;
      }
      wordsLeft = (int) words;
    }
    while (wordsLeft > 0) {
      Found found = nextWord(to);
      if (found != Found.COMMAND) {
        return found;
      }
    }
    return Found.COMMAND;
  }

  private Found nextWord(int to) {
    if (wordBytes < 0) {
      int at = start + scanned;
      if (at >= to) {
        return Found.MORE;
      }
      if (bytes[at] != '$') {
        return problem("expected '$', got '" + printable(bytes[at]) + "'");
      }
      int line = lineEnd(to);
      if (line < 0) {
        return to - at > 32 ? problem("too big bulk count string") : Found.MORE;
      }
      long length = number(at + 1, line);
      if (length < 0 || length > commandMaxBytes) {
        return problem("invalid bulk length");
      }
      scanned = line + 2 - start;
      if (scanned + length > commandMaxBytes + 64L) {
        return problem("command is larger than " + commandMaxBytes + " bytes");
      }
      wordBytes = (int) length;
    }
    int wordEnd = start + scanned + wordBytes;
    if (wordEnd + 2 > to) {
      return Found.MORE;
    }
    if (bytes[wordEnd] != '\r' || bytes[wordEnd + 1] != '\n') {
      return problem("expected a line end after a bulk string");
    }
    add(scanned, scanned + wordBytes);
    scanned += wordBytes + 2;
    wordBytes = -1;
    wordsLeft--;
    return Found.COMMAND;
  }

  /// Words by hand, as typed into a terminal; without quotes.
  private Found inline(int to) {
    int newline = -1;
    for (int i = start + scanned; i < to && newline < 0; i++) {
      if (bytes[i] == '\n') {
        newline = i;
      }
    }
    if (newline < 0) {
      scanned = to - start;
      return scanned > INLINE_MAX_BYTES ? problem("too big inline request") : Found.MORE;
    }
    int at = start;
    while (at < newline) {
      while (at < newline && bytes[at] <= ' ' && bytes[at] >= 0) {
        at++;
      }
      int wordStart = at;
      while (at < newline && (bytes[at] > ' ' || bytes[at] < 0)) {
        at++;
      }
      if (at > wordStart) {
        add(wordStart - start, at - start);
      }
      if (count > WORDS_MAX) {
        return problem("too many words");
      }
    }
    scanned = newline + 1 - start;
    return count == 0 ? Found.NOTHING : Found.COMMAND;
  }

  private void add(int from, int to) {
    if (2 * count == bounds.length) {
      bounds = Arrays.copyOf(bounds, 2 * bounds.length);
    }
    bounds[2 * count] = from;
    bounds[2 * count + 1] = to;
    count++;
  }

  /// Index of the carriage return that ends the line at the scan position, or -1.
  private int lineEnd(int to) {
    int limit = Math.min(to - 1, start + scanned + 33);
    for (int i = start + scanned; i < limit; i++) {
      if (bytes[i] == '\r' && bytes[i + 1] == '\n') {
        return i;
      }
    }
    return -1;
  }

  /// The number there, or the smallest long where there is none.
  private long number(int from, int to) {
    boolean negative = from < to && bytes[from] == '-';
    int at = negative ? from + 1 : from;
    if (at == to || to - at > 18) {
      return Long.MIN_VALUE;
    }
    long value = 0;
    for (; at < to; at++) {
      int digit = bytes[at] - '0';
      if (digit < 0 || digit > 9) {
        return Long.MIN_VALUE;
      }
      value = 10 * value + digit;
    }
    return negative ? -value : value;
  }

  private static String printable(byte value) {
    return value > ' ' && value < 127 ? String.valueOf((char) value) : "\\x" + (value & 0xff);
  }

  private Found problem(String why) {
    problem = why;
    return Found.PROBLEM;
  }

  String problem() {
    return problem;
  }

  /// Index after the command that was found.
  int end() {
    return end;
  }

  @Override
  public int count() {
    return count;
  }

  byte[] bytes() {
    return bytes;
  }

  int from(int word) {
    return start + bounds[2 * word];
  }

  int to(int word) {
    return start + bounds[2 * word + 1];
  }

  int length(int word) {
    return bounds[2 * word + 1] - bounds[2 * word];
  }

  @Override
  public byte[] word(int word) {
    return Arrays.copyOfRange(bytes, from(word), to(word));
  }

  @Override
  public String text(int word) {
    return new String(bytes, from(word), length(word), StandardCharsets.ISO_8859_1);
  }

  /// Whether a word is this one, in any case.
  boolean is(int word, String upper) {
    int from = from(word);
    if (length(word) != upper.length()) {
      return false;
    }
    for (int i = 0; i < upper.length(); i++) {
      int given = bytes[from + i];
      if (given != upper.charAt(i) && given - 32 != upper.charAt(i)) {
        return false;
      }
    }
    return true;
  }
}
