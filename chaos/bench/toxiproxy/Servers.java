import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/// The servers behind the proxy.
final class Servers {
  private Servers() {}

  record Port(int port) {}

  private interface Talk {
    void with(SocketChannel channel, ByteBuffer buffer) throws IOException;
  }

  /// Sends back what comes, a thread each.
  static Port echo() throws IOException {
    return serve(
        (channel, buffer) -> {
          while (channel.read(buffer.clear()) >= 0) {
            buffer.flip();
            while (buffer.hasRemaining()) {
              channel.write(buffer);
            }
          }
        });
  }

  /// Reads to the end, then answers one byte.
  static Port sink() throws IOException {
    return serve(
        (channel, buffer) -> {
          while (channel.read(buffer.clear()) >= 0) {
            // Only counted by its end.
          }
          channel.write(buffer.clear().limit(1));
        });
  }

  /// Sends without an end.
  static Port source() throws IOException {
    return serve(
        (channel, buffer) -> {
          while (true) {
            channel.write(buffer.clear());
          }
        });
  }

  /// Sends back what comes, one thread for all.
  static Port echoNonBlocking() throws IOException {
    ServerSocketChannel listener = listen();
    listener.configureBlocking(false);
    Selector selector = Selector.open();
    listener.register(selector, SelectionKey.OP_ACCEPT);
    ByteBuffer buffer = ByteBuffer.allocateDirect(4096);
    Thread.ofPlatform()
        .daemon()
        .start(
            () -> {
              try {
                while (true) {
                  selector.select(key -> echo(key, selector, buffer));
                }
              } catch (IOException failed) {
                throw new java.io.UncheckedIOException(failed);
              }
            });
    return new Port(((InetSocketAddress) listener.getLocalAddress()).getPort());
  }

  private static void echo(SelectionKey key, Selector selector, ByteBuffer buffer) {
    try {
      if (key.isAcceptable()) {
        SocketChannel accepted = ((ServerSocketChannel) key.channel()).accept();
        accepted.configureBlocking(false);
        accepted.setOption(StandardSocketOptions.TCP_NODELAY, true);
        accepted.register(selector, SelectionKey.OP_READ);
      } else {
        SocketChannel channel = (SocketChannel) key.channel();
        if (channel.read(buffer.clear()) < 0) {
          channel.close();
        } else {
          channel.write(buffer.flip());
        }
      }
    } catch (IOException gone) {
      try {
        key.channel().close();
      } catch (IOException closed) {
        // Gone all the same.
      }
    }
  }

  private static Port serve(Talk talk) throws IOException {
    ServerSocketChannel listener = listen();
    Thread.ofPlatform()
        .daemon()
        .start(
            () -> {
              try {
                while (true) {
                  SocketChannel channel = listener.accept();
                  channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
                  Thread.ofPlatform().daemon().start(() -> talk(channel, talk));
                }
              } catch (IOException closed) {
                // The measurement is over.
              }
            });
    return new Port(((InetSocketAddress) listener.getLocalAddress()).getPort());
  }

  private static void talk(SocketChannel channel, Talk talk) {
    try (channel) {
      talk.with(channel, ByteBuffer.allocateDirect(256 * 1024));
    } catch (IOException peerGone) {
      // The client has what it wanted.
    }
  }

  private static ServerSocketChannel listen() throws IOException {
    return ServerSocketChannel.open().bind(new InetSocketAddress("127.0.0.1", 0), 4096);
  }
}
