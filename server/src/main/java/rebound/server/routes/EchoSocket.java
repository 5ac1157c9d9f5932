package rebound.server.routes;

import io.undertow.server.HttpHandler;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.HeaderMap;
import io.undertow.util.Headers;
import io.undertow.websockets.WebSocketConnectionCallback;
import io.undertow.websockets.WebSocketProtocolHandshakeHandler;
import io.undertow.websockets.core.AbstractReceiveListener;
import io.undertow.websockets.core.BufferedBinaryMessage;
import io.undertow.websockets.core.BufferedTextMessage;
import io.undertow.websockets.core.WebSocketChannel;
import io.undertow.websockets.core.WebSockets;
import io.undertow.websockets.spi.WebSocketHttpExchange;
import rebound.server.guard.ConnectionGuard;
import rebound.server.wire.Reply;

/// A WebSocket that sends every message back.
final class EchoSocket implements WebSocketConnectionCallback {
  static final int SWITCHING = 101;
  private static final long LARGEST_MESSAGE_BYTES = 1024 * 1024;
  private static final Reply NO_UPGRADE =
      Reply.problem(426, "this path speaks WebSocket, version 13, only")
          .with("Upgrade", "websocket")
          .with("Connection", "Upgrade")
          .with("Sec-WebSocket-Version", "13");

  private static final Reply TOO_EARLY =
      Reply.problem(400, "nothing may be sent before the upgrade is answered").thenClose();

  private final HttpHandler handshake = new WebSocketProtocolHandshakeHandler(this);

  /// Takes the connection over, or says why not.
  ///
  /// @return the answer, or null when the connection is a WebSocket now
  Reply upgrade(HttpServerExchange exchange) throws Exception {
    if (!isHandshake(exchange)) {
      return NO_UPGRADE;
    }
    if (!ConnectionGuard.of(exchange).becomesTunnel()) {
      return TOO_EARLY;
    }
    handshake.handleRequest(exchange);
    return null;
  }

  @Override
  public void onConnect(WebSocketHttpExchange exchange, WebSocketChannel channel) {
    channel.getReceiveSetter().set(new Listener());
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

  private static final class Listener extends AbstractReceiveListener {
    @Override
    protected void onFullTextMessage(WebSocketChannel channel, BufferedTextMessage message) {
      WebSockets.sendText(message.getData(), channel, null);
    }

    @Override
    protected void onFullBinaryMessage(WebSocketChannel channel, BufferedBinaryMessage message) {
      // The deprecated holder of the buffers is the only way to them.
      try (var data = message.getData()) {
        WebSockets.sendBinary(WebSockets.mergeBuffers(data.getResource()), channel, null);
      }
    }

    @Override
    protected long getMaxTextBufferSize() {
      return LARGEST_MESSAGE_BYTES;
    }

    @Override
    protected long getMaxBinaryBufferSize() {
      return LARGEST_MESSAGE_BYTES;
    }
  }
}
