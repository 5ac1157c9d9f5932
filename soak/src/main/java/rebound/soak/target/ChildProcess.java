package rebound.soak.target;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// A process that this run started, in a session of its own so that Ctrl-C reaches the runner
/// alone.
/// It ends when the runner is gone, however that happened: either by itself at the end of its
/// standard input, or by a watchdog shell that waits for that end and kills the whole session.
/// Thread-safe.
public final class ChildProcess implements AutoCloseable {
  private static final int TAIL_LINES = 200;
  private static final long LOG_BYTES = 16L << 20;
  private static final Duration GRACE = Duration.ofSeconds(5);

  // The watchdog is forked twice, so that it is no child of the target and its memory is not
  // counted as the target's. The shell then becomes the target: same process id.
  private static final String WATCHDOG =
      "( { cat >/dev/null; kill -9 -$$; } <&3 >/dev/null 2>&1 & ) 3<&0; exec \"$@\" </dev/null 3<&-";

  private final String name;
  private final Process process;
  private final ArrayDeque<String> tail = new ArrayDeque<>();
  private final Thread reader;
  private String readyLine;

  private ChildProcess(String name, Process process, Path log) {
    this.name = name;
    this.process = process;
    this.reader = Thread.ofPlatform().name("log-" + name).daemon().unstarted(() -> read(log));
  }

  /// Starts a process.
  ///
  /// @param name for messages and the log's thread
  /// @param command program and arguments
  /// @param endsWithStdin true when the program watches its standard input itself
  /// @param directory where it runs
  /// @param environment variables besides the runner's own
  /// @param log file that receives all it prints
  /// @throws IOException when the program cannot be started
  static ChildProcess start(
      String name,
      List<String> command,
      boolean endsWithStdin,
      Path directory,
      Map<String, String> environment,
      Path log)
      throws IOException {
    List<String> line = new ArrayList<>(List.of("setsid"));
    if (!endsWithStdin) {
      line.addAll(List.of("sh", "-c", WATCHDOG, "rebound-watchdog"));
    }
    line.addAll(command);
    ProcessBuilder builder =
        new ProcessBuilder(line).directory(directory.toFile()).redirectErrorStream(true);
    builder.environment().putAll(environment);
    ChildProcess child = new ChildProcess(name, builder.start(), log);
    child.reader.start();
    return child;
  }

  /// The process id of the program itself.
  public long pid() {
    return process.pid();
  }

  /// True while the process runs.
  public boolean alive() {
    return process.isAlive();
  }

  /// Its exit code, once it has ended.
  public Optional<Integer> exitCode() {
    return process.isAlive() ? Optional.empty() : Optional.of(process.exitValue());
  }

  /// The last lines it printed, at most this many.
  public List<String> logTail(int lines) {
    synchronized (tail) {
      List<String> all = new ArrayList<>(tail);
      return List.copyOf(all.subList(Math.max(0, all.size() - lines), all.size()));
    }
  }

  /// The first line that begins with `ready:`, once there is one.
  Optional<String> readyLine() {
    synchronized (tail) {
      return Optional.ofNullable(readyLine);
    }
  }

  /// Asks it to end, waits, and then ends it and all that it started.
  @Override
  public void close() {
    // Not Process.destroy(): that closes the pipe of what the program says while it ends.
    process.toHandle().destroy();
    boolean interrupted = waitFor(GRACE);
    if (process.isAlive()) {
      process.toHandle().destroyForcibly();
      interrupted |= waitFor(GRACE);
    }
    try {
      // The watchdog ends what is left of the session.
      process.getOutputStream().close();
    } catch (IOException alreadyGone) {
      // The pipe broke because nobody reads it any more: that is the wanted end.
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean waitFor(Duration time) {
    try {
      process.waitFor(time.toMillis(), TimeUnit.MILLISECONDS);
      return false;
    } catch (InterruptedException interrupted) {
      return true;
    }
  }

  private void read(Path log) {
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
        Writer file = Files.newBufferedWriter(log, StandardCharsets.UTF_8)) {
      long left = LOG_BYTES;
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (left > 0) {
          left -= line.length() + 1;
          file.write(left > 0 ? line + "\n" : "… the log is cut here, it grew past 16 MiB\n");
          file.flush();
        }
        synchronized (tail) {
          if (readyLine == null && line.startsWith("ready:")) {
            readyLine = line;
          }
          tail.addLast(line);
          if (tail.size() > TAIL_LINES) {
            tail.removeFirst();
          }
        }
      }
    } catch (IOException gone) {
      if (process.isAlive()) {
        throw new UncheckedIOException("the log of " + name + " cannot be kept", gone);
      }
    }
  }
}
