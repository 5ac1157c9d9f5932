package rebound.fakedb.query;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import rebound.fakedb.wire.Connection;

/// One CSV line a delayed query: when it came, got its slot, was to leave, and left. Event loop
/// thread only. It stops at a number of lines, so that it cannot fill a disk.
public final class QueryLog implements AutoCloseable {
  private static final int BUFFER_CHARS = 64 * 1024;

  private final FileChannel file;
  private final long linesMax;
  private final long startNanos = System.nanoTime();
  private final StringBuilder buffer = new StringBuilder();
  private long lines;

  private QueryLog(FileChannel file, long linesMax) {
    this.file = file;
    this.linesMax = linesMax;
  }

  /// A log that keeps nothing.
  ///
  /// @return the log
  public static QueryLog none() {
    return new QueryLog(null, 0);
  }

  /// A log into a file, which is replaced.
  ///
  /// @param path of the file
  /// @param linesMax after which it says no more
  /// @return the log
  /// @throws IOException where the file cannot be written
  public static QueryLog to(Path path, long linesMax) throws IOException {
    FileChannel file =
        FileChannel.open(
            path,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE);
    QueryLog log = new QueryLog(file, linesMax);
    log.buffer.append("port,connection,arrivalMicros,startMicros,plannedMicros,actualMicros\n");
    return log;
  }

  void add(Connection connection, long arrival, long start, long planned, long actual) {
    if (lines >= linesMax) {
      return;
    }
    lines++;
    buffer.append(connection.port()).append(',').append(connection.id());
    column(arrival);
    column(start);
    column(planned);
    column(actual);
    buffer.append('\n');
    if (buffer.length() > BUFFER_CHARS || lines == linesMax) {
      flush();
    }
  }

  private void column(long nanos) {
    buffer.append(',').append((nanos - startNanos) / 1000);
  }

  /// Writes what is not yet written; where that fails, the log ends with a word on standard error.
  public void flush() {
    if (file == null) {
      return;
    }
    ByteBuffer bytes = StandardCharsets.UTF_8.encode(buffer.toString());
    buffer.setLength(0);
    try {
      while (bytes.hasRemaining()) {
        file.write(bytes);
      }
    } catch (IOException e) {
      lines = Long.MAX_VALUE;
      System.err.println("fake-db: the query log ends here, it cannot be written: " + e);
    }
  }

  @Override
  public void close() {
    flush();
    if (file != null) {
      try {
        file.close();
      } catch (IOException e) {
        System.err.println("fake-db: the query log would not close: " + e);
      }
    }
  }
}
