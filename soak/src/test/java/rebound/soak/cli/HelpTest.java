package rebound.soak.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import rebound.soak.target.Home;

class HelpTest {
  private static CommandLine line() {
    Home home = new Home(Path.of(".."), Path.of("java"), "");
    // What a terminal of usual size shows.
    return ReboundMain.commandLine(home, Map.of()).setUsageHelpAutoWidth(false);
  }

  @Test
  void theHelpFitsAScreen() {
    assertThat(line().getUsageMessage(CommandLine.Help.Ansi.OFF).lines())
        .hasSizeLessThanOrEqualTo(24);
  }

  @Test
  void everyCommandHasAnExample() {
    line()
        .getSubcommands()
        .forEach(
            (name, command) -> {
              String usage = command.getUsageMessage(CommandLine.Help.Ansi.OFF);
              // The one that the library brings shows its use in its description.
              assertThat(usage)
                  .as(name)
                  .containsPattern(
                      name.equals("generate-completion") ? "source <\\(" : "Examples?:");
              assertThat(usage).as(name).containsPattern("rebound " + name + "\\b");
            });
  }

  @Test
  void theListSaysWhatEachCommandDoesInOneLine() {
    line()
        .getSubcommands()
        .forEach(
            (name, command) -> {
              String words = command.getCommandSpec().usageMessage().description()[0];
              assertThat(words).as(name).hasSizeLessThanOrEqualTo(54);
            });
  }
}
