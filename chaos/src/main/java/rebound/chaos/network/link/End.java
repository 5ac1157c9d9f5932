package rebound.chaos.network.link;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import jdk.net.ExtendedSocketOptions;

/// One of the two sockets of a connection, and what the loop is to watch for on it.
final class End implements Ready {
  private static final int KEEP_ALIVE_SECONDS = 15;

  private final SocketChannel channel;
  private final SelectionKey key;
  private Pipe outOf;
  private Pipe into;
  private boolean broken;

  /// @param channel connected, of this loop
  /// @param key its key, whose attachment becomes this end
  End(SocketChannel channel, SelectionKey key) {
    this.channel = channel;
    this.key = key;
    key.attach(this);
  }

  /// Sends small writes at once, and notices a peer that vanished.
  static void prepare(SocketChannel channel) throws IOException {
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    channel.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
    channel.setOption(ExtendedSocketOptions.TCP_KEEPIDLE, KEEP_ALIVE_SECONDS);
    channel.setOption(ExtendedSocketOptions.TCP_KEEPINTERVAL, KEEP_ALIVE_SECONDS);
  }

  /// @param outOf the direction that reads from this socket
  /// @param into the direction that writes to it
  void connect(Pipe outOf, Pipe into) {
    this.outOf = outOf;
    this.into = into;
  }

  @Override
  public void ready(int readyOps) {
    if ((readyOps & SelectionKey.OP_WRITE) != 0) {
      into.writable();
    }
    if ((readyOps & SelectionKey.OP_READ) != 0 && key.isValid()) {
      outOf.readable();
    }
  }

  /// Reads what is there: the number of bytes, or -1 at the end of the stream.
  int read(ByteBuffer buffer) throws IOException {
    return channel.read(buffer);
  }

  int write(ByteBuffer buffer) throws IOException {
    return channel.write(buffer);
  }

  /// A write has failed: what reads as an end from now on is a reset.
  void breakDown() {
    broken = true;
  }

  boolean isBroken() {
    return broken;
  }

  void finishOutput() throws IOException {
    channel.shutdownOutput();
  }

  /// Asks the loop for what the two directions wait for.
  void watch() {
    if (!key.isValid()) {
      return;
    }
    int ops =
        (outOf.wantsToRead() ? SelectionKey.OP_READ : 0)
            | (into.wantsToWrite() ? SelectionKey.OP_WRITE : 0);
    if (key.interestOps() != ops) {
      key.interestOps(ops);
    }
  }

  void close() {
    closeQuietly(channel);
  }

  void reset() {
    try {
      channel.setOption(StandardSocketOptions.SO_LINGER, 0);
    } catch (IOException alreadyGone) {
      // The peer has reset it first: there is nobody left to tell.
    }
    close();
  }

  static void closeQuietly(SocketChannel channel) {
    try {
      channel.close();
    } catch (IOException alreadyGone) {
      // A socket that fails to close is closed all the same, and its peer knows.
    }
  }
}
