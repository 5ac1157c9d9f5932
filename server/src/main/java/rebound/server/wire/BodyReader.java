package rebound.server.wire;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.undertow.server.Connectors;
import io.undertow.server.HttpServerExchange;
import io.undertow.server.protocol.http.HttpContinue;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.xnio.ChannelListener;
import org.xnio.channels.StreamSourceChannel;
import rebound.server.guard.Budget;
import rebound.server.guard.ConnectionGuard;
import rebound.server.guard.GivenUp;
import rebound.server.guard.Transfer;

/// Reads a request's body to its end on the loop, then hands it on. Bodies in flight share one
/// budget; what does not fit is read and thrown away, so that the client gets its answer and not a
/// reset. Belongs to its loop's thread.
public final class BodyReader implements ChannelListener<StreamSourceChannel>, Transfer {
  /// The largest body that is taken, in bytes.
  public static final int LIMIT_BYTES = 2 * 1024 * 1024;

  private static final byte[] CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n".getBytes(US_ASCII);

  private final HttpServerExchange exchange;
  private final ByteBuffer scratch;
  private final Intake intake;
  private final BodyTaker taker;
  private long seen;
  private boolean refused;

  private BodyReader(
      HttpServerExchange exchange, ByteBuffer scratch, Budget budget, BodyTaker taker) {
    this.exchange = exchange;
    this.scratch = scratch;
    this.intake = new Intake(budget);
    this.taker = taker;
  }

  /// Starts reading; the outcome may be known before this returns.
  ///
  /// @param exchange the request
  /// @param scratch the loop's own buffer, used within one call only
  /// @param budget what all bodies in flight share
  /// @param taker takes the outcome, on the loop, once
  public static void read(
      HttpServerExchange exchange, ByteBuffer scratch, Budget budget, BodyTaker taker) {
    new BodyReader(exchange, scratch, budget, taker).start();
  }

  private void start() {
    try {
      if (HttpContinue.requiresContinueResponse(exchange)) {
        ReplyWriter.sink(exchange).write(ByteBuffer.wrap(CONTINUE));
      }
      StreamSourceChannel channel = exchange.getRequestChannel();
      if (readOn(channel)) {
        end();
      } else {
        guard().transferWaits(this);
        channel.getReadSetter().set(this);
        channel.resumeReads();
      }
    } catch (IOException e) {
      cutOff();
    }
  }

  @Override
  public void handleEvent(StreamSourceChannel channel) {
    try {
      if (readOn(channel)) {
        stop(channel);
        end();
      }
    } catch (IOException e) {
      stop(channel);
      cutOff();
    }
  }

  @Override
  public long transferredBytes() {
    return seen;
  }

  @Override
  public GivenUp kind() {
    return GivenUp.SLOW_BODY;
  }

  @Override
  public void tooSlow() {
    stop(exchange.getRequestChannel());
    fail(BodyFailure.TOO_SLOW);
  }

  private void stop(StreamSourceChannel channel) {
    if (channel != null) {
      channel.getReadSetter().set(null);
      channel.suspendReads();
    }
    guard().transferDone();
  }

  private ConnectionGuard guard() {
    return ConnectionGuard.of(exchange);
  }

  /// Reads what has come.
  ///
  /// @return true when the body has ended
  private boolean readOn(StreamSourceChannel channel) throws IOException {
    for (; ; ) {
      scratch.clear();
      int count = channel.read(scratch);
      if (count == 0) {
        if (!intake.charge()) {
          refuse();
        }
        return false;
      }
      if (count < 0) {
        return true;
      }
      scratch.flip();
      keep(count);
    }
  }

  private void keep(int count) {
    seen += count;
    if (refused || seen > LIMIT_BYTES) {
      refuse();
      return;
    }
    intake.add(scratch, exchange.getRequestContentLength());
  }

  private void refuse() {
    refused = true;
    intake.drop();
  }

  private void end() {
    if (seen > LIMIT_BYTES) {
      taker.failed(exchange, BodyFailure.TOO_LARGE);
    } else if (refused) {
      taker.failed(exchange, BodyFailure.NO_ROOM);
    } else {
      taker.whole(exchange, intake.take());
    }
  }

  private void cutOff() {
    fail(BodyFailure.CUT_OFF);
  }

  /// Nothing can follow half a body: its request counts as ended, and the connection with it.
  private void fail(BodyFailure failure) {
    intake.drop();
    exchange.setPersistent(false);
    Connectors.terminateRequest(exchange);
    taker.failed(exchange, failure);
  }
}
