package rebound.chaos.network;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import eu.rekawek.toxiproxy.ToxiproxyClient;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ToxiproxyMainIT {
  @TempDir private Path folder;
  private Process server;

  @AfterEach
  void end() {
    if (server != null) {
      server.destroyForcibly();
    }
  }

  @Test
  void saysWhereItIsAndEndsOnSigtermWithZero() throws Exception {
    int port = start("--port", "0");
    assertThat(new ToxiproxyClient("127.0.0.1", port).version()).contains("2.12.0");
    server.destroy();
    assertThat(server.waitFor(20, TimeUnit.SECONDS)).isTrue();
    assertThat(server.exitValue()).isZero();
  }

  @Test
  void endsWithItsStandardInputWhenAsked() throws Exception {
    start("--port=0", "--end-with-stdin");
    server.getOutputStream().close();
    assertThat(server.waitFor(20, TimeUnit.SECONDS)).isTrue();
    assertThat(server.exitValue()).isZero();
  }

  @Test
  void createsTheProxiesOfAFileAndGoesOnWithoutABadOne() throws Exception {
    Path config = folder.resolve("proxies.json");
    Files.writeString(
        config,
        "[{\"name\":\"a\",\"upstream\":\"u:1\",\"toxics\":[{\"type\":\"noop\"}]},"
            + "{\"name\":\"b\",\"listen\":\"junk\",\"upstream\":\"u:1\"}]");
    int port = start("-port", "0", "-config", config.toString(), "-seed", "-5", "-proxy-metrics");
    ToxiproxyClient client = new ToxiproxyClient("127.0.0.1", port);
    assertThat(client.getProxies()).hasSize(1);
    assertThat(client.getProxy("a").getUpstream()).isEqualTo("u:1");
  }

  @Test
  void startsWithoutAFileThatIsNotThere() throws Exception {
    int port = start("--port", "0", "--config", folder.resolve("none").toString());
    assertThat(new ToxiproxyClient("127.0.0.1", port).getProxies()).isEmpty();
  }

  @Test
  void refusesABusyPortWithThree() throws Exception {
    try (ServerSocket taken = new ServerSocket(0)) {
      String port = Integer.toString(taken.getLocalPort());
      run("--port", port);
      assertThat(server.exitValue()).isEqualTo(3);
      assertThat(errors()).contains("--port " + port).contains("choose another");
    }
  }

  @Test
  void refusesWrongUsageWithTwo() throws Exception {
    for (String[] wrong :
        new String[][] {{"--prot", "1"}, {"--port", "x"}, {"--port", "70000"}, {"--seed"}, {"x"}}) {
      run(wrong);
      assertThat(server.exitValue()).isEqualTo(2);
      assertThat(errors()).startsWith("toxiproxy: ");
    }
  }

  @Test
  void printsItsOptions() throws Exception {
    run("--help");
    assertThat(server.exitValue()).isZero();
    assertThat(new String(server.getInputStream().readAllBytes(), UTF_8))
        .contains("--config", "--seed", "--end-with-stdin", "Example:");
  }

  private int start(String... arguments) throws IOException {
    launch(ProcessBuilder.Redirect.DISCARD, arguments);
    String ready =
        new BufferedReader(new InputStreamReader(server.getInputStream(), UTF_8)).readLine();
    assertThat(ready).matches("ready: toxiproxy api=127\\.0\\.0\\.1:\\d+");
    return Integer.parseInt(ready.substring(ready.lastIndexOf(':') + 1));
  }

  private void run(String... arguments) throws IOException, InterruptedException {
    launch(ProcessBuilder.Redirect.PIPE, arguments);
    assertThat(server.waitFor(20, TimeUnit.SECONDS)).isTrue();
  }

  private String errors() throws IOException {
    return new String(server.getErrorStream().readAllBytes(), UTF_8);
  }

  private void launch(ProcessBuilder.Redirect errors, String... arguments) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                ProcessHandle.current().info().command().orElseThrow(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                ToxiproxyMain.class.getName()));
    command.addAll(List.of(arguments));
    server = new ProcessBuilder(command).redirectError(errors).start();
  }
}
