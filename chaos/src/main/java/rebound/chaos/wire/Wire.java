package rebound.chaos.wire;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ProtocolFamily;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import rebound.chaos.loop.EventLoop;

/// One socket that is opened as often as needed, encrypted or not. It tells its user what happens
/// and decides nothing. Used on its loop's thread; reading and writing allocate nothing on a plain
/// socket.
public final class Wire implements EventLoop.Ready {
  /// Whose socket it is.
  public interface User {
    /// The connection stands, its handshake finished.
    void stands();

    /// It could not be opened; the socket is closed.
    void failed(IOException why);

    /// There is something to read.
    void readable();

    /// There is room to write, after [Wire#awaitRoom].
    void writable();
  }

  private enum Standing {
    CLOSED,
    CONNECTING,
    SHAKING_HANDS,
    OPEN
  }

  private final EventLoop loop;
  private final Route route;
  private final Security security;
  private final ByteBuffer scratch;
  private final int receiveBufferBytes;
  private final User user;
  private SocketChannel channel;
  private SelectionKey key;
  private Tls tls;
  private Standing standing = Standing.CLOSED;
  private int address;
  private int addressesTried;
  private boolean reading;

  /// Makes a closed one.
  ///
  /// @param scratch the loop's input, which handshakes use too
  /// @param receiveBufferBytes of the kernel, 0 to leave it to it
  public Wire(
      EventLoop loop,
      Route route,
      Security security,
      ByteBuffer scratch,
      int receiveBufferBytes,
      User user) {
    this.loop = loop;
    this.route = route;
    this.security = security;
    this.scratch = scratch;
    this.receiveBufferBytes = receiveBufferBytes;
    this.user = user;
  }

  /// True while requests may be written.
  public boolean isOpen() {
    return standing == Standing.OPEN;
  }

  /// True while there is no socket.
  public boolean isClosed() {
    return standing == Standing.CLOSED;
  }

  /// Begins to open; [User#stands] or [User#failed] follows, perhaps within this call.
  public void connect() {
    address = route.preferred();
    addressesTried = 0;
    connectToNextAddress();
  }

  private void connectToNextAddress() {
    InetSocketAddress target = route.address(address);
    addressesTried++;
    standing = Standing.CONNECTING;
    reading = true;
    try {
      channel = SocketChannel.open(familyOf(target));
      channel.configureBlocking(false);
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      if (receiveBufferBytes > 0) {
        channel.setOption(StandardSocketOptions.SO_RCVBUF, receiveBufferBytes);
      }
      InetAddress source = route.source(target);
      if (source != null) {
        channel.bind(new InetSocketAddress(source, 0));
      }
      boolean done = channel.connect(target);
      int interest = done ? SelectionKey.OP_READ : SelectionKey.OP_CONNECT;
      key = channel.register(loop.selector(), interest, this);
      loop.changed();
      if (done) {
        connected();
      }
    } catch (IOException e) {
      failed(e);
    }
  }

  /// A socket of the target's own family: the JDK's usual one speaks IPv4 through IPv6, a way that
  /// the kernel makes a little longer.
  private static ProtocolFamily familyOf(InetSocketAddress target) {
    return target.getAddress() instanceof Inet4Address
        ? StandardProtocolFamily.INET
        : StandardProtocolFamily.INET6;
  }

  private void connected() throws IOException {
    interest(SelectionKey.OP_READ);
    tls = security.client().orElse(null);
    if (tls == null) {
      stands();
    } else {
      standing = Standing.SHAKING_HANDS;
      shakeHands();
    }
  }

  private void shakeHands() throws IOException {
    if (tls.handshake(channel, scratch)) {
      interest(SelectionKey.OP_READ);
      stands();
    } else if (!tls.flush(channel)) {
      interest(SelectionKey.OP_READ | SelectionKey.OP_WRITE);
    }
  }

  private void stands() {
    standing = Standing.OPEN;
    route.prefer(address);
    user.stands();
  }

  private void failed(IOException why) {
    boolean refused = standing == Standing.CONNECTING;
    close();
    if (refused && addressesTried < route.size()) {
      address++;
      connectToNextAddress();
    } else {
      user.failed(why);
    }
  }

  @Override
  public void ready(SelectionKey ready) {
    switch (standing) {
      case OPEN -> {
        if (ready.isReadable()) {
          user.readable();
        }
        if (standing == Standing.OPEN && ready == key && ready.isWritable()) {
          interest(reads());
          user.writable();
        }
      }
      case CONNECTING, SHAKING_HANDS -> {
        try {
          if (standing == Standing.SHAKING_HANDS) {
            shakeHands();
          } else if (channel.finishConnect()) {
            connected();
          }
        } catch (IOException e) {
          failed(e);
        }
      }
      case CLOSED -> {}
    }
  }

  private int reads() {
    return reading ? SelectionKey.OP_READ : 0;
  }

  private void interest(int operations) {
    if (key.interestOps() != operations) {
      key.interestOps(operations);
      loop.changed();
    }
  }

  /// Reads what has come.
  ///
  /// @return bytes read, 0 for none, -1 at the end of the stream
  public int read(ByteBuffer into) throws IOException {
    return tls == null ? channel.read(into) : tls.read(channel, into);
  }

  /// Writes what the kernel takes.
  ///
  /// @return bytes taken from the buffer
  public int write(ByteBuffer from) throws IOException {
    return tls == null ? channel.write(from) : tls.write(channel, from);
  }

  /// Writes what was taken and not yet given to the kernel; false when some of it is left.
  public boolean flush() throws IOException {
    return tls == null || tls.flush(channel);
  }

  /// Asks for [User#writable].
  public void awaitRoom() {
    interest(reads() | SelectionKey.OP_WRITE);
  }

  /// Calls [User#readable] no more until it is opened anew: what comes stays in the kernel, and its
  /// window fills.
  public void stopReading() {
    reading = false;
    interest(key.interestOps() & ~SelectionKey.OP_READ);
  }

  /// True where its bytes are encrypted.
  public boolean isEncrypted() {
    return tls != null;
  }

  /// Closes the socket by a reset (linger 0), which spares this machine a port in TIME_WAIT.
  public void reset() {
    if (channel != null && channel.isConnected()) {
      try {
        channel.setOption(StandardSocketOptions.SO_LINGER, 0);
      } catch (IOException e) {
        // The target was faster: what it has reset already is closed below like any other.
        assert channel.isOpen() : e;
      }
    }
    close();
  }

  /// Closes the socket without a word.
  public void close() {
    standing = Standing.CLOSED;
    if (channel == null) {
      return;
    }
    try {
      channel.close();
    } catch (IOException e) {
      // The descriptor is released in any case, and nobody waits for this socket any more.
      assert !channel.isOpen() : e;
    }
    loop.changed();
    channel = null;
    key = null;
    tls = null;
  }
}
