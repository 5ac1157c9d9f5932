package rebound.fakedb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/// The fake database as a process of its own, as the launcher starts it.
class ProcessIT {
  private static Process start(String... flags) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("@jvm.options");
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add("rebound.fakedb.FakeDatabaseMain");
    command.addAll(List.of(flags));
    return new ProcessBuilder(command).start();
  }

  private static Process onFreePorts(String... flags) throws IOException {
    List<String> all =
        new ArrayList<>(
            List.of("--redis-port", "0", "--postgres-port", "0", "--control-port", "0"));
    all.addAll(List.of(flags));
    return start(all.toArray(String[]::new));
  }

  private static String readyLine(Process process) throws IOException {
    return new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))
        .readLine();
  }

  private static String errors(Process process) throws IOException {
    return new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  private static int exit(Process process) throws InterruptedException {
    try {
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      return process.exitValue();
    } finally {
      process.destroyForcibly();
    }
  }

  private static int port(String line, String of) {
    return Integer.parseInt(line.replaceAll(".*" + of + "=127\\.0\\.0\\.1:(\\d+).*", "$1"));
  }

  @Test
  void saysWhenItIsReadyAndEndsWellOnSigterm() throws IOException, InterruptedException {
    Process process = onFreePorts("--latency", "1ms");
    String line = readyLine(process);
    assertThat(line)
        .matches(
            "ready: fake-db redis=127\\.0\\.0\\.1:\\d+ postgres=127\\.0\\.0\\.1:\\d+"
                + " control=127\\.0\\.0\\.1:\\d+");
    try (Jedis jedis = new Jedis("127.0.0.1", port(line, "redis"))) {
      assertThat(jedis.ping()).isEqualTo("PONG");
    }
    process.destroy();
    assertThat(exit(process)).isZero();
  }

  @Test
  void thoseInsideHaveTheirAnswersBeforeItEnds() throws IOException, InterruptedException {
    Process process = onFreePorts("--latency", "1ms");
    int redis = port(readyLine(process), "redis");
    try (Socket socket =
        Running.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), redis))) {
      socket.getOutputStream().write("PING\r\nDELAY 700\r\n".getBytes(UTF_8));
      byte[] pong = new DataInputStream(socket.getInputStream()).readNBytes(7);
      assertThat(new String(pong, UTF_8)).isEqualTo("+PONG\r\n");
      process.destroy();
      assertThat(new String(socket.getInputStream().readAllBytes(), UTF_8))
          .isEqualTo("$12\r\nslept 700 ms\r\n");
    }
    assertThat(exit(process)).isZero();
  }

  @Test
  void endsWithItsStandardInputWhereAsked() throws IOException, InterruptedException {
    Process process = onFreePorts("--end-with-stdin");
    readyLine(process);
    assertThat(process.isAlive()).isTrue();
    process.getOutputStream().close();
    assertThat(exit(process)).isZero();
  }

  @Test
  void itsLoopAndItsTimerAreTheOnlyThreadsOfItsOwn() throws IOException, InterruptedException {
    assumeTrue(Files.isDirectory(Path.of("/proc/self/task")), "no /proc");
    Process process = onFreePorts();
    readyLine(process);
    List<String> own = new ArrayList<>();
    try (var tasks = Files.newDirectoryStream(Path.of("/proc/" + process.pid() + "/task"))) {
      for (Path task : tasks) {
        String name = Files.readString(task.resolve("comm")).strip();
        if (name.startsWith("fake-db")) {
          own.add(name);
        }
      }
    }
    process.destroy();
    exit(process);
    assertThat(own).containsExactlyInAnyOrder("fake-db-loop", "fake-db-timer");
  }

  @Test
  void wrongUsageExitsWithTwo() throws IOException, InterruptedException {
    Process process = start("--latency", "fast");
    assertThat(errors(process)).contains("fake-db: --latency", "'fast' is no duration");
    assertThat(exit(process)).isEqualTo(2);
  }

  @Test
  void aBusyPortExitsWithThreeAndNamesTheRemedy() throws IOException, InterruptedException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Process process =
          start(
              "--redis-port",
              Integer.toString(taken.getLocalPort()),
              "--postgres-port",
              "0",
              "--control-port",
              "0");
      assertThat(errors(process))
          .contains("--redis-port: cannot listen on 127.0.0.1:" + taken.getLocalPort())
          .contains("0 takes a free one");
      assertThat(exit(process)).isEqualTo(3);
    }
  }

  @Test
  void helpNamesEveryOption() throws IOException, InterruptedException {
    Process process = start("--help");
    String help = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(help).isEqualTo(Options.HELP);
    assertThat(exit(process)).isZero();
  }

  @Test
  void theOptionsFileGivesEachFlagItsReason() throws IOException {
    List<String> lines = Files.readAllLines(Path.of("jvm.options"));
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).startsWith("-")) {
        assertThat(lines.get(i - 1)).as(lines.get(i)).startsWith("#");
      }
    }
  }
}
