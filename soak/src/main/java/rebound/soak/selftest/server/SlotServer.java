package rebound.soak.selftest.server;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;

/// A small HTTP server of known capacity: so many slots, each busy for the same time with one
/// request, first come first served. Each answer is due at an instant that follows from the ones
/// before, so that late timers cost an answer a little time and the server no capacity. It ends
/// with its standard input.
public final class SlotServer {
  private static final byte[] ANSWER = "pong".getBytes(StandardCharsets.US_ASCII);
  private static final int BACKLOG = 4_096;

  private final long[] free;
  private final long serviceNanos;
  private int next;

  private SlotServer(int slots, long serviceNanos) {
    this.free = new long[slots];
    this.serviceNanos = serviceNanos;
  }

  /// Serves `/ping` through the slots and `/health` past them, until standard input ends.
  ///
  /// @param arguments the number of slots, and the microseconds that each is busy with a request
  public static void main(String[] arguments) throws IOException {
    SlotServer slots =
        new SlotServer(Integer.parseInt(arguments[0]), Long.parseLong(arguments[1]) * 1_000);
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      server.setExecutor(threads);
      server.createContext("/ping", slots::serve);
      server.createContext("/health", SlotServer::answer);
      server.start();
      System.out.println("ready: selftest http=127.0.0.1:" + server.getAddress().getPort());
      while (System.in.read() >= 0) {
        // Nothing is said on it: only its end counts.
      }
      server.stop(0);
      threads.shutdownNow();
    }
  }

  private void serve(HttpExchange exchange) throws IOException {
    long due = reserve();
    for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
    answer(exchange);
  }

  /// The instant at which the slot that comes free next is done with this request.
  private synchronized long reserve() {
    int slot = next;
    next = (next + 1) % free.length;
    long now = System.nanoTime();
    long begin = free[slot] == 0 || free[slot] - now < 0 ? now : free[slot];
    free[slot] = begin + serviceNanos;
    return free[slot];
  }

  private static void answer(HttpExchange exchange) throws IOException {
    exchange.sendResponseHeaders(200, ANSWER.length);
    exchange.getResponseBody().write(ANSWER);
    exchange.close();
  }
}
