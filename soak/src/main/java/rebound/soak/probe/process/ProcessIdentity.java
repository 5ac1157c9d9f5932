package rebound.soak.probe.process;

import java.io.IOException;
import java.nio.file.Path;

/// A process that cannot be mistaken for another with the same pid.
///
/// @param pid its id
/// @param startTicks when it began, in clock ticks since boot (field 22 of `/proc/PID/stat`)
public record ProcessIdentity(long pid, long startTicks) {
  public ProcessIdentity {
    if (pid <= 0 || startTicks < 0) {
      throw new IllegalArgumentException("pid " + pid + " with start " + startTicks);
    }
  }

  /// A word for it that no other process is called, as long as the machine runs.
  public String word() {
    return pid + "@" + startTicks;
  }

  /// The process that runs now under a pid.
  ///
  /// @throws IOException where none does
  public static ProcessIdentity of(long pid) throws IOException {
    return of(Path.of("/proc"), pid);
  }

  static ProcessIdentity of(Path proc, long pid) throws IOException {
    return new ProcessIdentity(pid, ProcessStat.read(proc.resolve(pid + "/stat")).startTicks());
  }
}
