package rebound.server.routes;

import io.undertow.server.HttpServerExchange;
import io.undertow.util.HeaderMap;
import io.undertow.util.Headers;
import io.undertow.websockets.WebSocketConnectionCallback;
import io.undertow.websockets.WebSocketProtocolHandshakeHandler;
import io.undertow.websockets.core.AbstractReceiveListener;
import io.undertow.websockets.core.BufferedBinaryMessage;
import io.undertow.websockets.core.CloseMessage;
import io.undertow.websockets.core.StreamSourceFrameChannel;
import io.undertow.websockets.core.WebSocketCallback;
import io.undertow.websockets.core.WebSocketChannel;
import io.undertow.websockets.core.WebSockets;
import io.undertow.websockets.core.protocol.Handshake;
import java.nio.ByteBuffer;
import java.util.List;
import org.xnio.IoUtils;
import rebound.server.guard.Budget;
import rebound.server.guard.ConnectionGuard;
import rebound.server.guard.GivenUp;
import rebound.server.guard.Transfer;
import rebound.server.wire.MessageReader;
import rebound.server.wire.Reply;
import rebound.server.wire.StrictHandshake;

/// A WebSocket that sends every message back. While the client does not take an answer, nothing
/// more is read from it; the guard's limit for slow readers ends that.
final class EchoSocket {
  static final int SWITCHING = 101;
  private static final List<Handshake> HANDSHAKES = List.of(new StrictHandshake());
  // Undertow keeps what it has read beyond the message in a buffer of its own.
  private static final int READ_BUFFER_BYTES = 16 * 1024;
  private static final Reply NO_UPGRADE =
      Reply.problem(426, "this path speaks WebSocket, version 13, only")
          .with("Upgrade", "websocket")
          .with("Connection", "Upgrade")
          .with("Sec-WebSocket-Version", "13");

  private static final Reply TOO_EARLY =
      Reply.problem(400, "nothing may be sent before the upgrade is answered").thenClose();

  private final Budget budget;

  /// A WebSocket.
  ///
  /// @param budget what messages may hold that clients do not take
  EchoSocket(Budget budget) {
    this.budget = budget;
  }

  /// Takes the connection over, or says why not.
  ///
  /// @param scratch the loop's own buffer
  /// @return the answer, or null when the connection is a WebSocket now
  Reply upgrade(HttpServerExchange exchange, ByteBuffer scratch) throws Exception {
    if (!isHandshake(exchange)) {
      return NO_UPGRADE;
    }
    ConnectionGuard guard = ConnectionGuard.of(exchange);
    if (!guard.becomesTunnel()) {
      return TOO_EARLY;
    }
    WebSocketConnectionCallback connected =
        (upgraded, channel) -> connected(guard, channel, scratch);
    new WebSocketProtocolHandshakeHandler(HANDSHAKES, connected).handleRequest(exchange);
    return null;
  }

  private void connected(ConnectionGuard guard, WebSocketChannel channel, ByteBuffer scratch) {
    Listener listener = new Listener(guard, channel, scratch, budget);
    channel.getReceiveSetter().set(listener);
    channel.addCloseTask(closed -> listener.isOver());
    guard.onGoingAway(
        () -> WebSockets.sendClose(CloseMessage.GOING_AWAY, "the server stops", channel, null));
    channel.resumeReceives();
  }

  private static boolean isHandshake(HttpServerExchange exchange) {
    HeaderMap headers = exchange.getRequestHeaders();
    String key = headers.getFirst(Headers.SEC_WEB_SOCKET_KEY);
    return exchange.isHttp11()
        && "websocket".equalsIgnoreCase(headers.getFirst(Headers.UPGRADE))
        && ConnectionField.has(headers, "upgrade")
        && "13".equals(headers.getFirst(Headers.SEC_WEB_SOCKET_VERSION))
        && key != null
        && key.length() == 24;
  }

  private static final class Listener extends AbstractReceiveListener
      implements WebSocketCallback<Void>, Transfer {
    private final ConnectionGuard guard;
    private final WebSocketChannel channel;
    private final Budget budget;
    private final MessageReader reader;
    private int pending;
    private int heldBytes;
    private boolean held;

    Listener(ConnectionGuard guard, WebSocketChannel channel, ByteBuffer scratch, Budget budget) {
      this.guard = guard;
      this.channel = channel;
      this.budget = budget;
      this.reader = new MessageReader(channel, guard, scratch, budget);
    }

    @Override
    protected void onText(WebSocketChannel from, StreamSourceFrameChannel message) {
      reader.read(message, this::echoText);
    }

    @Override
    protected void onBinary(WebSocketChannel from, StreamSourceFrameChannel message) {
      reader.read(message, this::echoBinary);
    }

    private void echoText(ByteBuffer text) {
      int count = text.remaining();
      if (begins()) {
        WebSockets.sendText(text, channel, this);
        hold(count);
      }
    }

    private void echoBinary(ByteBuffer bytes) {
      int count = bytes.remaining();
      if (begins()) {
        WebSockets.sendBinary(bytes, channel, this);
        hold(count);
      }
    }

    @Override
    protected void onFullPingMessage(WebSocketChannel from, BufferedBinaryMessage message) {
      try (var data = message.getData()) {
        ByteBuffer bytes = WebSockets.mergeBuffers(data.getResource());
        int count = bytes.remaining();
        if (begins()) {
          WebSockets.sendPong(bytes, channel, this);
          hold(count);
        }
      }
    }

    /// The client agrees to the end that this side has asked for.
    @Override
    protected void onCloseMessage(CloseMessage message, WebSocketChannel from) {
      if (channel.isCloseFrameSent()) {
        IoUtils.safeClose(channel);
      }
    }

    /// A message is to be sent, unless the last one has been.
    private boolean begins() {
      if (channel.isCloseFrameSent()) {
        return false;
      }
      pending++;
      return true;
    }

    /// Reads no more while the socket has not taken what was sent.
    private void hold(int bytes) {
      if (pending == 0) {
        return;
      }
      int more = held ? bytes : bytes + READ_BUFFER_BYTES;
      if (!budget.take(more)) {
        guard.giveUp(GivenUp.NO_ROOM_FOR_MESSAGE);
        return;
      }
      heldBytes += more;
      if (!held) {
        held = true;
        channel.suspendReceives();
        guard.transferWaits(this);
      }
    }

    @Override
    public void complete(WebSocketChannel to, Void nothing) {
      if (--pending == 0) {
        nothingPends();
      }
    }

    @Override
    public void onError(WebSocketChannel to, Void nothing, Throwable why) {
      IoUtils.safeClose(channel);
    }

    void nothingPends() {
      pending = 0;
      if (held) {
        held = false;
        budget.giveBack(heldBytes);
        heldBytes = 0;
        // A ping may come within a message, whose rest is waited for again.
        if (reader.isWaiting()) {
          guard.transferWaits(reader);
        } else {
          guard.transferDone();
        }
        channel.resumeReceives();
      }
    }

    /// The connection is closed.
    void isOver() {
      reader.drop();
      nothingPends();
    }

    /// All of what is held: the socket does not say how much of it has gone.
    @Override
    public long transferredBytes() {
      return heldBytes;
    }

    @Override
    public boolean tellsProgress() {
      return false;
    }

    @Override
    public GivenUp kind() {
      return GivenUp.SLOW_READER;
    }

    @Override
    public void tooSlow() {
      IoUtils.safeClose(channel);
    }
  }
}
