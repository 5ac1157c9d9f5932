package rebound.chaos.network.link;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.List;

/// One try to reach the server behind a proxy: looks its name up beside the loop, then tries each
/// address in turn. Used by the loop's thread only.
final class Dial implements Ready {
  /// Per address. The system's own limit is over two minutes.
  private static final long MOST_NANOS = 10_000_000_000L;

  private final Loop loop;
  private final Outcome outcome;
  private List<InetSocketAddress> addresses = List.of();
  private int next;
  private SocketChannel channel;
  private SelectionKey key;
  private boolean over;

  /// Told once how the try ended.
  interface Outcome {
    void connected(SocketChannel channel, SelectionKey key);

    void failed(String why);
  }

  Dial(Loop loop, Outcome outcome) {
    this.loop = loop;
    this.outcome = outcome;
  }

  void start(String upstream) {
    Address target;
    try {
      target = Address.parse(upstream);
    } catch (IllegalArgumentException malformed) {
      fail(malformed.getMessage());
      return;
    }
    if (target.isLiteral()) {
      addresses = List.of(target.literal());
      tryNext("");
    } else {
      loop.lookups().execute(() -> lookUp(target));
    }
  }

  private void lookUp(Address target) {
    try {
      List<InetSocketAddress> found =
          List.of(InetAddress.getAllByName(target.host())).stream()
              .map(address -> new InetSocketAddress(address, target.port()))
              .toList();
      loop.execute(
          () -> {
            addresses = found;
            tryNext("");
          });
    } catch (UnknownHostException unknown) {
      loop.execute(() -> fail("no such host: " + target.host()));
    }
  }

  private void tryNext(String lastFailure) {
    if (over) {
      return;
    }
    if (next == addresses.size()) {
      fail(lastFailure);
      return;
    }
    InetSocketAddress address = addresses.get(next++);
    try {
      channel = SocketChannel.open();
      End.prepare(channel);
      key = loop.register(channel, 0, this);
      if (channel.connect(address)) {
        succeed();
      } else {
        key.interestOps(SelectionKey.OP_CONNECT);
        SocketChannel waitedFor = channel;
        loop.at(System.nanoTime() + MOST_NANOS, () -> expire(waitedFor, address));
      }
    } catch (IOException | RuntimeException refused) {
      closeChannel();
      tryNext(address + ": " + refused.getMessage());
    }
  }

  @Override
  public void ready(int readyOps) {
    if (over) {
      return;
    }
    try {
      if (channel.finishConnect()) {
        if (channel.getLocalAddress().equals(channel.getRemoteAddress())) {
          // A port of the ephemeral range that nobody listens on can be connected to itself.
          throw new ConnectException("Connection refused");
        }
        succeed();
      }
    } catch (IOException refused) {
      closeChannel();
      tryNext(addresses.get(next - 1) + ": " + refused.getMessage());
    }
  }

  private void expire(SocketChannel waitedFor, InetSocketAddress address) {
    if (!over && channel == waitedFor) {
      closeChannel();
      tryNext(address + " did not answer within " + MOST_NANOS / 1_000_000_000 + " s");
    }
  }

  private void succeed() {
    over = true;
    key.interestOps(0);
    outcome.connected(channel, key);
  }

  private void fail(String why) {
    if (!over) {
      over = true;
      outcome.failed(why);
    }
  }

  private void closeChannel() {
    if (channel != null) {
      End.closeQuietly(channel);
      channel = null;
    }
  }
}
