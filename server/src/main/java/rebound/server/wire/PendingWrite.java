package rebound.server.wire;

import io.undertow.server.HttpServerExchange;
import io.undertow.server.protocol.http.HttpServerConnection;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.xnio.ChannelListener;
import org.xnio.conduits.ConduitStreamSinkChannel;
import rebound.server.guard.ConnectionGuard;
import rebound.server.guard.GivenUp;
import rebound.server.guard.Transfer;

/// An answer that the socket did not take whole: goes on when the socket is writable again. Belongs
/// to its loop's thread.
final class PendingWrite implements ChannelListener<ConduitStreamSinkChannel>, Transfer {
  private final ReplyWriter writer;
  private final HttpServerExchange exchange;
  private final ByteBuffer first;
  private final byte[] body;
  private int written;
  private int charged;

  PendingWrite(
      ReplyWriter writer, HttpServerExchange exchange, byte[] first, byte[] body, int copied) {
    this.writer = writer;
    this.exchange = exchange;
    this.first = ByteBuffer.wrap(first);
    this.body = body;
    this.written = copied;
  }

  /// Waits for the socket; ends the connection where all that wait hold too much already.
  void start() {
    if (!writer.budget().take(body.length)) {
      ConnectionGuard.of(exchange).giveUp(GivenUp.NO_ROOM_FOR_ANSWER);
      ReplyWriter.abandon(exchange);
      return;
    }
    charged = body.length;
    ConduitStreamSinkChannel channel = channel();
    channel.setWriteListener(this);
    channel.resumeWrites();
    ConnectionGuard.of(exchange).transferWaits(this);
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
      stop(channel);
      ReplyWriter.abandon(exchange);
    }
  }

  @Override
  public long transferredBytes() {
    return written;
  }

  @Override
  public GivenUp kind() {
    return GivenUp.SLOW_READER;
  }

  @Override
  public void tooSlow() {
    stop(channel());
    ReplyWriter.abandon(exchange);
  }

  private void stop(ConduitStreamSinkChannel channel) {
    writer.budget().giveBack(charged);
    charged = 0;
    channel.suspendWrites();
    channel.setWriteListener(null);
    ConnectionGuard.of(exchange).transferDone();
  }

  private void finish(ConduitStreamSinkChannel channel) {
    stop(channel);
    ReplyWriter.finish(exchange);
  }

  private ConduitStreamSinkChannel channel() {
    return ((HttpServerConnection) exchange.getConnection()).getChannel().getSinkChannel();
  }
}
