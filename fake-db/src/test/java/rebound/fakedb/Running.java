package rebound.fakedb;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A fake database in this process, on free ports, for tests.
final class Running implements AutoCloseable {
  final FakeDatabase database;
  private final HttpClient http = HttpClient.newHttpClient();

  private Running(FakeDatabase database) {
    this.database = database;
  }

  static Running with(String... flags) throws IOException {
    List<String> all =
        new ArrayList<>(
            List.of("--redis-port", "0", "--postgres-port", "0", "--control-port", "0"));
    all.addAll(List.of(flags));
    return new Running(FakeDatabase.start(Options.parse(all.toArray(String[]::new))));
  }

  static Running configured(String yaml) throws IOException {
    Path file = Files.createTempFile("fake-db", ".yaml");
    Files.writeString(file, yaml);
    try {
      return with("--config", file.toString());
    } finally {
      Files.delete(file);
    }
  }

  int redis() {
    return database.redis().getPort();
  }

  int postgres() {
    return database.postgres().getPort();
  }

  int control() {
    return database.control().getPort();
  }

  static Socket connect(InetSocketAddress address) throws IOException {
    Socket socket = new Socket(address.getAddress(), address.getPort());
    socket.setSoTimeout(20_000);
    socket.setTcpNoDelay(true);
    return socket;
  }

  HttpResponse<String> send(String method, String path, String body, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + control() + path))
            .method(
                method,
                body.isEmpty()
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofString(body));
    if (headers.length > 0) {
      request.headers(headers);
    }
    try {
      return http.send(request.build(), HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    http.close();
    database.close();
  }
}
