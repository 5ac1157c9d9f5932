package rebound.soak.target;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// What a target file says.
///
/// @param name matches `[a-z0-9-]+`
/// @param answers what it is, for lists
/// @param command program and arguments, with placeholders
/// @param directory where it runs
/// @param install what is run once, and again when its lock file has changed; empty for nothing
/// @param prepare what is run before each start, outside the measured start-up; its output's lines
/// are the arguments that stand for `{prepared}` in the command; empty for nothing
/// @param environment variables, with placeholders
/// @param ready how it shows that it serves
/// @param routes a plan's routes to paths of this target; `none` where it has no such route
/// @param waiters how many requests can wait for a dependency at once; empty for any number
/// @param probePath asked by the liveness probe
/// @param throughPath asked by the liveness probe that goes through the dependency
/// @param requires what the machine must have
/// @param installed what is installed for it, as paths
/// @param runtime the program that runs it, as paths or names on the PATH
/// @param url where it runs already, in the place of a command
/// @param compared false where `--targets all` leaves it out
public record TargetSpec(
    String name,
    String answers,
    List<String> command,
    Path directory,
    List<String> install,
    List<String> prepare,
    Map<String, String> environment,
    Ready ready,
    Map<String, String> routes,
    OptionalInt waiters,
    String probePath,
    Optional<String> throughPath,
    Optional<Requirement> requires,
    List<String> installed,
    List<String> runtime,
    Optional<URI> url,
    boolean compared) {

  // Filled in with 1 where nobody asks for more.
  static final String WORKERS = "{workers}";

  /// A target without this route.
  public static final String NO_ROUTE = "none";

  /// Copies the lists.
  public TargetSpec {
    command = List.copyOf(command);
    install = List.copyOf(install);
    prepare = List.copyOf(prepare);
    environment = Map.copyOf(environment);
    routes = Map.copyOf(routes);
    installed = List.copyOf(installed);
    runtime = List.copyOf(runtime);
  }

  /// A server that runs already, with the plan's own routes.
  ///
  /// @param path what is asked to see whether it lives
  public static TargetSpec attached(String path) {
    return new TargetSpec(
        "attached",
        "a server that runs already",
        List.of(),
        Path.of("."),
        List.of(),
        List.of(),
        Map.of(),
        new Ready(path, Duration.ZERO, false),
        Map.of(),
        OptionalInt.empty(),
        path,
        Optional.empty(),
        Optional.empty(),
        List.of(),
        List.of(),
        Optional.empty(),
        false);
  }

  /// How a target shows that it serves.
  ///
  /// @param path asked until it answers 200
  /// @param within how long that may take
  /// @param line true when it prints a ready line with the port that it chose
  public record Ready(String path, Duration within, boolean line) {}

  /// True when the target wants the fake database beside it.
  public boolean wantsDatabase() {
    return command.stream().anyMatch(TargetSpec::namesDatabase)
        || environment.values().stream().anyMatch(TargetSpec::namesDatabase);
  }

  /// True when the target can be told how many workers it should have.
  public boolean takesWorkers() {
    return command.stream().anyMatch(it -> it.contains(WORKERS))
        || environment.values().stream().anyMatch(it -> it.contains(WORKERS));
  }

  /// The same target with further options of its JVM, after its own, which they so overrule. What
  /// was prepared for its own options is left out.
  ///
  /// @return empty where its command is no `java … -jar`
  public Optional<TargetSpec> withJava(List<String> options) {
    List<String> words = new ArrayList<>(command);
    words.remove(StartedTarget.PREPARED);
    int jar = words.indexOf("-jar");
    if (jar < 0) {
      return Optional.empty();
    }
    words.addAll(jar, options);
    return Optional.of(
        new TargetSpec(
            name,
            answers,
            words,
            directory,
            install,
            List.of(),
            environment,
            ready,
            routes,
            waiters,
            probePath,
            throughPath,
            requires,
            installed,
            runtime,
            url,
            compared));
  }

  /// The same target under another name, with a number of workers and further arguments.
  ///
  /// @param asName matches `[a-z0-9-]+`
  /// @param workers event loops or processes
  /// @param arguments appended to the command
  public TargetSpec as(String asName, int workers, List<String> arguments) {
    String number = Integer.toString(workers);
    List<String> words = new ArrayList<>();
    command.forEach(word -> words.add(word.replace(WORKERS, number)));
    words.addAll(arguments);
    Map<String, String> variables = new HashMap<>(environment);
    variables.replaceAll((key, value) -> value.replace(WORKERS, number));
    return new TargetSpec(
        asName,
        answers,
        words,
        directory,
        install,
        prepare,
        variables,
        ready,
        routes,
        waiters,
        probePath,
        throughPath,
        requires,
        installed,
        runtime,
        url,
        compared);
  }

  /// What is missing on this machine and what to do about it, or empty where nothing is.
  ///
  /// @param path the value of PATH
  public Optional<String> missing(String path) {
    return requires.flatMap(
        it -> it.missing(directory, path).map(what -> what + ": " + it.remedy()));
  }

  /// True when the process ends by itself at the end of its standard input.
  boolean endsWithStdin() {
    return command.contains("--end-with-stdin");
  }

  private static boolean namesDatabase(String text) {
    return text.contains("{fakeDb.");
  }
}
