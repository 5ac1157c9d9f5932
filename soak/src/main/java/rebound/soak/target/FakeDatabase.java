package rebound.soak.target;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import rebound.soak.evidence.DatabaseRecord;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.json.JsonMapper;

/// The fake database that runs beside a target, and the client of its control API. Used by one
/// thread.
public final class FakeDatabase implements AutoCloseable {
  private static final Duration READY_WITHIN = Duration.ofSeconds(20);
  private static final Duration ANSWER_WITHIN = Duration.ofSeconds(5);
  private static final Duration LOOK_EVERY = Duration.ofMillis(50);
  private static final Pattern READY =
      Pattern.compile("ready: fake-db redis=\\S+:(\\d+) postgres=\\S+:(\\d+) control=\\S+:(\\d+)");
  private static final ObjectMapper JSON =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

  private final ChildProcess process;
  private CompletableFuture<Delays> look;
  private int redisPort;
  private int postgresPort;
  private final URI control;
  private final HttpClient http = HttpClient.newBuilder().connectTimeout(ANSWER_WITHIN).build();

  private FakeDatabase(ChildProcess process, Matcher ready) {
    this.process = process;
    this.redisPort = Integer.parseInt(ready.group(1));
    this.postgresPort = Integer.parseInt(ready.group(2));
    this.control = URI.create("http://127.0.0.1:" + ready.group(3));
  }

  /// Starts it on free ports and waits until it is ready.
  ///
  /// @param log file that receives all it prints
  /// @throws StartException with exit code 3 when it does not come up
  public static FakeDatabase start(Home home, Path log)
      throws IOException, InterruptedException, StartException {
    List<String> arguments =
        List.of(
            "--redis-port", "0", "--postgres-port", "0", "--control-port", "0", "--end-with-stdin");
    List<String> command = new ArrayList<>(home.part("fake-db", "rebound-fake-db.jar", arguments));
    ChildProcess process =
        ChildProcess.start("fake-db", command, true, home.directory(), Map.of(), log);
    long deadline = System.nanoTime() + READY_WITHIN.toNanos();
    while (System.nanoTime() < deadline && process.alive()) {
      if (process.readyLine().isPresent()) {
        Matcher ready = READY.matcher(process.readyLine().get());
        if (ready.matches()) {
          return new FakeDatabase(process, ready);
        }
        break;
      }
      Thread.sleep(10);
    }
    process.close();
    throw new StartException(
        3,
        "the fake database did not get ready within "
            + READY_WITHIN.toSeconds()
            + " s; its last lines:\n"
            + String.join("\n", process.logTail(20)));
  }

  /// From now on targets are told these ports: those of proxies in front of it.
  public void reachedThrough(int redisProxyPort, int postgresProxyPort) {
    this.redisPort = redisProxyPort;
    this.postgresPort = postgresProxyPort;
  }

  /// The port that speaks RESP.
  public int redisPort() {
    return redisPort;
  }

  /// The port that speaks PostgreSQL's protocol.
  public int postgresPort() {
    return postgresPort;
  }

  /// Its process id.
  public long pid() {
    return process.pid();
  }

  /// Changes settings while it runs.
  ///
  /// @param settings `latency`, `capacity` and so on, each sent to the resource of its name
  /// @throws IOException when it refuses one; the message holds its answer
  public void apply(Map<String, Object> settings) throws IOException, InterruptedException {
    for (Map.Entry<String, Object> setting : settings.entrySet()) {
      send("PUT", "/" + setting.getKey(), JSON.writeValueAsString(setting.getValue()));
    }
  }

  /// Orders a fault, from now on.
  ///
  /// @param words `kind` and what belongs to it
  /// @return its id, by which it is taken back
  public String orderFault(Map<String, Object> words) throws IOException, InterruptedException {
    return JSON.readTree(send("POST", "/faults", JSON.writeValueAsString(words)))
        .get("id")
        .asString();
  }

  /// Takes a fault back, if it is not over already.
  public void removeFault(String id) throws IOException, InterruptedException {
    HttpResponse<String> response = exchange("DELETE", "/faults/" + id, "");
    // It ended by itself: that is what was wanted.
    if (response.statusCode() != 404) {
      refuseUnlessGood(response);
    }
  }

  /// Waits until no query of others is under way.
  ///
  /// Two looks in a row have to find it so: a request that asks several times in sequence leaves it
  /// idle for a moment in between.
  ///
  /// @param atMost how long to wait
  /// @param own queries that may be under way all the same: those of a probe
  /// @return how many are still under way beyond these; 0 when it is idle
  public int awaitIdle(Duration atMost, int own) throws IOException, InterruptedException {
    long giveUp = System.nanoTime() + atMost.toNanos();
    for (int idle = 0; ; ) {
      int waiting = JSON.readTree(send("GET", "/state", "")).at("/queries/waiting").asInt();
      int others = Math.max(0, waiting - own);
      idle = others == 0 ? idle + 1 : 0;
      if (idle == 2 || System.nanoTime() >= giveUp) {
        return others;
      }
      Thread.sleep(LOOK_EVERY);
    }
  }

  /// Its own accuracy since the last reset.
  public DatabaseRecord accuracy() throws IOException, InterruptedException {
    return JSON.readValue(send("GET", "/accuracy", ""), DatabaseRecord.class);
  }

  /// Counts its accuracy anew.
  ///
  /// @param label names what comes now in the log of overshoots
  public void countAnew(String label) throws IOException, InterruptedException {
    send("POST", "/accuracy/reset?label=" + label, "");
  }

  /// The histogram of how much later than asked it answered, as an HdrHistogram log.
  public String overshootLog() throws IOException, InterruptedException {
    return send("GET", "/accuracy/histogram", "");
  }

  /// What it was asked for and what it did, in total since its start.
  ///
  /// @param answered answers with a delay
  /// @param askedMillis the delays that they were to have, added up
  /// @param appliedMillis the delays that they really had, added up
  public record Delays(long answered, double askedMillis, double appliedMillis) {}

  /// The answer to the last call's question, where it has come, and asks again: whoever watches a
  /// run each second must not wait for a database that is slow on purpose.
  public Optional<Delays> delays() {
    if (look != null && !look.isDone()) {
      return Optional.empty();
    }
    // A question that failed has no answer; the next one may.
    Optional<Delays> seen =
        look == null || look.isCompletedExceptionally()
            ? Optional.empty()
            : Optional.of(look.resultNow());
    HttpRequest question =
        HttpRequest.newBuilder(control.resolve("/accuracy")).timeout(ANSWER_WITHIN).build();
    look =
        http.sendAsync(question, HttpResponse.BodyHandlers.ofString())
            .thenApply(
                answer -> {
                  JsonNode totals = JSON.readTree(answer.body());
                  return new Delays(
                      totals.get("answeredTotal").asLong(),
                      totals.get("askedMillisTotal").asDouble(),
                      totals.get("appliedMillisTotal").asDouble());
                });
    return seen;
  }

  @Override
  public void close() {
    http.shutdownNow();
    process.close();
  }

  private String send(String method, String path, String body)
      throws IOException, InterruptedException {
    HttpResponse<String> response = exchange(method, path, body);
    refuseUnlessGood(response);
    return response.body();
  }

  private HttpResponse<String> exchange(String method, String path, String body)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(control.resolve(path))
            .timeout(ANSWER_WITHIN)
            .header("Content-Type", "application/json")
            .method(method, HttpRequest.BodyPublishers.ofString(body))
            .build();
    return http.send(request, HttpResponse.BodyHandlers.ofString());
  }

  private static void refuseUnlessGood(HttpResponse<String> response) throws IOException {
    if (response.statusCode() / 100 != 2) {
      throw new IOException(
          "the fake database answered "
              + response.statusCode()
              + " to "
              + response.request().method()
              + " "
              + response.request().uri().getPath()
              + ": "
              + response.body());
    }
  }
}
