package rebound.soak.cli;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import rebound.chaos.heal.ProcessIdentity;

/// [TinyServerMain] as a process of the test, for runs that attach to it.
record TinyServer(Process process, int port) implements AutoCloseable {

  static TinyServer start() throws IOException {
    int port;
    try (ServerSocket socket = new ServerSocket(0)) {
      port = socket.getLocalPort();
    }
    Process process =
        new ProcessBuilder(
                Rebound.JAVA.toString(),
                "-Xmx32m",
                "-cp",
                Path.of("target/test-classes").toAbsolutePath().toString(),
                TinyServerMain.class.getName(),
                String.valueOf(port))
            .inheritIO()
            .start();
    TinyServer server = new TinyServer(process, port);
    await().atMost(30, SECONDS).ignoreExceptions().until(() -> server.get("/count").equals("0"));
    return server;
  }

  String url() {
    return "http://127.0.0.1:" + port;
  }

  long pid() {
    return process.pid();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  boolean isStopped() throws IOException {
    return ProcessIdentity.of(pid()).isStopped();
  }

  String get(String path) throws IOException, InterruptedException {
    return ask(url() + path);
  }

  static String ask(String url) throws IOException, InterruptedException {
    try (HttpClient http = HttpClient.newHttpClient()) {
      return http.send(
              HttpRequest.newBuilder(URI.create(url)).build(), HttpResponse.BodyHandlers.ofString())
          .body()
          .strip();
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
    await().atMost(10, SECONDS).until(() -> !process.isAlive());
  }
}
