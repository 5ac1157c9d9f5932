package rebound.server.wire;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.undertow.server.Connectors;
import io.undertow.server.HttpServerExchange;
import io.undertow.server.protocol.http.HttpContinue;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.Executor;
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

  /// Undertow moves all that it has read for each chunk: many small ones would hold the loop.
  private static final int MOST_READS = 64;

  private static final byte[] CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n".getBytes(US_ASCII);

  private final HttpServerExchange exchange;
  private final ByteBuffer scratch;
  private final Intake intake;
  private final BodyTaker taker;
  private final Executor later;
  private long seen;
  private int reads;
  private boolean refused;
  private boolean ended;

  private BodyReader(
      HttpServerExchange exchange,
      ByteBuffer scratch,
      Budget budget,
      Executor later,
      BodyTaker taker) {
    this.later = later;
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
  /// @param later runs a task on the loop after its other sockets had their turn
  /// @param taker takes the outcome, on the loop, once
  public static void read(
      HttpServerExchange exchange,
      ByteBuffer scratch,
      Budget budget,
      Executor later,
      BodyTaker taker) {
    new BodyReader(exchange, scratch, budget, later, taker).start();
  }

  private void start() {
    try {
      if (HttpContinue.requiresContinueResponse(exchange)
          && ReplyWriter.sink(exchange).write(ByteBuffer.wrap(CONTINUE)) < CONTINUE.length) {
        throw new IOException("the client does not take the answers before this one");
      }
      StreamSourceChannel channel = exchange.getRequestChannel();
      if (readOn(channel)) {
        end();
      } else {
        guard().transferWaits(this);
        channel.getReadSetter().set(this);
        goOn(channel);
      }
    } catch (IOException e) {
      cutOff();
    }
  }

  /// Goes on when more comes, or after the other sockets where there is more already.
  private void goOn(StreamSourceChannel channel) {
    if (reads == MOST_READS) {
      channel.suspendReads();
      later.execute(() -> handleEvent(channel));
    } else {
      channel.resumeReads();
    }
  }

  @Override
  public void handleEvent(StreamSourceChannel channel) {
    if (ended) {
      return;
    }
    try {
      if (readOn(channel)) {
        stop(channel);
        end();
      } else {
        goOn(channel);
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
    for (reads = 0; reads < MOST_READS; reads++) {
      scratch.clear();
      int count = channel.read(scratch);
      if (count == 0) {
        break;
      }
      if (count < 0) {
        return true;
      }
      scratch.flip();
      keep(count);
    }
    if (!intake.charge()) {
      refuse();
    }
    return false;
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
    ended = true;
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
    ended = true;
    intake.drop();
    exchange.setPersistent(false);
    Connectors.terminateRequest(exchange);
    taker.failed(exchange, failure);
  }
}
