package rebound.chaos.load;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/// A server for tests that does to each connection what its script says, on a thread of its own.
final class ScriptedServer implements AutoCloseable {
  static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

  /// What happens to a connection.
  interface Script {
    void serve(Exchange exchange) throws IOException, InterruptedException;
  }

  /// One accepted connection.
  record Exchange(Socket socket, InputStream in, OutputStream out, int number) {
    /// Reads a request's head and, by Content-Length, its body; null at the end of the connection.
    String read() throws IOException {
      StringBuilder head = new StringBuilder();
      while (!head.toString().endsWith("\r\n\r\n")) {
        int next = in.read();
        if (next < 0) {
          return null;
        }
        head.append((char) next);
      }
      int at = head.indexOf("Content-Length: ");
      if (at >= 0) {
        String length = head.substring(at + 16, head.indexOf("\r\n", at));
        in.skipNBytes(Long.parseLong(length));
      }
      return head.toString();
    }

    void write(String text) throws IOException {
      out.write(text.getBytes(StandardCharsets.ISO_8859_1));
      out.flush();
    }

    void reset() throws IOException {
      socket.setSoLinger(true, 0);
      socket.close();
    }
  }

  private final ServerSocket listener;
  private final Queue<Socket> sockets = new ConcurrentLinkedQueue<>();
  private final AtomicInteger accepted = new AtomicInteger();
  private final AtomicInteger serving = new AtomicInteger();
  private final Script script;

  ScriptedServer(Script script) throws IOException {
    this(script, InetAddress.getLoopbackAddress());
  }

  ScriptedServer(Script script, InetAddress address) throws IOException {
    this(script, listening(address));
  }

  ScriptedServer(Script script, ServerSocket listener) {
    this.script = script;
    this.listener = listener;
    Thread.ofVirtual().start(this::accept);
  }

  private static ServerSocket listening(InetAddress address) throws IOException {
    ServerSocket socket = new ServerSocket();
    socket.bind(new InetSocketAddress(address, 0), 1024);
    return socket;
  }

  /// Answers every request the same way.
  static ScriptedServer answering(String response) throws IOException {
    return new ScriptedServer(
        exchange -> {
          while (exchange.read() != null) {
            exchange.write(response);
          }
        });
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket socket = listener.accept();
        socket.setTcpNoDelay(true);
        sockets.add(socket);
        int number = accepted.getAndIncrement();
        Thread.ofVirtual().start(() -> serve(socket, number));
      } catch (SocketException e) {
        return;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private void serve(Socket socket, int number) {
    serving.incrementAndGet();
    try (socket) {
      InputStream in = new BufferedInputStream(socket.getInputStream());
      script.serve(new Exchange(socket, in, socket.getOutputStream(), number));
    } catch (IOException e) {
      // The driver closes connections at the end of a phase, whatever the script still wants to do.
      return;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      serving.decrementAndGet();
    }
  }

  /// Connections whose script still runs.
  int serving() {
    return serving.get();
  }

  int port() {
    return listener.getLocalPort();
  }

  int accepted() {
    return accepted.get();
  }

  Endpoint endpoint() {
    return Endpoint.http(listener.getInetAddress().getHostAddress(), port());
  }

  @Override
  public void close() throws IOException {
    listener.close();
    for (Socket socket : sockets) {
      socket.close();
    }
  }
}
