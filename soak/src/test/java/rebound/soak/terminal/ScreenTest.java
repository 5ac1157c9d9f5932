package rebound.soak.terminal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScreenTest {
  private final ByteArrayOutputStream terminal = new ByteArrayOutputStream();
  private final Screen screen = new Screen(new PrintWriter(terminal, true, UTF_8));

  private String printed() {
    String text = terminal.toString(UTF_8).replace('\u001b', '^');
    terminal.reset();
    return text;
  }

  @Test
  void drawsInPlaceAndLeavesTheTerminalAsItWas() {
    screen.draw(List.of("one", "two"), 24);
    assertThat(printed()).isEqualTo("\r^[?7lone\ntwo\n^[?7h");

    screen.draw(List.of("three"), 24);
    assertThat(printed()).isEqualTo("^[2A\r^[J^[?7lthree\n^[?7h");

    screen.erase();
    screen.erase();
    assertThat(printed()).isEqualTo("^[1A\r^[J");
  }

  @Test
  void aLowTerminalShowsWhatFits() {
    screen.draw(List.of("one", "two", "three"), 3);
    assertThat(printed()).contains("one\ntwo\n").doesNotContain("three");
    screen.draw(List.of("one"), 1);
    assertThat(printed()).doesNotContain("one");
  }

  @Test
  void aLogsLineTakesThePanelsPlace() {
    PrintStream log = screen.beside(new PrintStream(terminal, true, UTF_8));
    screen.draw(List.of("panel"), 24);
    printed();

    log.println("fault healed");

    assertThat(printed()).isEqualTo("^[1A\r^[Jfault healed\n");
  }

  @Test
  void theSizeIsWhatSttySays() {
    assertThat(TerminalSize.of("40 132\n")).isEqualTo(new TerminalSize(132, 40));
    assertThat(TerminalSize.of("0 0\n")).isEqualTo(TerminalSize.USUAL);
    assertThat(TerminalSize.of("")).isEqualTo(TerminalSize.USUAL);
  }
}
