package rebound.soak.probe.liveness;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/// A server with a knob: it answers each request with the same text, or not at all.
final class AnsweringServer implements AutoCloseable {
  static final String SILENCE = "";
  static final String CUT = "cut";

  private final ServerSocket socket;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final AtomicInteger connections = new AtomicInteger();
  private volatile String answer;

  AnsweringServer(String answer) throws IOException {
    this.answer = answer;
    this.socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    threads.execute(this::accept);
  }

  int port() {
    return socket.getLocalPort();
  }

  int connections() {
    return connections.get();
  }

  void answer(String text) {
    answer = text;
  }

  private void accept() {
    while (!socket.isClosed()) {
      try {
        Socket client = socket.accept();
        connections.incrementAndGet();
        threads.execute(() -> serve(client));
      } catch (IOException e) {
        if (!socket.isClosed()) {
          throw new UncheckedIOException(e);
        }
      }
    }
  }

  private void serve(Socket client) {
    try (client) {
      InputStream in = client.getInputStream();
      int matched = 0;
      for (int b = in.read(); b >= 0; b = in.read()) {
        matched = b == "\r\n\r\n".charAt(matched) ? matched + 1 : b == '\r' ? 1 : 0;
        if (matched == 4) {
          matched = 0;
          if (answer.equals(CUT)) {
            client.setSoLinger(true, 0);
            return;
          }
          client.getOutputStream().write(answer.getBytes(StandardCharsets.ISO_8859_1));
        }
      }
    } catch (IOException _) {
      // The prober gave up on this connection.
      connections.get();
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
    threads.shutdownNow();
  }
}
