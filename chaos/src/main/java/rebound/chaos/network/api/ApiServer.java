package rebound.chaos.network.api;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import rebound.chaos.network.link.Loop;
import rebound.chaos.network.link.Ready;

/// The open port of the API.
public final class ApiServer implements Ready {
  private static final int BACKLOG = 128;

  /// More than any test needs; one more is closed at once.
  private static final int MOST_CONNECTIONS = 256;

  private static final long PAUSE_NANOS = 100_000_000;

  private final Loop loop;
  private final ServerSocketChannel listener;
  private Router router;
  private SelectionKey key;
  private int connections;

  /// Opens the port; connections wait until [#serve].
  ///
  /// @throws IOException when the port cannot be bound
  public ApiServer(Loop loop, InetSocketAddress listen) throws IOException {
    this.loop = loop;
    this.listener = ServerSocketChannel.open();
    try {
      listener.setOption(StandardSocketOptions.SO_REUSEADDR, true);
      listener.bind(listen, BACKLOG);
    } catch (IOException | RuntimeException failed) {
      listener.close();
      throw failed;
    }
  }

  /// Where it listens.
  public InetSocketAddress address() throws IOException {
    return (InetSocketAddress) listener.getLocalAddress();
  }

  /// Begins to answer. Called by the loop's thread.
  public void serve(Router requests) throws IOException {
    router = requests;
    key = loop.register(listener, SelectionKey.OP_ACCEPT, this);
  }

  /// Closes the port, when the loop never began.
  public void close() throws IOException {
    listener.close();
  }

  @Override
  public void ready(int readyOps) {
    SocketChannel client;
    try {
      client = listener.accept();
    } catch (IOException outOfDescriptors) {
      pause();
      return;
    }
    if (client != null) {
      accepted(client);
    }
  }

  private void accepted(SocketChannel client) {
    try {
      if (connections >= MOST_CONNECTIONS) {
        client.close();
        return;
      }
      client.setOption(StandardSocketOptions.TCP_NODELAY, true);
      new ApiConnection(loop, client, router, () -> connections--);
      connections++;
    } catch (IOException clientGone) {
      // A client that went before it could ask needs no answer.
    }
  }

  /// Accepting again at once would fail again at once, and burn a core.
  private void pause() {
    key.interestOps(0);
    loop.at(System.nanoTime() + PAUSE_NANOS, () -> key.interestOps(SelectionKey.OP_ACCEPT));
  }
}
