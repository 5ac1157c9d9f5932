package rebound.chaos.heal;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// One process, and never another one that was given its number later.
///
/// @param pid its number
/// @param startTicks when it started, in clock ticks since the boot: field 22 of `/proc/PID/stat`,
///     proc(5)
public record ProcessIdentity(long pid, long startTicks) {
  /// The start time's place behind the name: field 22 of the file, which is the 20th from there.
  private static final int START_TICKS = 19;

  private static final int STATE = 0;

  public ProcessIdentity {
    if (pid <= 0) {
      throw new IllegalArgumentException("pid " + pid + " is not a process; use 1 or more");
    }
  }

  /// The process that has this number now.
  ///
  /// @throws IOException when there is none
  public static ProcessIdentity of(long pid) throws IOException {
    return new ProcessIdentity(pid, Long.parseLong(stat(pid)[START_TICKS]));
  }

  /// A process and all that descend from it now, the process first.
  public static List<ProcessIdentity> treeOf(long pid) throws IOException {
    List<ProcessIdentity> tree = new ArrayList<>();
    tree.add(of(pid));
    for (ProcessHandle child :
        ProcessHandle.of(pid).map(ProcessHandle::descendants).stream()
            .flatMap(all -> all)
            .toList()) {
      try {
        tree.add(of(child.pid()));
      } catch (IOException unreadable) {
        // It may have ended between the listing and the look.
        if (Files.exists(folder(child.pid()))) {
          throw unreadable;
        }
      }
    }
    return tree;
  }

  /// True while this very process exists; one that is dead and not yet reaped does not count.
  public boolean isAlive() throws IOException {
    String[] stat;
    try {
      stat = stat(pid);
    } catch (IOException unreadable) {
      // A process that ends while it is read gives another error than one that had ended before.
      if (Files.notExists(folder(pid))) {
        return false;
      }
      throw unreadable;
    }
    return stat[START_TICKS].equals(Long.toString(startTicks))
        && !stat[STATE].equals("Z")
        && !stat[STATE].equals("X");
  }

  /// True while it is stopped by a signal.
  public boolean isStopped() throws IOException {
    return isAlive() && stat(pid)[STATE].equals("T");
  }

  /// Sends a signal. The look at the start time and the signal are microseconds apart, in one
  /// shell: this JDK has no call of its own for other signals than the deadly ones.
  ///
  /// @param name without SIG, for example `STOP`
  /// @throws IOException when the process is gone or not ours to signal
  public void signal(String name) throws IOException {
    String script =
        """
        stat=$(cat "/proc/$2/stat") || exit 1
        start=$3 pid=$2 name=$1
        set -- ${stat##*) }
        [ "${20}" = "$start" ] || { echo "the number belongs to another process now" >&2; exit 1; }
        kill -s "$name" "$pid"
        """;
    Process shell =
        new ProcessBuilder(
                "sh", "-c", script, "signal", name, Long.toString(pid), Long.toString(startTicks))
            .redirectErrorStream(true)
            .start();
    shell.getOutputStream().close();
    String said = new String(shell.getInputStream().readAllBytes(), UTF_8).strip();
    try {
      if (shell.waitFor() != 0) {
        throw new IOException("signal " + name + " to pid " + pid + " failed: " + said);
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while signal " + name + " was sent", interrupted);
    }
  }

  /// The fields behind the name, which may itself have spaces and brackets.
  private static String[] stat(long pid) throws IOException {
    String stat = Files.readString(folder(pid).resolve("stat"));
    return stat.substring(stat.lastIndexOf(')') + 2).split(" ");
  }

  private static Path folder(long pid) {
    return Path.of("/proc/" + pid);
  }
}
