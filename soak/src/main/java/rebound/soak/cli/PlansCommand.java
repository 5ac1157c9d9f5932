package rebound.soak.cli;

import java.io.PrintWriter;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import rebound.soak.planfile.PlanLibrary;
import rebound.soak.planfile.PlanReader;
import rebound.soak.planfile.UsageException;

/// `rebound plans`: what is built in, and what each answers.
@Command(
    name = "plans",
    description = "Lists the built-in plans and what each answers.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example: rebound plans --show resilience > mine.yaml"})
final class PlansCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Option(names = "--show", paramLabel = "PLAN", description = "prints a plan to copy and edit")
  private String show;

  @Override
  public void run() {
    PrintWriter out = spec.commandLine().getOut();
    if (show != null) {
      if (!PlanLibrary.NAMES.contains(show)) {
        throw new UsageException(
            "--show is '" + show + "': use one of " + String.join(", ", PlanLibrary.NAMES));
      }
      out.print(PlanLibrary.text(show));
      out.flush();
      return;
    }
    for (String name : PlanLibrary.NAMES) {
      out.printf(
          Locale.ROOT, "%-18s %s%n", name, PlanReader.read(PlanLibrary.find(name)).answers());
    }
  }
}
