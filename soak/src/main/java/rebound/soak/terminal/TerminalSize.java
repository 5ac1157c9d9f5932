package rebound.soak.terminal;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/// How much fits on the terminal.
///
/// @param columns characters in a line
/// @param rows lines
public record TerminalSize(int columns, int rows) {
  /// Where nobody says.
  public static final TerminalSize USUAL = new TerminalSize(80, 24);

  private static final File TERMINAL = new File("/dev/tty");

  /// Asks the terminal of this process, which takes some milliseconds; [#USUAL] without an answer.
  public static TerminalSize ask() {
    try {
      Process stty =
          new ProcessBuilder("stty", "size")
              .redirectInput(TERMINAL)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (!stty.waitFor(1, TimeUnit.SECONDS)) {
        stty.destroyForcibly();
        return USUAL;
      }
      return of(new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII));
    } catch (IOException notATerminal) {
      return USUAL;
    } catch (InterruptedException asked) {
      Thread.currentThread().interrupt();
      return USUAL;
    }
  }

  /// Reads what `stty size` prints: rows and columns. A terminal that does not know says 0.
  static TerminalSize of(String words) {
    if (!words.strip().matches("[1-9][0-9]{0,4} [1-9][0-9]{0,4}")) {
      return USUAL;
    }
    String[] numbers = words.strip().split(" ", 2);
    return new TerminalSize(Integer.parseInt(numbers[1]), Integer.parseInt(numbers[0]));
  }
}
