package rebound.chaos.heal;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// A small child process that heals when this process is gone, also by SIGKILL.
///
/// It is a shell in a session of its own that waits for the end of its standard input, which the
/// kernel brings about when this process ends in whatever way. A remedy counts only once the child
/// has confirmed it, so a fault is never made without someone to heal it. Thread-safe.
public final class Watchdog implements Guardian, AutoCloseable {
  private static final char SEPARATOR = '\u001f';
  private static final long MOST_SECONDS = 10;

  private final Process shell;
  private final OutputStream toShell;
  private final BufferedReader fromShell;
  private long lastId;

  private Watchdog(Process shell) {
    this.shell = shell;
    this.toShell = shell.getOutputStream();
    this.fromShell = new BufferedReader(new InputStreamReader(shell.getInputStream(), UTF_8));
  }

  /// Starts the child.
  ///
  /// @throws IOException when there is no bash or no setsid
  public static Watchdog start() throws IOException {
    Watchdog watchdog;
    try {
      watchdog =
          new Watchdog(
              new ProcessBuilder("setsid", "bash", "-c", script(), "rebound-watchdog")
                  .redirectError(ProcessBuilder.Redirect.DISCARD)
                  .start());
    } catch (IOException missing) {
      throw new IOException(
          "the watchdog that heals after a crash cannot start; install bash and util-linux",
          missing);
    }
    // Before this a signal to the group of this process could still end it.
    watchdog.confirm("ready");
    return watchdog;
  }

  /// The child's process id.
  public long pid() {
    return shell.pid();
  }

  @Override
  public synchronized Guarded guard(Remedy remedy) throws IOException {
    lastId++;
    String id = Long.toString(lastId);
    List<String> fields = new ArrayList<>(List.of("+", id));
    fields.addAll(remedy.fields());
    say(fields, id);
    return () -> release(id);
  }

  /// Ends the child; what was not released is healed by it first.
  @Override
  public void close() throws IOException {
    try {
      closeInput();
      if (!shell.waitFor(MOST_SECONDS, TimeUnit.SECONDS)) {
        shell.destroyForcibly();
        throw new IOException("the watchdog did not end within " + MOST_SECONDS + " s");
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while the watchdog ended", interrupted);
    }
  }

  private void closeInput() {
    try {
      toShell.close();
    } catch (IOException brokenPipe) {
      // The child is gone already; if it is not, waiting for it tells.
    }
  }

  private synchronized void release(String id) throws IOException {
    say(List.of("-", id), id);
  }

  private void say(List<String> fields, String id) throws IOException {
    String line = String.join(String.valueOf(SEPARATOR), fields);
    if (line.indexOf('\n') >= 0
        || line.chars().filter(c -> c == SEPARATOR).count() >= fields.size()) {
      throw new IllegalArgumentException("a remedy is one line of plain text, not: " + line);
    }
    toShell.write((line + "\n").getBytes(UTF_8));
    toShell.flush();
    confirm(id);
  }

  private void confirm(String expected) throws IOException {
    String confirmed = fromShell.readLine();
    if (!expected.equals(confirmed)) {
      throw new IOException(
          "the watchdog (pid " + shell.pid() + ") is gone: nothing would heal after a crash");
    }
  }

  private static String script() throws IOException {
    try (InputStream script = Watchdog.class.getResourceAsStream("watchdog.sh")) {
      if (script == null) {
        throw new IOException("watchdog.sh is not beside its class; build the jar again");
      }
      return new String(script.readAllBytes(), UTF_8);
    }
  }
}
