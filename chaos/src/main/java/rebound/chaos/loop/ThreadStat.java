package rebound.chaos.loop;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// What the kernel knows of a thread's time on the processor.
///
/// @param runNanos time on a processor since the thread began
/// @param waitNanos time it was ready to run and waited for a processor
/// @param timeslices how often it was given a processor
public record ThreadStat(long runNanos, long waitNanos, long timeslices) {
  /// The kernel's id of the calling thread, or 0 where `/proc` does not say.
  public static long ownId() {
    try {
      Path self = Files.readSymbolicLink(Path.of("/proc/thread-self"));
      return Long.parseLong(self.getFileName().toString());
    } catch (IOException | NumberFormatException e) {
      return 0;
    }
  }

  /// A thread of this process, by the kernel's id.
  ///
  /// @throws IOException when the thread has ended, or the kernel keeps no such figures
  public static ThreadStat of(long id) throws IOException {
    String[] words =
        Files.readString(Path.of("/proc/self/task/" + id + "/schedstat")).trim().split(" ", 0);
    return new ThreadStat(
        Long.parseLong(words[0]), Long.parseLong(words[1]), Long.parseLong(words[2]));
  }
}
