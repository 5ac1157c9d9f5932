package rebound.server.wire;

import io.undertow.connector.ByteBufferPool;
import io.undertow.server.protocol.framed.FrameHeaderData;
import io.undertow.websockets.core.WebSocketChannel;
import io.undertow.websockets.core.protocol.version13.Hybi13Handshake;
import io.undertow.websockets.core.protocol.version13.WebSocket13Channel;
import io.undertow.websockets.extensions.NoopExtensionFunction;
import io.undertow.websockets.spi.WebSocketHttpExchange;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.xnio.StreamConnection;

/// WebSockets of version 13 that end when a frame says a length that no frame has. RFC 6455 5.2
/// asks for a first bit of 0; Undertow takes the 64 bits as signed and, with a length below 0,
/// sets its buffer back to the frame's start, which it then reads for ever. Thread-safe.
public final class StrictHandshake extends Hybi13Handshake {
  @Override
  public WebSocketChannel createChannel(
      WebSocketHttpExchange exchange, StreamConnection connection, ByteBufferPool pool) {
    return new Channel(exchange, connection, pool);
  }

  private static final class Channel extends WebSocket13Channel {
    Channel(WebSocketHttpExchange exchange, StreamConnection connection, ByteBufferPool pool) {
      super(
          connection,
          pool,
          getWebSocketLocation(exchange),
          null,
          false,
          false,
          NoopExtensionFunction.INSTANCE,
          exchange.getPeerConnections(),
          exchange.getOptions());
    }

    @Override
    protected FrameHeaderData parseFrame(ByteBuffer data) throws IOException {
      FrameHeaderData frame = super.parseFrame(data);
      if (frame != null && frame.getFrameLength() < 0) {
        throw new IOException("a frame's length has its first bit set");
      }
      return frame;
    }
  }
}
