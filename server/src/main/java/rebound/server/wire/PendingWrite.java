package rebound.server.wire;

import io.undertow.server.Connectors;
import io.undertow.server.HttpServerExchange;
import io.undertow.server.protocol.http.HttpServerConnection;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.xnio.ChannelListener;
import org.xnio.conduits.ConduitStreamSinkChannel;

/// An answer that the socket did not take whole: goes on when the socket is writable again. Belongs
/// to its loop's thread.
final class PendingWrite implements ChannelListener<ConduitStreamSinkChannel> {
  private final ReplyWriter writer;
  private final HttpServerExchange exchange;
  private final ByteBuffer first;
  private final byte[] body;
  private int written;

  PendingWrite(
      ReplyWriter writer, HttpServerExchange exchange, byte[] first, byte[] body, int copied) {
    this.writer = writer;
    this.exchange = exchange;
    this.first = ByteBuffer.wrap(first);
    this.body = body;
    this.written = copied;
  }

  void start() {
    ConduitStreamSinkChannel channel = channel();
    channel.setWriteListener(this);
    channel.resumeWrites();
  }

  @Override
  public void handleEvent(ConduitStreamSinkChannel channel) {
    try {
      if (first.hasRemaining()) {
        ReplyWriter.sink(exchange).write(first);
      }
      if (!first.hasRemaining()) {
        written = writer.more(ReplyWriter.sink(exchange), body, written);
        if (written == body.length) {
          finish(channel);
        }
      }
    } catch (IOException e) {
      channel.suspendWrites();
      ReplyWriter.abandon(exchange);
    }
  }

  private void finish(ConduitStreamSinkChannel channel) {
    channel.suspendWrites();
    channel.setWriteListener(null);
    Connectors.terminateResponse(exchange);
  }

  private ConduitStreamSinkChannel channel() {
    return ((HttpServerConnection) exchange.getConnection()).getChannel().getSinkChannel();
  }
}
