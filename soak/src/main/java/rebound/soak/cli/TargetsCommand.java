package rebound.soak.cli;

import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import rebound.soak.target.Home;
import rebound.soak.target.TargetLibrary;

/// `rebound targets`: the servers that come with Rebound.
@Command(
    name = "targets",
    description = "Lists the built-in targets.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example: rebound targets"})
final class TargetsCommand implements Runnable {
  private final Home home;

  @Spec private CommandSpec spec;

  TargetsCommand(Home home) {
    this.home = home;
  }

  @Override
  public void run() {
    TargetLibrary library = new TargetLibrary(home.directory());
    for (String name : library.names()) {
      spec.commandLine()
          .getOut()
          .printf(Locale.ROOT, "%-18s %s%n", name, library.find(name).answers());
    }
  }
}
