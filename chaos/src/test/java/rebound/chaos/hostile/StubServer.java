package rebound.chaos.hostile;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import rebound.chaos.load.Endpoint;

/// Does to each connection what a test says, on a thread of its own.
final class StubServer implements AutoCloseable {
  static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
  static final String BAD = "HTTP/1.1 400 Bad\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";

  /// What happens to a connection.
  interface Script {
    void serve(Guest guest) throws IOException, InterruptedException;
  }

  /// One accepted connection.
  record Guest(Socket socket, InputStream in, OutputStream out) {
    /// Reads up to the end of a head; false at the end of the connection.
    boolean head() throws IOException {
      int matched = 0;
      while (matched < 4) {
        int next = in.read();
        if (next < 0) {
          return false;
        }
        matched = next == "\r\n\r\n".charAt(matched) ? matched + 1 : next == '\r' ? 1 : 0;
      }
      return true;
    }

    /// Reads what comes until the client ends it.
    void readAll() throws IOException {
      byte[] sink = new byte[1 << 16];
      while (in.read(sink) >= 0) {
        // Only the end is of interest.
      }
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
  private final Queue<Throwable> resets = new ConcurrentLinkedQueue<>();
  private final Script script;

  StubServer(Script script) throws IOException {
    this(script, new ServerSocket(0, 1024, InetAddress.getLoopbackAddress()));
  }

  /// Serves on a socket that speaks TLS, for one.
  StubServer(Script script, ServerSocket listener) {
    this.script = script;
    this.listener = listener;
    Thread.ofVirtual().start(this::accept);
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket socket = listener.accept();
        socket.setTcpNoDelay(true);
        sockets.add(socket);
        Thread.ofVirtual().start(() -> serve(socket));
      } catch (SocketException closed) {
        return;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      script.serve(
          new Guest(
              socket, new BufferedInputStream(socket.getInputStream()), socket.getOutputStream()));
    } catch (IOException e) {
      // Hostile clients reset their connections, whatever the script still wants to do.
      resets.add(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  Endpoint endpoint() {
    return Endpoint.http("127.0.0.1", listener.getLocalPort());
  }

  /// How often a client's reset was felt.
  int resets() {
    return resets.size();
  }

  @Override
  public void close() throws IOException {
    listener.close();
    for (Socket socket : sockets) {
      socket.close();
    }
  }
}
