package rebound.soak.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import rebound.soak.planfile.PlanReader;
import rebound.soak.planfile.UsageException;
import rebound.soak.planfile.YamlFile;
import rebound.soak.target.Home;
import rebound.soak.target.TargetLibrary;

/// `rebound init`: writes a commented plan, and a target file for a command, that run as they are.
@Command(
    name = "init",
    description = {
      "Writes a plan and a target file for your server.",
      "",
      "Writes a commented plan, and a target file for your command, that run at once."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  rebound init --path / -- node server.js {port}",
      "  rebound init --url http://127.0.0.1:8080 --path /health"
    })
final class InitCommand implements Callable<Integer> {
  private static final String PLAN = "rebound-plan.yaml";
  private static final String TARGET = "rebound-target.yaml";

  private final Home home;
  private final Map<String, String> environment;

  @Spec private CommandSpec spec;

  @Parameters(
      arity = "0..*",
      paramLabel = "COMMAND",
      description = "how your server is started; {port} stands for the port it shall take")
  private List<String> command = new ArrayList<>();

  @Option(names = "--url", description = "a server that runs already")
  private String url;

  @Option(
      names = "--path",
      defaultValue = "/",
      description = "a page that answers 200; default: ${DEFAULT-VALUE}")
  private String path;

  @Option(
      names = "--dir",
      defaultValue = ".",
      description = "where the files are written; default: the current folder")
  private Path folder;

  InitCommand(Home home, Map<String, String> environment) {
    this.home = home;
    this.environment = environment;
  }

  @Override
  public Integer call() throws IOException {
    if (command.isEmpty() == (url == null)) {
      throw new UsageException(
          "init wants either a command or --url: as in rebound init -- node server.js {port}");
    }
    if (!path.startsWith("/")) {
      throw new UsageException("--path is '" + path + "': begin it with a slash, as in /" + path);
    }
    if (url != null) {
      Addresses.http(url);
    } else {
      requireProgram(command.getFirst());
    }
    Path plan = refuseExisting(folder.resolve(PLAN).normalize());
    Path target = folder.resolve(TARGET).normalize();
    Files.createDirectories(folder);
    PrintWriter out = spec.commandLine().getOut();
    refuseExisting(target);
    Files.writeString(target, target());
    // What this command writes has to read.
    new TargetLibrary(home.directory()).find(target.toString());
    Files.writeString(plan, plan());
    PlanReader.read(YamlFile.parse(PLAN, Files.readString(plan)));
    out.println(
        "wrote " + target + (url == null ? ": how your server is started" : ": where it runs"));
    out.println("wrote " + plan + ": what is done to it");
    if (url == null && !namesPort()) {
      out.println("your command does not name {port}: it finds it as PORT in its environment");
    }
    String run = "rebound run " + plan;
    out.println("now: " + run + " --target " + target);
    if (url != null) {
      out.println(
          "its memory too: " + run + " --target " + target + " --url " + url + " --pid PID");
    }
    return ExitCode.PASS;
  }

  /// Refuses what cannot be started, before files name it.
  private void requireProgram(String program) {
    boolean known =
        program.contains("{")
            || (program.contains("/")
                ? Files.isExecutable(folder.resolve(program))
                : Stream.of(environment.getOrDefault("PATH", "").split(":", -1))
                    .anyMatch(it -> Files.isExecutable(Path.of(it, program))));
    if (!known) {
      throw new UsageException(
          "command '"
              + program
              + "' is no program on the PATH and no file that can be run: write it as you start your"
              + " server, as in rebound init -- node server.js {port}");
    }
  }

  private boolean namesPort() {
    return command.stream().anyMatch(it -> it.contains("{port}"));
  }

  private static Path refuseExisting(Path file) {
    if (Files.exists(file)) {
      throw new UsageException(file + " exists already: remove it, or name another --dir");
    }
    return file;
  }

  private String target() {
    return """
        # %s
        target: mine
        answers: "my server"
        %s
        # Asked until it answers 200.
        ready: {path: "%s", within: 30s}
        # A plan's routes on this server; none where it has no such route.
        routes: {}
        # Asked four times a second to see whether it lives. Use a page that needs no database.
        probe: {path: "%s"}
        """
        .formatted(
            url == null
                ? "How Rebound starts your server, waits until it serves, and stops it."
                : "Your server, which runs already; Rebound neither starts nor stops it.",
            url == null ? started() : "url: \"" + url + "\"",
            path,
            path);
  }

  private String started() {
    return """
        # {port} is a free port that Rebound chose. {java} is its Java; {home} its folder.
        command: [%s]
        directory: .
        # Where the program wants its port in the environment:
        %senvironment: {PORT: "{port}"}"""
        .formatted(
            command.stream().map(InitCommand::quoted).collect(Collectors.joining(", ")),
            namesPort() ? "# " : "");
  }

  private String plan() {
    return """
        # What Rebound does to your server. Durations 10s, rates 500/s, sizes 64MiB.
        plan: mine
        answers: does my server survive an overload and come back?
        target: rebound-target.yaml
        seed: 1
        phases:
          - name: warm-up
            kind: warm-up
            duration: 10s
            populations: [{name: users, load: {model: closed, connections: 16}, requests: [{path: "%1$s", expect: 200}]}]
          # Memory's baseline is what this rest ends with.
          - {name: rest-warm, title: rest after warm-up, kind: rest, duration: 10s}
          # Users: arrivals that do not wait for answers. Change the rate to what you expect.
          - name: users
            duration: 15s
            populations: [{name: users, load: {model: open, rate: 200/s}, requests: [{path: "%1$s", expect: 200}]}]
          # As much as 256 connections can ask for.
          - name: crowd
            title: 256 connections
            duration: 15s
            populations: [{name: users, load: {model: closed, connections: 256}, requests: [{path: "%1$s", expect: 200}]}]
          - {name: rest, title: rest after the crowd, kind: rest, duration: 20s}
          - name: recovery
            kind: recovery
            duration: 10s
            populations: [{name: users, load: {model: open, rate: 200/s}, requests: [{path: "%1$s", expect: 200}]}]
        gates:
          - {metric: liveness.statusAfter, phase: "*", min: 200, max: 299}
          - {metric: liveness.longestGapMillis, phase: "*", max: 2000}
          - {metric: goodRatio, phase: recovery, min: 0.99}
          - {metric: memoryReturn.settledRatio, max: 1.25}
        """
        .formatted(path);
  }

  private static String quoted(String word) {
    return '"' + word.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
