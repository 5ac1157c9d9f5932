package rebound.soak.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParseResult;
import rebound.soak.planfile.UsageException;
import rebound.soak.target.Home;
import rebound.soak.target.StartException;

/// The `rebound` program. The one place that reads system properties and the environment, and ends
/// the process.
public final class ReboundMain {
  private ReboundMain() {}

  /// Runs a command and ends with its exit code.
  ///
  /// @param arguments the command line
  public static void main(String[] arguments) {
    Path directory = Path.of(System.getProperty("rebound.home", ".")).toAbsolutePath().normalize();
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    String path = System.getenv().getOrDefault("PATH", "");
    System.exit(commandLine(new Home(directory, java, path), System.getenv()).execute(arguments));
  }

  static CommandLine commandLine(Home home, Map<String, String> environment) {
    CommandLine line = new CommandLine(new Root());
    BuildService service = BuildService.of(environment);
    line.addSubcommand(new RunCommand(home, service, environment));
    line.addSubcommand(new PlansCommand());
    line.addSubcommand(new TargetsCommand(home));
    line.addSubcommand(new ReportCommand(home));
    line.addSubcommand(new CompareCommand(home, service));
    line.addSubcommand(new AbCommand(home, service));
    line.addSubcommand(new ResumeCommand(home, service, environment));
    line.addSubcommand(new InitCommand(home, environment));
    line.addSubcommand(new DoctorCommand());
    line.addSubcommand(new AutoComplete.GenerateCompletion());
    line.addSubcommand(new SelftestCommand(home));
    line.setOut(new PrintWriter(System.out, true, StandardCharsets.UTF_8));
    line.setErr(new PrintWriter(System.err, true, StandardCharsets.UTF_8));
    line.setExecutionExceptionHandler(ReboundMain::explain);
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setUsageHelpAutoWidth(true);
    return line;
  }

  /// A mistake of the operator, a target that does not come up, or a bug of our own.
  private static int explain(Exception failed, CommandLine line, ParseResult parsed) {
    PrintWriter err = line.getErr();
    switch (failed) {
      case UsageException usage -> {
        err.println("rebound: " + usage.getMessage());
        return ExitCode.USAGE;
      }
      case StartException start -> {
        err.println("rebound: " + start.getMessage());
        return start.exitCode();
      }
      case IOException io -> {
        err.println("rebound: " + io + "; what was written before is valid");
        return ExitCode.INVALID;
      }
      default -> {
        err.println("rebound: a bug of Rebound itself, please report it:");
        failed.printStackTrace(err);
        return ExitCode.INVALID;
      }
    }
  }

  @Command(
      name = "rebound",
      description = "Does the server come back, and does its memory?",
      mixinStandardHelpOptions = true,
      version = "rebound 1.0.0",
      synopsisSubcommandLabel = "COMMAND",
      footer = {
        "",
        "Also: rebound serve server|fake-db|toxiproxy   one part in the foreground",
        "      rebound test                             all tests",
        "Example: rebound run --quick"
      })
  private static final class Root implements Runnable {
    @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

    @Override
    public void run() {
      spec.commandLine().usage(spec.commandLine().getOut());
    }
  }
}
