package rebound.peer;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;

/// A pool of connections to a database that speaks RESP, for threads that may wait. Each connection
/// carries one call at a time (pipelining off), as in all targets, so that all do equal work.
final class Database {
  private static final int CONNECTIONS = 64;
  private static final int MOST_KEYS = 0xffff;

  private final int port;
  private final AtomicInteger nextKey = new AtomicInteger();
  private final LinkedBlockingQueue<Slot> free = new LinkedBlockingQueue<>();

  Database(int port) {
    this.port = port;
    for (int i = 0; i < CONNECTIONS; i++) {
      free.add(new Slot());
    }
  }

  /// One call; waits for a connection and for the answer.
  ///
  /// @param delay milliseconds, or null for the database's own latency
  String ask(String delay) throws IOException, InterruptedException {
    byte[] command =
        delay == null
            ? encode("GET", "item:" + (nextKey.getAndIncrement() & MOST_KEYS))
            : encode("DELAY", delay);
    Slot slot = free.take();
    try {
      return slot.ask(command);
    } finally {
      free.add(slot);
    }
  }

  private static byte[] encode(String... words) {
    StringBuilder text = new StringBuilder(48).append('*').append(words.length).append("\r\n");
    for (String word : words) {
      text.append('$').append(word.length()).append("\r\n").append(word).append("\r\n");
    }
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  /// A connection that is opened when it is first needed, and again when it broke. Used by the
  /// thread that took it.
  private final class Slot {
    private Socket socket;
    private InputStream in;

    String ask(byte[] command) throws IOException {
      try {
        if (socket == null) {
          socket = new Socket(InetAddress.getLoopbackAddress(), port);
          socket.setTcpNoDelay(true);
          in = new BufferedInputStream(socket.getInputStream(), 1024);
        }
        socket.getOutputStream().write(command);
        return reply();
      } catch (IOException broken) {
        if (socket != null) {
          socket.close();
          socket = null;
        }
        throw broken;
      }
    }

    private String reply() throws IOException {
      int kind = in.read();
      String line = line();
      return switch (kind) {
        case '$' -> {
          int length = Integer.parseInt(line);
          if (length < 0) {
            yield "";
          }
          byte[] value = in.readNBytes(length);
          in.skipNBytes(2);
          yield new String(value, StandardCharsets.UTF_8);
        }
        case '+', ':' -> line;
        default -> throw new IOException("the database answered: " + line);
      };
    }

    private String line() throws IOException {
      StringBuilder line = new StringBuilder(16);
      for (int c = in.read(); c != '\r'; c = in.read()) {
        if (c < 0) {
          throw new IOException("the database closed the connection");
        }
        line.append((char) c);
      }
      in.skipNBytes(1);
      return line.toString();
    }
  }
}
