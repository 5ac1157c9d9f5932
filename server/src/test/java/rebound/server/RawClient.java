package rebound.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// A client that sends exactly the bytes it is told to.
public final class RawClient implements AutoCloseable {
  private final Socket socket = new Socket();
  private final InputStream in;

  /// What came back.
  public record Response(int status, Map<String, String> headers, String body) {}

  public RawClient(int port) throws IOException {
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 10_000);
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(20_000);
    in = new BufferedInputStream(socket.getInputStream());
  }

  /// One request on a connection of its own.
  public static Response get(int port, String path) throws IOException {
    try (RawClient client = new RawClient(port)) {
      return client.send("GET " + path + " HTTP/1.1\r\nHost: t\r\n\r\n").response();
    }
  }

  /// A figure of `/metrics`, summed over all lines that begin so.
  public static long metric(int port, String beginning) throws IOException {
    return get(port, "/metrics")
        .body()
        .lines()
        .filter(line -> line.startsWith(beginning))
        .mapToLong(line -> Long.parseLong(line.substring(beginning.length())))
        .reduce(Long::sum)
        .orElseThrow(() -> new AssertionError("no line of /metrics begins with " + beginning));
  }

  public static Response post(int port, String method, String path, String body)
      throws IOException {
    try (RawClient client = new RawClient(port)) {
      return client
          .send(
              "%s %s HTTP/1.1\r\nHost: t\r\nContent-Length: %d\r\n\r\n%s"
                  .formatted(method, path, body.getBytes(UTF_8).length, body))
          .response();
    }
  }

  public RawClient send(String text) throws IOException {
    return send(text.getBytes(UTF_8));
  }

  public RawClient send(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
    return this;
  }

  public RawClient half() throws IOException {
    socket.shutdownOutput();
    return this;
  }

  /// What comes back, after the responses that have been read.
  public InputStream in() {
    return in;
  }

  public Socket socket() {
    return socket;
  }

  /// The next response, or an exception where the connection ends before it.
  public Response response() throws IOException {
    return next().orElseThrow(() -> new IOException("the connection ended without a response"));
  }

  /// The next response, which answers HEAD: its length says nothing about its body.
  public Response head() throws IOException {
    return next(false).orElseThrow(() -> new IOException("the connection ended without a head"));
  }

  /// The next response, or nothing where the connection ends cleanly.
  public Optional<Response> next() throws IOException {
    return next(true);
  }

  private Optional<Response> next(boolean withBody) throws IOException {
    Optional<String> line = line();
    if (line.isEmpty()) {
      return Optional.empty();
    }
    int status = Integer.parseInt(line.get().split(" ", 3)[1]);
    Map<String, String> headers = new LinkedHashMap<>();
    for (String header = must(); !header.isEmpty(); header = must()) {
      int colon = header.indexOf(':');
      headers.put(
          header.substring(0, colon).toLowerCase(Locale.ROOT), header.substring(colon + 1).strip());
    }
    if (status == 100) {
      return next(withBody);
    }
    int length = withBody ? Integer.parseInt(headers.getOrDefault("content-length", "0")) : 0;
    byte[] body = in.readNBytes(length);
    if (body.length < length) {
      throw new IOException("the body ended after %d of %d bytes".formatted(body.length, length));
    }
    return Optional.of(new Response(status, headers, new String(body, UTF_8)));
  }

  /// True when the server has closed the connection and nothing else came.
  public boolean isAtEnd() throws IOException {
    return in.read() < 0;
  }

  private String must() throws IOException {
    return line().orElseThrow(() -> new IOException("the head was cut"));
  }

  private Optional<String> line() throws IOException {
    StringBuilder line = new StringBuilder();
    while (true) {
      int b = in.read();
      if (b < 0) {
        if (line.isEmpty()) {
          return Optional.empty();
        }
        throw new IOException("the connection ended within a line: " + line);
      }
      if (b == '\n') {
        return Optional.of(new String(line.toString().getBytes(ISO_8859_1), UTF_8).stripTrailing());
      }
      line.append((char) b);
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
