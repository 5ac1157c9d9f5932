package rebound.soak.probe.liveness;

import java.nio.ByteBuffer;
import java.util.Locale;

/// Reads one HTTP/1.1 response to a GET as its bytes arrive, only as far as is needed to know its
/// status, that it is complete, and whether the connection can be kept. Used by one thread.
final class ProbeAnswer {
  private static final int MAX_HEAD = 32 * 1024;

  private enum Part {
    HEAD,
    COUNTED,
    CHUNK_SIZE,
    CHUNK,
    CHUNK_END,
    TRAILER,
    UNTIL_CLOSE,
    DONE,
    BROKEN
  }

  private final StringBuilder head = new StringBuilder();
  private final StringBuilder line = new StringBuilder();
  private Part part = Part.HEAD;
  private long remaining;
  private int status;
  private boolean keep;
  private boolean any;
  private String problem = "";

  /// Takes what arrived.
  void take(ByteBuffer bytes) {
    while (bytes.hasRemaining() && part != Part.DONE && part != Part.BROKEN) {
      any = true;
      if (part == Part.COUNTED || part == Part.CHUNK) {
        int now = (int) Math.min(remaining, bytes.remaining());
        bytes.position(bytes.position() + now);
        remaining -= now;
        if (remaining == 0) {
          part = part == Part.COUNTED ? Part.DONE : Part.CHUNK_END;
        }
      } else if (part == Part.UNTIL_CLOSE) {
        bytes.position(bytes.limit());
      } else {
        character((char) (bytes.get() & 0xff));
      }
    }
    if (bytes.hasRemaining() && part == Part.DONE) {
      keep = false;
    }
  }

  /// Tells that the target closed.
  void end() {
    if (part == Part.UNTIL_CLOSE) {
      part = Part.DONE;
    }
    keep = false;
  }

  boolean complete() {
    return part == Part.DONE;
  }

  boolean broken() {
    return part == Part.BROKEN;
  }

  /// True when the target has sent anything.
  boolean begun() {
    return any;
  }

  int status() {
    return status;
  }

  boolean keepable() {
    return keep;
  }

  String problem() {
    return problem;
  }

  private void character(char c) {
    switch (part) {
      case HEAD -> {
        head.append(c);
        if (c == '\n' && (ends("\r\n\r\n") || ends("\n\n"))) {
          readHead();
        } else if (head.length() > MAX_HEAD) {
          fail("headers are longer than " + MAX_HEAD + " bytes");
        }
      }
      case CHUNK_SIZE, CHUNK_END, TRAILER -> {
        if (c != '\n') {
          line.append(c);
          if (line.length() > MAX_HEAD) {
            fail("a line of the chunked body is longer than " + MAX_HEAD + " bytes");
          }
          return;
        }
        String text = line.toString().strip();
        line.setLength(0);
        endOfLine(text);
      }
      case COUNTED, CHUNK, UNTIL_CLOSE, DONE, BROKEN ->
          throw new IllegalStateException("part " + part + " has no characters");
    }
  }

  private boolean ends(String end) {
    int length = head.length();
    return length >= end.length() && head.substring(length - end.length()).equals(end);
  }

  private void endOfLine(String text) {
    if (part == Part.CHUNK_END) {
      part = Part.CHUNK_SIZE;
    } else if (part == Part.TRAILER) {
      part = text.isEmpty() ? Part.DONE : Part.TRAILER;
    } else {
      int semicolon = text.indexOf(';');
      try {
        remaining =
            Long.parseLong((semicolon < 0 ? text : text.substring(0, semicolon)).strip(), 16);
        part = remaining == 0 ? Part.TRAILER : Part.CHUNK;
      } catch (NumberFormatException _) {
        fail("chunk size '" + text + "' is no number");
      }
    }
  }

  private void readHead() {
    String[] lines = head.toString().split("\r?\n", -1);
    if (!lines[0].matches("HTTP/1\\.[01] [1-5]\\d\\d.*")) {
      fail(
          "the answer begins with '"
              + lines[0].substring(0, Math.min(40, lines[0].length()))
              + "'");
      return;
    }
    status = Integer.parseInt(lines[0].substring(9, 12));
    if (status < 200) {
      head.setLength(0);
      return;
    }
    keep = lines[0].startsWith("HTTP/1.1");
    part = Part.UNTIL_CLOSE;
    for (int i = 1; i < lines.length; i++) {
      header(lines[i].toLowerCase(Locale.ROOT));
    }
    if (status == 204 || status == 304) {
      part = Part.DONE;
    }
    if (part == Part.UNTIL_CLOSE) {
      keep = false;
    }
  }

  private void header(String header) {
    int colon = header.indexOf(':');
    if (colon < 0 || part == Part.BROKEN) {
      return;
    }
    String value = header.substring(colon + 1).strip();
    switch (header.substring(0, colon)) {
      case "content-length" -> {
        if (part == Part.UNTIL_CLOSE) {
          counted(value);
        }
      }
      case "transfer-encoding" -> {
        if (value.endsWith("chunked")) {
          part = Part.CHUNK_SIZE;
        }
      }
      case "connection" -> {
        if (value.contains("close")) {
          keep = false;
        }
      }
      default -> {}
    }
  }

  private void counted(String value) {
    try {
      remaining = Long.parseLong(value);
      part = remaining == 0 ? Part.DONE : Part.COUNTED;
    } catch (NumberFormatException _) {
      fail("content-length '" + value + "' is no number");
    }
  }

  private void fail(String why) {
    part = Part.BROKEN;
    problem = why;
    keep = false;
  }
}
