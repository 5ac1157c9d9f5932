package rebound.fakedb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// The command line tools of both databases, where they are installed.
class ToolsIT {
  private static Running running;

  @BeforeAll
  static void start() throws IOException {
    running = Running.with("--latency", "1ms");
  }

  @AfterAll
  static void stop() {
    running.close();
  }

  private static String run(String tool, String... arguments)
      throws IOException, InterruptedException {
    assumeTrue(
        List.of("/usr/bin", "/usr/local/bin").stream()
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, tool))),
        tool + " is not installed");
    List<String> command = new ArrayList<>(List.of(tool));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("PGHOST", "127.0.0.1");
    builder.environment().put("PGPORT", Integer.toString(running.postgres()));
    builder.environment().put("PGUSER", "app");
    builder.environment().put("PGDATABASE", "shop");
    builder.environment().put("PGCONNECT_TIMEOUT", "20");
    Process process = builder.start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return said.strip();
  }

  private static String redisPort() {
    return Integer.toString(running.redis());
  }

  @Test
  void redisCliSpeaksBothVersions() throws IOException, InterruptedException {
    assertThat(run("redis-cli", "-p", redisPort(), "PING")).isEqualTo("PONG");
    assertThat(run("redis-cli", "-p", redisPort(), "DELAY", "2.5")).isEqualTo("slept 2.5 ms");
    assertThat(run("redis-cli", "-3", "-p", redisPort(), "HELLO", "3")).contains("proto 3");
  }

  @Test
  void redisBenchmarkGetsAllItsAnswers() throws IOException, InterruptedException {
    assertThat(
            run(
                "redis-benchmark",
                "-p",
                redisPort(),
                "-t",
                "get,set,incr,mset,hset",
                "-n",
                "500",
                "-P",
                "4",
                "--csv"))
        .contains("\"GET\"", "\"SET\"", "\"INCR\"", "\"HSET\"", "\"MSET (10 keys)\"");
  }

  @Test
  void psqlReadsRowsErrorsAndItsCatalogue() throws IOException, InterruptedException {
    assertThat(run("psql", "-At", "-c", "select 1, 'x' as y")).isEqualTo("1|x");
    assertThat(run("psql", "-c", "select 1; explode; select 2"))
        .contains("syntax error at or near \"explode\"");
    assertThat(run("psql", "-c", "\\d")).contains("Did not find any relations");
    assertThat(run("psql", "-c", "copy t from stdin")).contains("COPY is not supported");
  }

  @Test
  void pgbenchRunsInAllItsModes() throws IOException, InterruptedException {
    for (String mode : List.of("simple", "extended", "prepared")) {
      assertThat(run("pgbench", "-n", "-M", mode, "-c", "4", "-t", "5"))
          .contains("number of transactions actually processed: 20/20")
          .contains("number of failed transactions: 0");
      assertThat(run("pgbench", "-n", "-S", "-M", mode, "-c", "4", "-t", "5"))
          .contains("number of transactions actually processed: 20/20");
    }
  }
}
