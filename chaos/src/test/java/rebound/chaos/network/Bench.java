package rebound.chaos.network;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A Toxiproxy server with a log, and a plain HTTP client for its API.
public final class Bench implements AutoCloseable {
  private static final Pattern LISTEN = Pattern.compile("\"listen\":\"127.0.0.1:(\\d+)\"");

  private final Queue<String> log = new ConcurrentLinkedQueue<>();
  private final Toxiproxy server;
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  public Bench() {
    this(ToxiproxySettings.onLoopback(7));
  }

  public Bench(ToxiproxySettings settings) {
    try {
      server = Toxiproxy.start(settings, log::add);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  public URI api() {
    return server.api();
  }

  public Queue<String> log() {
    return log;
  }

  public HttpResponse<String> send(String method, String path, String body) {
    HttpRequest.BodyPublisher publisher =
        body.isEmpty()
            ? HttpRequest.BodyPublishers.noBody()
            : HttpRequest.BodyPublishers.ofString(body);
    try {
      return http.send(
          HttpRequest.newBuilder(server.api().resolve(path)).method(method, publisher).build(),
          HttpResponse.BodyHandlers.ofString());
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(interrupted);
    }
  }

  /// Sends a request that must succeed.
  public String ok(String method, String path, String body) {
    HttpResponse<String> response = send(method, path, body);
    if (response.statusCode() >= 300) {
      throw new AssertionError(method + " " + path + ": " + response.body());
    }
    return response.body();
  }

  /// Creates a proxy on any free port.
  ///
  /// @return its port
  public int proxy(String name, String upstream) {
    String body =
        ok(
            "POST",
            "/proxies",
            "{\"name\":\"%s\",\"listen\":\"127.0.0.1:0\",\"upstream\":\"%s\"}"
                .formatted(name, upstream));
    Matcher listen = LISTEN.matcher(body);
    if (!listen.find()) {
      throw new AssertionError("no port in " + body);
    }
    return Integer.parseInt(listen.group(1));
  }

  /// Adds a toxic.
  ///
  /// @param json its fields without the braces around
  public void toxic(String proxy, String json) {
    ok("POST", "/proxies/" + proxy + "/toxics", "{" + json + "}");
  }

  /// Connects through a proxy; a read that takes 20 s fails the test.
  public static Socket connect(int port) {
    try {
      Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
      socket.setTcpNoDelay(true);
      socket.setSoTimeout(20_000);
      return socket;
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  @Override
  public void close() {
    http.close();
    server.close();
  }
}
