import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// What the kernel counts of the measured process; nothing for a process id below 0.
final class Process {
  private static final double TICKS_PER_SECOND = 100;
  private static final long PAGE_BYTES = 4096;

  private Process() {}

  static double cpuSeconds(long pid) throws IOException {
    if (pid < 0) {
      return Double.NaN;
    }
    String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
    return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) / TICKS_PER_SECOND;
  }

  static long rssBytes(long pid) throws IOException {
    if (pid < 0) {
      return 0;
    }
    String[] fields = Files.readString(Path.of("/proc/" + pid + "/statm")).split(" ");
    return Long.parseLong(fields[1]) * PAGE_BYTES;
  }
}
