package rebound.soak.cli;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rebound.chaos.network.Toxiproxy;
import rebound.chaos.network.ToxiproxySettings;

/// The run is killed by SIGKILL while harm of each kind is in force, and five seconds later nothing
/// of it is left: no process, no connection, no stopped target, no quota, no toxic in a Toxiproxy
/// that belongs to others.
class SigkillIT {
  private static final Duration PROMISE = Duration.ofSeconds(5);
  private static final String ESTABLISHED = "01";

  @TempDir private Path home;
  private Rebound rebound;
  private Path runs;
  private TinyServer server;
  private Toxiproxy proxy;
  private Process run;

  @BeforeEach
  void start() throws IOException {
    rebound = new Rebound(home);
    runs = home.resolve("runs");
    server = TinyServer.start();
    proxy = Toxiproxy.start(ToxiproxySettings.onLoopback(1), line -> {});
  }

  @AfterEach
  void end() throws IOException {
    if (run != null) {
      run.destroyForcibly();
    }
    proxy.close();
    server.close();
  }

  /// What the run harms: the test's own server, one that it starts itself, the database behind that
  /// one through proxies of the run, or through those of another process.
  enum Aim {
    ATTACHED,
    STARTED,
    DATABASE,
    DATABASE_BEHIND_ANOTHERS_PROXY
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ATTACHED | faults | process: pause",
        "ATTACHED | faults | process: cpu-quota, cores: 0.5",
        "ATTACHED | faults | process: memory-pressure, bytes: 32MiB",
        "ATTACHED | hostile | kind: half-open, connections: 50, rate: 500/s, within: 100s",
        "ATTACHED | hostile | kind: slow-headers, path: /ping, connections: 50, within: 100s",
        "STARTED | faults | process: restart, for: 100s",
        "DATABASE | faults | database: {kind: stall}",
        "DATABASE | faults | database: {kind: refuse}",
        "DATABASE | faults | toxic: latency, latency: 50ms",
        "DATABASE | faults | toxic: down",
        "DATABASE_BEHIND_ANOTHERS_PROXY | faults | toxic: latency, latency: 50ms",
        "DATABASE_BEHIND_ANOTHERS_PROXY | faults | toxic: bandwidth, rate: 10kB, stream: upstream",
        "DATABASE_BEHIND_ANOTHERS_PROXY | faults | toxic: timeout, timeout: 1s",
        "DATABASE_BEHIND_ANOTHERS_PROXY | faults | toxic: down"
      })
  void nothingIsLeft(Aim aim, String what, String harm) throws Exception {
    String cgroup = cgroup();
    start(aim, what.equals("hostile") ? hostile(harm) : faulty(harm));
    await()
        .atMost(60, SECONDS)
        .until(
            () ->
                !run.isAlive()
                    || (what.equals("hostile") ? connections() >= 50 : inForce(harm, aim)));
    assumeFalse(
        harm.contains("cpu-quota") && !run.isAlive() && said().contains("cgroup"),
        "cgroups may not be written here");
    assertThat(run.isAlive()).as("the run: %s", said()).isTrue();
    List<ProcessHandle> children = run.descendants().toList();
    if (harm.contains("pause")) {
      assertThat(server.isStopped()).isTrue();
    }

    run.destroyForcibly().waitFor();

    await()
        .atMost(PROMISE)
        .pollInterval(Duration.ofMillis(50))
        .untilAsserted(
            () -> {
              assertThat(server.isStopped()).as("the server stands still").isFalse();
              assertThat(cgroup()).as("its control groups").isEqualTo(cgroup);
              assertThat(connections()).as("connections to it").isZero();
              assertThat(proxies()).as("proxies of others").isEqualTo("{}");
              assertThat(children).as("processes").noneMatch(ProcessHandle::isAlive);
            });
    assertThat(server.get("/count")).as("the server answers").matches("\\d+");
  }

  private void start(Aim aim, String plan) throws IOException {
    List<String> arguments =
        new ArrayList<>(List.of("run", rebound.file("killed.yaml", plan).toString()));
    switch (aim) {
      case ATTACHED ->
          arguments.addAll(List.of("--url", server.url(), "--pid", String.valueOf(server.pid())));
      case STARTED -> arguments.addAll(List.of("--target", "tiny"));
      case DATABASE, DATABASE_BEHIND_ANOTHERS_PROXY -> {
        assumeTrue(rebound.hasDatabase(), "fake-db was not built");
        arguments.addAll(List.of("--target", "dependent"));
      }
    }
    if (aim == Aim.DATABASE_BEHIND_ANOTHERS_PROXY) {
      arguments.addAll(List.of("--toxiproxy", proxy.api().toString()));
    }
    arguments.addAll(List.of("--out", runs.toString()));
    run = rebound.start(arguments.toArray(String[]::new));
  }

  private static String faulty(String fault) {
    return """
    plan: killed
    target: tiny
    phases:
      - name: harm
        duration: 120s
        faults: [{%s}]
        populations: [{load: {model: open, rate: 20/s}, requests: [{path: /ping}]}]
    gates: [{metric: liveness.statusAfter, phase: harm, min: 200}]
    """
        .formatted(fault);
  }

  private static String hostile(String hostile) {
    return """
    plan: killed
    target: tiny
    phases:
      - name: harm
        duration: 120s
        populations:
          - {name: users, load: {model: open, rate: 20/s}, requests: [{path: /ping}]}
          - {name: attackers, hostile: {%s}}
    gates: [{metric: liveness.statusAfter, phase: harm, min: 200}]
    """
        .formatted(hostile);
  }

  /// By the journal, and in another's proxy by what its own API says.
  private boolean inForce(String harm, Aim aim) throws IOException, InterruptedException {
    return journal().contains("\"injected\"")
        && (aim != Aim.DATABASE_BEHIND_ANOTHERS_PROXY
            || proxies().contains(harm.equals("toxic: down") ? "\"enabled\":false" : "toxicity"));
  }

  private String journal() throws IOException {
    if (!Files.exists(runs)) {
      return "";
    }
    try (Stream<Path> files = Files.walk(runs)) {
      Optional<Path> journal = files.filter(it -> it.endsWith("journal.ndjson")).findFirst();
      return journal.isPresent() ? Files.readString(journal.get()) : "";
    }
  }

  private String proxies() throws IOException, InterruptedException {
    return TinyServer.ask(proxy.api().resolve("/proxies").toString());
  }

  private String cgroup() throws IOException {
    return Files.readString(Path.of("/proc/" + server.pid() + "/cgroup"));
  }

  /// Connections to the server that stand, seen from whoever opened them.
  private long connections() throws IOException {
    String there = String.format(":%04X", server.port());
    long standing = 0;
    for (String table : List.of("/proc/net/tcp", "/proc/net/tcp6")) {
      try (var lines = Files.lines(Path.of(table))) {
        standing +=
            lines
                .map(line -> line.strip().split("\\s+", 0))
                .filter(it -> it[2].endsWith(there) && it[3].equals(ESTABLISHED))
                .count();
      }
    }
    return standing;
  }

  private String said() throws IOException {
    return Files.readString(home.resolve("err.txt"));
  }
}
