package rebound.soak.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

/// A server of a few lines, for tests: counts its own answers to `/ping`, refuses all JSON, asks
/// the database whose port it was given, and can be told to die.
public final class TinyServerMain {
  private static final int FEW = 20;

  private TinyServerMain() {}

  /// Serves until it is ended.
  ///
  /// @param arguments the port, and `mute` for one that never answers 200, `odd` for one that
  ///     answers otherwise, `fading` for one that answers a few times only
  public static void main(String[] arguments) throws IOException {
    AtomicLong pings = new AtomicLong();
    InetSocketAddress address =
        new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(arguments[0]));
    HttpServer server = HttpServer.create(address, 512);
    List<String> moods = List.of(arguments).subList(1, arguments.length);
    boolean mute = moods.contains("mute");
    boolean fading = moods.contains("fading");
    String pong = moods.contains("odd") ? "gnop" : "pong";
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext(
        "/ping",
        exchange -> {
          if (pings.incrementAndGet() > FEW && fading) {
            return;
          }
          answer(exchange, mute ? 503 : 200, pong);
        });
    server.createContext("/count", exchange -> answer(exchange, 200, pings.toString()));
    server.createContext("/todos/1", exchange -> answer(exchange, 400, "{}"));
    server.createContext(
        "/database", exchange -> answer(exchange, databaseAnswers() ? 200 : 503, "{}"));
    server.createContext(
        "/die",
        exchange -> {
          System.err.println("told to die");
          Runtime.getRuntime().halt(7);
        });
    server.start();
  }

  /// Over a connection of its own each time: a pool would hide that new ones are refused.
  private static boolean databaseAnswers() {
    int port = Integer.parseInt(System.getenv("DATABASE"));
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.getOutputStream().write("PING\r\n".getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readNBytes(5), StandardCharsets.US_ASCII)
          .equals("+PONG");
    } catch (IOException refused) {
      return false;
    }
  }

  private static void answer(HttpExchange exchange, int status, String body) throws IOException {
    exchange.getRequestBody().readAllBytes();
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }
}
