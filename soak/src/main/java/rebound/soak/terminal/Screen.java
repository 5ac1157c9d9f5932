package rebound.soak.terminal;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Lines at a terminal's lower end that are drawn again and again in place. Between two calls the
/// terminal is as it was found, with the cursor below the lines: whoever ends the process in any
/// way leaves nothing to mend. Thread-safe.
public final class Screen {
  // A line that is longer than the terminal is wide is cut there: wrapped, it would be two.
  private static final String CUT = "\u001b[?7l";
  private static final String WRAP = "\u001b[?7h";
  private static final String CLEAR_BELOW = "\r\u001b[J";

  private final PrintWriter terminal;
  private int drawn;

  /// Draws on a terminal.
  public Screen(PrintWriter terminal) {
    this.terminal = terminal;
  }

  /// Puts these lines in the place of those before; what does not fit in height is left out.
  public synchronized void draw(List<String> lines, int rows) {
    List<String> shown = lines.subList(0, Math.clamp(rows - 1L, 0, lines.size()));
    StringBuilder text = new StringBuilder(up()).append(CUT);
    shown.forEach(line -> text.append(line).append('\n'));
    terminal.print(text.append(WRAP));
    terminal.flush();
    drawn = shown.size();
  }

  /// Takes the lines away, so that something else can be printed in their place.
  public synchronized void erase() {
    if (drawn > 0) {
      terminal.print(up());
      terminal.flush();
      drawn = 0;
    }
  }

  private String up() {
    return drawn == 0 ? "\r" : "\u001b[" + drawn + "A" + CLEAR_BELOW;
  }

  /// A stream to the same terminal whose lines, of a log for example, do not end up among those
  /// drawn: they are erased first, and drawn again when it is their time.
  public PrintStream beside(PrintStream other) {
    OutputStream polite =
        new OutputStream() {
          @Override
          public void write(int one) throws IOException {
            write(new byte[] {(byte) one}, 0, 1);
          }

          @Override
          public void write(byte[] bytes, int from, int length) {
            synchronized (Screen.this) {
              erase();
              other.write(bytes, from, length);
              other.flush();
            }
          }
        };
    return new PrintStream(polite, true, StandardCharsets.UTF_8);
  }
}
