package rebound.soak.probe.jvm;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/// The performance counters that HotSpot keeps in a mapped file, `/tmp/hsperfdata_USER/PID`, for
/// `jstat` and `jcmd PerfCounter.print`. Reading them costs the JVM nothing.
///
/// The file: a prologue of 32 bytes (magic in network order, byte order, version, used bytes, the
/// first entry's offset, how many entries), then entries, each with the offsets of its name and its
/// value from its own start; a value is a long (`J`) or a string (`B`).
final class CounterFile {
  private static final int MAGIC = 0xcafec0c0;
  private static final int PROLOGUE = 32;

  private CounterFile() {}

  /// The counters of a JVM by name; none where it keeps none (`-XX:-UsePerfData`).
  ///
  /// @param root root directory as the process sees it
  /// @param pid its process id there
  /// @throws IOException where the file cannot be read or has another shape
  static Map<String, String> read(Path root, String pid) throws IOException {
    try (DirectoryStream<Path> users =
        Files.newDirectoryStream(root.resolve("tmp"), "hsperfdata_*")) {
      for (Path user : users) {
        Path file = user.resolve(pid);
        if (Files.isReadable(file)) {
          return parse(ByteBuffer.wrap(Files.readAllBytes(file)));
        }
      }
    }
    return Map.of();
  }

  /// The counters in a file's bytes.
  static Map<String, String> parse(ByteBuffer file) throws IOException {
    if (file.limit() < PROLOGUE || file.getInt(0) != MAGIC) {
      throw new IOException("the JVM's counter file does not begin with its magic number");
    }
    file.order(file.get(4) == 0 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
    Map<String, String> counters = new TreeMap<>();
    int entry = file.getInt(24);
    try {
      for (int i = file.getInt(28); i > 0; i--) {
        String name = text(file, entry + file.getInt(entry + 4), file.limit());
        int value = entry + file.getInt(entry + 16);
        int length = file.getInt(entry + 8);
        counters.put(
            name,
            length == 0
                ? Long.toString(file.getLong(value))
                : text(file, value, Math.min(file.limit(), value + length)));
        entry += file.getInt(entry);
      }
    } catch (IndexOutOfBoundsException torn) {
      throw new IOException("the JVM's counter file has another shape than is known", torn);
    }
    return counters;
  }

  private static String text(ByteBuffer file, int from, int most) {
    int end = from;
    while (end < most && file.get(end) != 0) {
      end++;
    }
    byte[] bytes = new byte[end - from];
    file.get(from, bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
