package rebound.soak.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// Appends events to `journal.ndjson` and brings them to the disk at least once a second, so that a
/// crash at any instant loses at most that. Used by one thread.
public final class Journal implements AutoCloseable {
  private static final long FORCE_EVERY_NANOS = 1_000_000_000L;

  private final Path file;
  private final FileChannel channel;
  private long forcedNanos;

  private Journal(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
    this.forcedNanos = System.nanoTime();
  }

  /// Opens a journal; an existing one is continued, on a new line where a crash tore the last.
  public static Journal open(Path file) throws IOException {
    boolean torn = Files.exists(file) && Files.size(file) > 0 && !endsWithNewline(file);
    FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND);
    if (torn) {
      channel.write(ByteBuffer.wrap(new byte[] {'\n'}));
    }
    return new Journal(file, channel);
  }

  private static boolean endsWithNewline(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      ByteBuffer last = ByteBuffer.allocate(1);
      channel.read(last, channel.size() - 1);
      return last.get(0) == '\n';
    }
  }

  /// Appends an event.
  ///
  /// @throws UnwrittenException when the disk is full or gone; the lines before stay valid
  public void write(Event event) throws IOException {
    ByteBuffer line = ByteBuffer.wrap(JournalLine.write(event).getBytes(StandardCharsets.UTF_8));
    long before = channel.size();
    try {
      while (line.hasRemaining()) {
        channel.write(line);
      }
    } catch (IOException full) {
      // A torn line would hide nothing, but a clean end is easier to go on from.
      try {
        channel.truncate(before);
      } catch (IOException torn) {
        full.addSuppressed(torn);
      }
      throw UnwrittenException.of("the journal " + file, full.getMessage(), full);
    }
    long now = System.nanoTime();
    if (!(event instanceof Event.Second) || now - forcedNanos >= FORCE_EVERY_NANOS) {
      channel.force(false);
      forcedNanos = now;
    }
  }

  @Override
  public void close() throws IOException {
    try (channel) {
      channel.force(false);
    }
  }
}
