package rebound.fakedb.wire;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.Arrays;

/// One client's socket, with the bytes that are not yet read or sent. Event loop thread only.
///
/// A client that does not read is not read from either; one that still makes the fake database
/// hold too much is reset.
public final class Connection {
  private static final byte[] NOTHING = new byte[0];
  private static final int UNSENT_PAUSE_BYTES = 256 * 1024;

  private final EventLoop loop;
  private final SocketChannel channel;
  private final Port port;
  private final long id;
  private SelectionKey key;
  private Session session;
  private byte[] unread = NOTHING;
  private int unreadTo;
  private byte[] unsent = NOTHING;
  private int unsentFrom;
  private int unsentTo;
  private boolean held;
  private boolean receiving;
  private boolean closing;
  private boolean closed;
  private boolean deaf;

  Connection(EventLoop loop, SocketChannel channel, Port port, long id) {
    this.loop = loop;
    this.channel = channel;
    this.port = port;
    this.id = id;
  }

  void open() throws IOException {
    channel.configureBlocking(false);
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    key = channel.register(loop.selector(), SelectionKey.OP_READ, this);
    session = port.open(this);
  }

  /// Its ordinal among all connections of this process, from 1.
  ///
  /// @return the ordinal
  public long id() {
    return id;
  }

  /// The name of the port that it came through.
  ///
  /// @return as `redis`
  public String port() {
    return port.name();
  }

  /// The loop that it lives on.
  ///
  /// @return the loop
  public EventLoop loop() {
    return loop;
  }

  /// Whether it can still be written to.
  ///
  /// @return false once it was closed or reset
  public boolean isOpen() {
    return !closed;
  }

  /// Sends bytes, in the order of the calls. Nothing happens on a closed connection.
  ///
  /// @param bytes are copied
  public void write(byte[] bytes) {
    write(bytes, 0, bytes.length);
  }

  /// Sends a part of an array.
  ///
  /// @param bytes are copied
  /// @param from index of the first
  /// @param length how many
  public void write(byte[] bytes, int from, int length) {
    if (!closed && !deaf) {
      loop.put(this, bytes, from, length);
    }
  }

  /// Closes once all that was written has left.
  public void closeAfterWrites() {
    if (closed || deaf) {
      return;
    }
    loop.flush();
    if (closed) {
      return;
    }
    if (unsentTo == unsentFrom) {
      finish();
    } else {
      closing = true;
      interest();
    }
  }

  /// Closes at once.
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    loop.forget(this);
    loop.budget().change(-(long) unread.length - unsent.length);
    unread = NOTHING;
    unsent = NOTHING;
    key.cancel();
    closeChannel();
    port.closed(this);
    // A session may close its connection while it is being made.
    if (session != null) {
      session.closed();
    }
  }

  /// Closes with a reset, as a crashed database would.
  public void reset() {
    if (!closed) {
      try {
        channel.setOption(StandardSocketOptions.SO_LINGER, 0);
      } catch (IOException e) {
        // The client was faster: it is gone already, which is what a reset is for.
      }
      close();
    }
  }

  /// From now on reads and forgets, and never answers again.
  public void deafen() {
    deaf = true;
    held = false;
    loop.forget(this);
    unreadTo = 0;
    interest();
  }

  /// Stops handing bytes to the session, until [#release]. They wait, as in a socket.
  public void hold() {
    held = true;
  }

  /// Hands bytes to the session again, first those that waited.
  public void release() {
    held = false;
    if (!closed && !receiving) {
      if (unreadTo > 0) {
        receive(unread, unreadTo, true);
      }
      interest();
    }
  }

  void ready(SelectionKey ready, ByteBuffer input, byte[] inputBytes) {
    if (closed) {
      return;
    }
    if (ready.isWritable()) {
      sendUnsent();
    }
    if (!closed && ready.isReadable()) {
      read(input, inputBytes);
    }
  }

  private void read(ByteBuffer input, byte[] inputBytes) {
    input.clear();
    int count;
    try {
      count = channel.read(input);
    } catch (IOException e) {
      close();
      return;
    }
    if (count < 0) {
      close();
      return;
    }
    if (closing || deaf) {
      return;
    }
    port.countReceived(count);
    input.flip();
    if (unreadTo == 0 && !held) {
      input.get(inputBytes, 0, count);
      receive(inputBytes, count, false);
    } else if (keep(input, count)) {
      if (!held) {
        receive(unread, unreadTo, true);
      }
    }
    if (!closed) {
      interest();
    }
  }

  private void receive(byte[] bytes, int to, boolean own) {
    receiving = true;
    int consumed = session.receive(bytes, 0, to);
    receiving = false;
    if (closed) {
      return;
    }
    if (consumed == to) {
      unreadTo = 0;
      if (own && unread.length > 4096) {
        resizeUnread(0);
      }
    } else if (own) {
      System.arraycopy(unread, consumed, unread, 0, to - consumed);
      unreadTo = to - consumed;
    } else if (resizeUnread(roundUp(to - consumed))) {
      System.arraycopy(bytes, consumed, unread, 0, to - consumed);
      unreadTo = to - consumed;
    }
  }

  private boolean keep(ByteBuffer input, int count) {
    if (unreadTo + count > unread.length && !resizeUnread(roundUp(unreadTo + count))) {
      return false;
    }
    input.get(unread, unreadTo, count);
    unreadTo += count;
    return true;
  }

  private boolean resizeUnread(int length) {
    if (length == unread.length) {
      return true;
    }
    if (!loop.budget().change((long) length - unread.length)) {
      port.countOverflow();
      reset();
      return false;
    }
    unread = length == 0 ? NOTHING : Arrays.copyOf(unread, length);
    return true;
  }

  private static int roundUp(int length) {
    return Math.max(256, Integer.highestOneBit(length - 1) << 1);
  }

  /// Called by the loop with what was put for this connection.
  void send(ByteBuffer output) {
    if (closed) {
      return;
    }
    if (unsentTo == unsentFrom) {
      try {
        port.countSent(channel.write(output));
      } catch (IOException e) {
        close();
        return;
      }
    }
    if (output.hasRemaining()) {
      keepUnsent(output);
    }
  }

  private void keepUnsent(ByteBuffer output) {
    int length = unsentTo - unsentFrom + output.remaining();
    if (unsentFrom > 0) {
      System.arraycopy(unsent, unsentFrom, unsent, 0, unsentTo - unsentFrom);
      unsentTo -= unsentFrom;
      unsentFrom = 0;
    }
    if (length > unsent.length) {
      int rounded = roundUp(length);
      if (!loop.budget().change((long) rounded - unsent.length)) {
        port.countOverflow();
        reset();
        return;
      }
      unsent = Arrays.copyOf(unsent, rounded);
    }
    int count = output.remaining();
    output.get(unsent, unsentTo, count);
    unsentTo += count;
    interest();
  }

  private void sendUnsent() {
    try {
      int count = channel.write(ByteBuffer.wrap(unsent, unsentFrom, unsentTo - unsentFrom));
      port.countSent(count);
      unsentFrom += count;
    } catch (IOException e) {
      close();
      return;
    }
    if (unsentFrom == unsentTo) {
      unsentFrom = 0;
      unsentTo = 0;
      loop.budget().change(-(long) unsent.length);
      unsent = NOTHING;
      if (closing) {
        finish();
        return;
      }
    }
    interest();
  }

  /// Says goodbye first, so that the last answer is not lost to a reset over unread bytes.
  private void finish() {
    closing = true;
    try {
      channel.shutdownOutput();
      ByteBuffer rest = ByteBuffer.allocate(4096);
      for (int i = 0; i < 64 && channel.read(rest) > 0; i++) {
        rest.clear();
      }
    } catch (IOException e) {
      // The client was faster; there is nothing left to be polite about.
    }
    close();
  }

  private void interest() {
    if (closed) {
      return;
    }
    boolean full = unsentTo - unsentFrom > UNSENT_PAUSE_BYTES;
    boolean enough = held && unreadTo > UNSENT_PAUSE_BYTES;
    int wanted =
        (unsentTo > unsentFrom ? SelectionKey.OP_WRITE : 0)
            | (full || enough ? 0 : SelectionKey.OP_READ);
    if (key.interestOps() != wanted) {
      key.interestOps(wanted);
    }
  }

  private void closeChannel() {
    try {
      channel.close();
    } catch (IOException e) {
      // A socket that fails to close is closed as far as its client can tell.
    }
  }
}
