package rebound.chaos.load;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import rebound.chaos.loop.EventLoop;

/// Answers every request head with the same few bytes, on one thread of this process: what the
/// driver is calibrated against. Takes no bodies and no pipelining.
final class NullResponder implements AutoCloseable {
  private static final byte[] ANSWER =
      "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".getBytes(StandardCharsets.US_ASCII);
  private static final int BACKLOG = 4096;

  private final EventLoop loop = new EventLoop("null-responder");
  private final ServerSocketChannel listener;
  private final ByteBuffer input = ByteBuffer.allocateDirect(8192);
  private final ByteBuffer answer = ByteBuffer.allocateDirect(ANSWER.length).put(ANSWER);

  /// Listens on any free port of the loopback address.
  NullResponder() throws IOException {
    listener = ServerSocketChannel.open();
    listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
    listener.configureBlocking(false);
    loop.execute(() -> register(listener, SelectionKey.OP_ACCEPT, _ -> accept()));
  }

  Endpoint endpoint() {
    InetAddress address = listener.socket().getInetAddress();
    return Endpoint.http(address.getHostAddress(), listener.socket().getLocalPort());
  }

  private void register(
      java.nio.channels.SelectableChannel channel, int interest, EventLoop.Ready ready) {
    try {
      channel.register(loop.selector(), interest, ready);
    } catch (IOException e) {
      throw new IllegalStateException("a fresh channel cannot be registered", e);
    }
  }

  private void accept() {
    try {
      for (SocketChannel channel = listener.accept();
          channel != null;
          channel = listener.accept()) {
        channel.configureBlocking(false);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        register(channel, SelectionKey.OP_READ, this::answer);
      }
    } catch (IOException e) {
      throw new IllegalStateException("calibration ran out of file descriptors (ulimit -n)", e);
    }
  }

  private void answer(SelectionKey key) {
    SocketChannel channel = (SocketChannel) key.channel();
    try {
      input.clear();
      int length = channel.read(input);
      if (length < 0) {
        channel.close();
      } else if (length > 3 && input.get(length - 1) == '\n' && input.get(length - 3) == '\n') {
        channel.write(answer.clear());
      }
    } catch (IOException e) {
      // The driver resets what it has in flight when a trial ends.
      key.cancel();
    }
  }

  @Override
  public void close() throws IOException {
    loop.close();
    listener.close();
  }
}
