package rebound.soak.probe.liveness;

import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import rebound.chaos.wire.Security;
import rebound.chaos.wire.Tls;
import rebound.soak.evidence.sample.LivenessSample.Outcome;

/// One socket of the prober: connects, sends a request, reads its answer. Used by the prober's
/// thread only.
final class ProbeConnection {
  /// Where a probe stands.
  enum Progress {
    UNDER_WAY,
    ANSWERED,
    FAILED
  }

  private final SocketChannel channel;
  private final SelectionKey key;
  private final Optional<Tls> tls;
  private ByteBuffer request = ByteBuffer.allocate(0);
  private ProbeAnswer answer = new ProbeAnswer();
  private boolean connected;
  private boolean secured;
  private boolean sent;
  private boolean used;
  private Outcome failure = Outcome.RESET;
  private String detail = "";

  private ProbeConnection(SocketChannel channel, SelectionKey key, Security security)
      throws IOException {
    this.channel = channel;
    this.key = key;
    this.tls = security.client();
    this.secured = tls.isEmpty();
  }

  /// Begins to connect.
  ///
  /// @throws IOException where this process has no socket or port left: the prober's own fault
  static ProbeConnection open(Selector selector, LivenessSettings settings) throws IOException {
    SocketChannel channel = SocketChannel.open();
    try {
      channel.configureBlocking(false);
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      SelectionKey key = channel.register(selector, SelectionKey.OP_CONNECT);
      ProbeConnection connection = new ProbeConnection(channel, key, settings.security());
      connection.connect(settings.address());
      return connection;
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  private void connect(SocketAddress address) throws IOException {
    try {
      connected = channel.connect(address);
    } catch (ConnectException e) {
      refused(e);
    }
  }

  /// Attaches what the selector hands back.
  void attach(Object probe) {
    key.attach(probe);
  }

  /// Sends a request; the answer is read from here on.
  void send(String text) {
    request = ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
    answer = new ProbeAnswer();
    sent = false;
    if (channel.isOpen() && key.isValid()) {
      key.interestOps(connected ? SelectionKey.OP_WRITE : SelectionKey.OP_CONNECT);
    }
  }

  /// Goes on as far as it can without waiting.
  Progress advance(ByteBuffer buffer) {
    if (!channel.isOpen()) {
      return Progress.FAILED;
    }
    try {
      if (!connected) {
        if (!channel.finishConnect()) {
          return Progress.UNDER_WAY;
        }
        connected = true;
      }
      if (!secured && !shakeHands(buffer)) {
        return Progress.UNDER_WAY;
      }
      if (!sent) {
        sent = write();
        if (!sent) {
          key.interestOps(SelectionKey.OP_WRITE);
          return Progress.UNDER_WAY;
        }
        key.interestOps(SelectionKey.OP_READ);
      }
      return read(buffer);
    } catch (ConnectException e) {
      refused(e);
      return Progress.FAILED;
    } catch (IOException e) {
      fail(Outcome.RESET, e.getMessage() == null ? e.toString() : e.getMessage());
      return Progress.FAILED;
    }
  }

  private boolean shakeHands(ByteBuffer scratch) throws IOException {
    Tls client = tls.orElseThrow();
    secured = client.handshake(channel, scratch);
    if (!secured) {
      boolean all = client.flush(channel);
      key.interestOps(all ? SelectionKey.OP_READ : SelectionKey.OP_READ | SelectionKey.OP_WRITE);
    }
    return secured;
  }

  /// Writes what the kernel takes; true once all of the request is on its way.
  private boolean write() throws IOException {
    if (tls.isEmpty()) {
      channel.write(request);
      return !request.hasRemaining();
    }
    tls.get().write(channel, request);
    return tls.get().flush(channel) && !request.hasRemaining();
  }

  private Progress read(ByteBuffer buffer) throws IOException {
    int count;
    do {
      buffer.clear();
      count = tls.isEmpty() ? channel.read(buffer) : tls.get().read(channel, buffer);
      answer.take(buffer.flip());
    } while (count > 0);
    if (count < 0) {
      answer.end();
    }
    if (answer.complete()) {
      used = true;
      key.interestOps(0);
      return Progress.ANSWERED;
    }
    if (answer.broken()) {
      fail(Outcome.ERROR, answer.problem());
      return Progress.FAILED;
    }
    if (count < 0) {
      fail(
          Outcome.RESET, answer.begun() ? "closed in the middle of the answer" : "closed silently");
      return Progress.FAILED;
    }
    return Progress.UNDER_WAY;
  }

  /// A connect that is not refused but fails otherwise (unreachable) is a broken path as well.
  private void refused(ConnectException e) {
    boolean refused = String.valueOf(e.getMessage()).contains("refused");
    fail(refused ? Outcome.REFUSED : Outcome.CONNECT_TIMEOUT, String.valueOf(e.getMessage()));
  }

  private void fail(Outcome outcome, String why) {
    failure = outcome;
    detail = why;
    close();
  }

  /// True where a kept connection was closed before a byte of this answer: the target may close an
  /// idle connection at any time, so that is no failure of it.
  boolean stale() {
    return used && failure == Outcome.RESET && !answer.begun();
  }

  boolean connected() {
    return connected;
  }

  Outcome failure() {
    return failure;
  }

  String detail() {
    return detail;
  }

  ProbeAnswer answer() {
    return answer;
  }

  /// Closes; a socket that cannot be closed is gone already.
  void close() {
    try {
      channel.close();
    } catch (IOException e) {
      detail = detail.isEmpty() ? String.valueOf(e.getMessage()) : detail;
    }
  }
}
