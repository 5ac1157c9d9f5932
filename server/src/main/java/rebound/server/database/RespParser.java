package rebound.server.database;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/// Takes RESP answers out of a stream of bytes, however it is cut. Understands simple strings,
/// errors, integers and bulk strings; anything else is a broken stream. Not thread-safe.
final class RespParser {
  private static final int LONGEST_LINE = 64 * 1024;
  private static final int LONGEST_BULK = 16 * 1024 * 1024;

  private byte[] line = new byte[64];
  private int lineLength;
  private byte[] bulk;
  private int bulkFilled;
  private int bulkEndLeft;

  /// The next answer, or null when more bytes are needed.
  ///
  /// @throws IOException when the bytes are no RESP that we know
  Answer next(ByteBuffer in) throws IOException {
    while (in.hasRemaining()) {
      Answer answer = bulk != null ? bulk(in) : line(in);
      if (answer != null) {
        return answer;
      }
    }
    return null;
  }

  private Answer line(ByteBuffer in) throws IOException {
    while (in.hasRemaining()) {
      byte b = in.get();
      if (b == '\n') {
        if (lineLength == 0 || line[lineLength - 1] != '\r') {
          throw new IOException("the database sent a line without its carriage return");
        }
        int length = lineLength - 1;
        lineLength = 0;
        return head(length);
      }
      if (lineLength == line.length) {
        if (lineLength >= LONGEST_LINE) {
          throw new IOException("the database sent a line of over 64 KiB");
        }
        line = Arrays.copyOf(line, lineLength * 2);
      }
      line[lineLength++] = b;
    }
    return null;
  }

  private Answer head(int length) throws IOException {
    if (length == 0) {
      throw new IOException("the database sent an empty line");
    }
    return switch (line[0]) {
      case '+', ':' -> new Answer.Value(new String(line, 1, length - 1, UTF_8));
      case '-' -> new Answer.Refused(new String(line, 1, length - 1, UTF_8));
      case '$' -> startBulk(number(length));
      default -> throw new IOException("the database sent an answer of kind " + line[0]);
    };
  }

  private Answer startBulk(int length) throws IOException {
    if (length == -1) {
      return new Answer.Value("");
    }
    if (length < 0 || length > LONGEST_BULK) {
      throw new IOException("the database announced a value of %d bytes".formatted(length));
    }
    bulk = new byte[length];
    bulkFilled = 0;
    bulkEndLeft = 2;
    return null;
  }

  private Answer bulk(ByteBuffer in) throws IOException {
    int count = Math.min(in.remaining(), bulk.length - bulkFilled);
    in.get(bulk, bulkFilled, count);
    bulkFilled += count;
    while (bulkFilled == bulk.length && bulkEndLeft > 0 && in.hasRemaining()) {
      if (in.get() != (bulkEndLeft == 2 ? '\r' : '\n')) {
        throw new IOException("the database sent a value longer than it had announced");
      }
      bulkEndLeft--;
    }
    if (bulkFilled < bulk.length || bulkEndLeft > 0) {
      return null;
    }
    Answer answer = new Answer.Value(new String(bulk, UTF_8));
    bulk = null;
    return answer;
  }

  private int number(int length) throws IOException {
    try {
      return Integer.parseInt(new String(line, 1, length - 1, UTF_8));
    } catch (NumberFormatException e) {
      throw new IOException("the database sent a length that is no number", e);
    }
  }
}
