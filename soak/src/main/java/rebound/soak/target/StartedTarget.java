package rebound.soak.target;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import rebound.chaos.load.Endpoint;

/// A target that this run starts from its target file and stops at the end. Thread-safe.
public final class StartedTarget implements RunningTarget {
  /// The word of a command that stands for what `prepare` prints.
  static final String PREPARED = "{prepared}";

  private static final Pattern READY = Pattern.compile("ready: .*\\bhttp=(\\S+):(\\d+).*");
  private static final Duration ASK_EVERY = Duration.ofMillis(10);
  private static final int LAST_LINES = 20;

  private final Recipe recipe;
  private final Endpoint endpoint;
  private volatile ChildProcess process;
  private volatile double startupMillis;
  private volatile boolean awayOnPurpose;
  private int restarts;

  /// All that is needed to start it, once and again.
  private record Recipe(
      TargetSpec spec,
      Home home,
      Optional<FakeDatabase> database,
      Optional<String> cpus,
      Path log) {
    /// What is run, with a preparation behind it that belongs to no start.
    ///
    /// @param port that it shall take; 0 for one of its own choice
    Launch launch(int port) throws IOException, InterruptedException, StartException {
      UnaryOperator<String> fill = text -> StartedTarget.fill(text, home, database, port);
      List<String> command = new ArrayList<>();
      cpus.ifPresent(list -> command.addAll(List.of("taskset", "-c", list)));
      for (String part : spec.command()) {
        if (part.equals(PREPARED)) {
          command.addAll(prepared(spec, fill));
        } else {
          command.add(fill.apply(part));
        }
      }
      Map<String, String> environment = new LinkedHashMap<>();
      spec.environment().forEach((key, value) -> environment.put(key, fill.apply(value)));
      return new Launch(command, environment);
    }
  }

  /// A command with nothing left to fill in.
  private record Launch(List<String> command, Map<String, String> environment) {}

  private StartedTarget(
      Recipe recipe, ChildProcess process, Endpoint endpoint, double startupMillis) {
    this.recipe = recipe;
    this.process = process;
    this.endpoint = endpoint;
    this.startupMillis = startupMillis;
  }

  /// Starts a target and waits until it answers 200.
  ///
  /// @param spec its target file
  /// @param home where Rebound is installed
  /// @param database the fake database beside it, where it wants one
  /// @param cpus processors it is bound to, as `taskset -c` takes them
  /// @param log file that receives all it prints
  /// @throws StartException with exit code 5 when it never got ready; its last lines stand in it
  public static StartedTarget start(
      TargetSpec spec, Home home, Optional<FakeDatabase> database, Optional<String> cpus, Path log)
      throws IOException, InterruptedException, StartException {
    Recipe recipe = new Recipe(spec, home, database, cpus, log);
    int port = spec.ready().line() ? 0 : freePort();
    Launch launch = recipe.launch(port);
    long begin = System.nanoTime();
    ChildProcess process = spawn(spec, launch, log);
    try {
      Endpoint endpoint = awaitReady(spec, process, port, begin);
      return new StartedTarget(recipe, process, endpoint, (System.nanoTime() - begin) / 1e6);
    } catch (IOException | InterruptedException | StartException | RuntimeException failed) {
      process.close();
      throw failed;
    }
  }

  /// Says that it is about to be ended by the run itself, and is not to be taken for dead.
  public void endsOnPurpose() {
    awayOnPurpose = true;
  }

  /// Starts it again after it was ended, on the same port, and waits until it answers 200. Called
  /// by the run's one thread.
  ///
  /// @throws StartException with exit code 5 when it does not come back
  public void startAgain() throws IOException, InterruptedException, StartException {
    // Ends what it left in its session; workers may hold the port.
    process.close();
    restarts++;
    Path log =
        recipe.log().resolveSibling("restart-" + restarts + "-" + recipe.log().getFileName());
    try {
      Launch launch = recipe.launch(endpoint.port());
      long begin = System.nanoTime();
      process = spawn(recipe.spec(), launch, log);
      awaitBack(begin);
      startupMillis = (System.nanoTime() - begin) / 1e6;
    } catch (IOException | InterruptedException | StartException | RuntimeException failed) {
      process.close();
      throw failed;
    } finally {
      awayOnPurpose = false;
    }
  }

  private void awaitBack(long begin) throws IOException, InterruptedException, StartException {
    boolean line = recipe.spec().ready().line();
    Endpoint back = awaitReady(recipe.spec(), process, line ? 0 : endpoint.port(), begin);
    if (back.port() != endpoint.port()) {
      throw new StartException(
          5,
          "target "
              + recipe.spec().name()
              + " came back on port "
              + back.port()
              + " instead of "
              + endpoint.port()
              + ": write {port} in its command");
    }
  }

  @Override
  public Endpoint endpoint() {
    return endpoint;
  }

  @Override
  public OptionalLong pid() {
    return OptionalLong.of(process.pid());
  }

  @Override
  public OptionalDouble startupMillis() {
    return OptionalDouble.of(startupMillis);
  }

  @Override
  public boolean alive() {
    return awayOnPurpose || process.alive();
  }

  @Override
  public List<String> lastWords() {
    List<String> words = new ArrayList<>();
    process.exitCode().ifPresent(code -> words.add("exit code " + code));
    words.addAll(process.logTail(LAST_LINES));
    return words;
  }

  @Override
  public void close() {
    process.close();
  }

  /// What `prepare` prints, a line each; it belongs to an installation, not to the start-up.
  private static List<String> prepared(TargetSpec spec, UnaryOperator<String> fill)
      throws IOException, InterruptedException, StartException {
    List<String> command = spec.prepare().stream().map(fill).toList();
    Process process =
        new ProcessBuilder(command)
            .directory(spec.directory().toFile())
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    List<String> lines = process.inputReader().lines().filter(it -> !it.isBlank()).toList();
    if (process.waitFor() != 0) {
      throw new StartException(
          3,
          "target "
              + spec.name()
              + ": '"
              + String.join(" ", command)
              + "' (prepare) ended with exit code "
              + process.exitValue()
              + ": run it by hand to see why");
    }
    return lines;
  }

  private static ChildProcess spawn(TargetSpec spec, Launch launch, Path log)
      throws StartException {
    try {
      return ChildProcess.start(
          spec.name(),
          launch.command(),
          spec.endsWithStdin(),
          spec.directory(),
          launch.environment(),
          log);
    } catch (IOException noProgram) {
      throw new StartException(
          5, "target " + spec.name() + " cannot be started: " + noProgram.getMessage());
    }
  }

  private static String fill(String text, Home home, Optional<FakeDatabase> database, int port) {
    String filled =
        home.fill(text).replace("{port}", Integer.toString(port)).replace(TargetSpec.WORKERS, "1");
    if (database.isPresent()) {
      filled =
          filled
              .replace("{fakeDb.redisPort}", Integer.toString(database.get().redisPort()))
              .replace("{fakeDb.postgresPort}", Integer.toString(database.get().postgresPort()));
    }
    return filled;
  }

  private static Endpoint awaitReady(TargetSpec spec, ChildProcess process, int port, long begin)
      throws IOException, InterruptedException, StartException {
    long deadline = begin + spec.ready().within().toNanos();
    try (HttpClient http =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(1))
            .build()) {
      Endpoint endpoint = port == 0 ? null : Endpoint.http("127.0.0.1", port);
      while (System.nanoTime() < deadline && process.alive()) {
        if (endpoint == null) {
          endpoint = fromReadyLine(process);
        }
        if (endpoint != null && answers(http, endpoint, spec.ready().path())) {
          return endpoint;
        }
        Thread.sleep(ASK_EVERY.toMillis());
      }
    }
    String fate =
        process
            .exitCode()
            .map(code -> "ended with exit code " + code + " before it got ready")
            .orElse(
                "did not answer 200 to GET "
                    + spec.ready().path()
                    + " within "
                    + spec.ready().within().toMillis()
                    + " ms (ready.within)");
    throw new StartException(
        5,
        "target "
            + spec.name()
            + " "
            + fate
            + "; its last lines:\n"
            + String.join("\n", process.logTail(LAST_LINES)));
  }

  private static Endpoint fromReadyLine(ChildProcess process) {
    Matcher ready = READY.matcher(process.readyLine().orElse(""));
    return ready.matches() ? Endpoint.http(ready.group(1), Integer.parseInt(ready.group(2))) : null;
  }

  private static boolean answers(HttpClient http, Endpoint endpoint, String path)
      throws InterruptedException {
    URI uri = URI.create("http://" + endpoint.host() + ":" + endpoint.port() + path);
    try {
      HttpRequest request =
          HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(1)).GET().build();
      return http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == 200;
    } catch (IOException notYet) {
      // Refused, reset or silent while it starts: the deadline decides.
      return false;
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }
}
