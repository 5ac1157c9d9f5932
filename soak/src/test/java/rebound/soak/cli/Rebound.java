package rebound.soak.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import rebound.soak.target.Home;

/// Runs the command line for tests: within this process, or as one of its own that can be killed.
final class Rebound {
  private static final Path FAKE_DB = Path.of("../fake-db").toAbsolutePath().normalize();

  static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");

  private final Path home;

  /// @param folder becomes a home with small targets
  Rebound(Path folder) throws IOException {
    this.home = folder;
    target("tiny", "");
    target("mute", "mute");
    target("twin", "");
    target("odd", "odd");
    target("fading", "fading");
  }

  record Result(int exitCode, String out, String err) {}

  Result run(String... arguments) {
    return run(Map.of(), arguments);
  }

  /// Runs with these environment variables.
  Result run(Map<String, String> environment, String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine line =
        ReboundMain.commandLine(new Home(home, JAVA, System.getenv("PATH")), environment);
    line.setOut(new PrintWriter(out, true));
    line.setErr(new PrintWriter(err, true));
    int code = line.execute(arguments);
    return new Result(code, out.toString(), err.toString());
  }

  /// Starts the command line as a process of its own.
  Process start(String... arguments) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                JAVA.toString(),
                "-Drebound.home=" + home,
                "-cp",
                System.getProperty("java.class.path"),
                ReboundMain.class.getName()));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command)
        .redirectOutput(home.resolve("out.txt").toFile())
        .redirectError(home.resolve("err.txt").toFile())
        .start();
  }

  Path file(String name, String text) throws IOException {
    return Files.writeString(home.resolve(name), text);
  }

  /// Makes the target `dependent`, which has a fake database; false where none was built.
  boolean hasDatabase() throws IOException {
    if (!Files.exists(FAKE_DB.resolve("target/rebound-fake-db.jar"))) {
      return false;
    }
    Files.createSymbolicLink(home.resolve("fake-db"), FAKE_DB);
    Path folder = Files.createDirectories(home.resolve("soak/targets/dependent"));
    String tiny = Files.readString(home.resolve("soak/targets/tiny/target.yaml"));
    Files.writeString(
        folder.resolve("target.yaml"),
        tiny.replace("target: tiny", "target: dependent")
            + "environment: {DATABASE: \"{fakeDb.redisPort}\"}\n");
    return true;
  }

  /// The only run below a folder.
  static Path onlyRun(Path runs) throws IOException {
    try (var folders = Files.list(runs)) {
      List<Path> all = folders.toList();
      if (all.size() != 1) {
        throw new AssertionError("runs: " + all);
      }
      return all.getFirst();
    }
  }

  private void target(String name, String argument) throws IOException {
    Path folder = Files.createDirectories(home.resolve("soak/targets").resolve(name));
    Files.writeString(
        folder.resolve("target.yaml"),
        """
        target: %s
        answers: a server for tests
        command: ["{java}", "-Xmx32m", "-XX:+UseSerialGC", "-cp", "%s", %s, "{port}"%s]
        ready: {path: /ping, within: %s}
        routes: {json: /todos/1}
        probe: {path: /count}
        """
            .formatted(
                name,
                Path.of("target/test-classes").toAbsolutePath(),
                TinyServerMain.class.getName(),
                argument.isEmpty() ? "" : ", " + argument,
                argument.equals("mute") ? "2s" : "20s"));
  }
}
