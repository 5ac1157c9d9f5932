package rebound.chaos.network;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/// A server behind a proxy: what it does with each connection is the test's business.
public final class Upstream implements AutoCloseable {
  private final ServerSocket listener;
  private final Queue<Socket> sockets = new ConcurrentLinkedQueue<>();

  /// What to do with one connection, on a thread of its own; the socket is closed afterwards.
  public interface Talk {
    void with(Socket socket) throws IOException;
  }

  /// Sends back what comes, until it ends.
  public static Upstream echo() {
    return new Upstream(socket -> socket.getInputStream().transferTo(socket.getOutputStream()));
  }

  public Upstream(Talk talk) {
    try {
      listener = new ServerSocket();
      listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 4096);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
    Thread.ofVirtual().start(() -> accept(talk));
  }

  /// HOST:PORT.
  public String address() {
    return "127.0.0.1:" + listener.getLocalPort();
  }

  public int port() {
    return listener.getLocalPort();
  }

  private void accept(Talk talk) {
    try {
      while (true) {
        Socket socket = listener.accept();
        socket.setTcpNoDelay(true);
        sockets.add(socket);
        Thread.ofVirtual()
            .start(
                () -> {
                  try (socket) {
                    talk.with(socket);
                  } catch (IOException peerGone) {
                    // What the proxy did to it is seen at the client.
                  }
                });
      }
    } catch (IOException closed) {
      // The test is over.
    }
  }

  @Override
  public void close() {
    try {
      listener.close();
      for (Socket socket : sockets) {
        socket.close();
      }
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
