package rebound.server.wire;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.undertow.server.Connectors;
import io.undertow.server.HttpServerExchange;
import io.undertow.server.protocol.http.HttpServerConnection;
import io.undertow.util.Methods;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.xnio.IoUtils;
import org.xnio.conduits.StreamSinkConduit;
import rebound.server.guard.Budget;
import rebound.server.guard.ConnectionGuard;

/// Writes answers straight to the socket: one buffer per loop, one write per answer, none of
/// Undertow's header table, sender and response conduits. Belongs to its loop's thread.
public final class ReplyWriter {
  private static final int BUFFER_BYTES = 16 * 1024;
  private static final byte[] LENGTH = "Content-Length: ".getBytes(US_ASCII);
  private static final byte[] CLOSE = "Connection: close\r\n".getBytes(US_ASCII);
  private static final byte[] KEEP = "Connection: keep-alive\r\n".getBytes(US_ASCII);
  private static final byte[] END = "\r\n".getBytes(US_ASCII);

  private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
  private final DateLine date = new DateLine();
  private final Budget budget;

  /// A loop's writer.
  ///
  /// @param budget what answers may hold that clients do not take
  public ReplyWriter(Budget budget) {
    this.budget = budget;
  }

  Budget budget() {
    return budget;
  }

  /// Writes an answer and ends the exchange. What the socket does not take at once is written when
  /// it does; a client that is gone ends the connection.
  ///
  /// @param exchange a request whose body, if there was one, has been read to its end
  /// @param reply the answer
  public void send(HttpServerExchange exchange, Reply reply) {
    if (reply.closing()) {
      exchange.setPersistent(false);
    }
    try {
      byte[] body = exchange.getRequestMethod().equals(Methods.HEAD) ? Reply.NOTHING : reply.body();
      head(exchange, reply);
      int copied = fill(body, 0);
      StreamSinkConduit sink = sink(exchange);
      buffer.flip();
      sink.write(buffer);
      if (buffer.hasRemaining() || copied < body.length) {
        new PendingWrite(this, exchange, rest(), body, copied).start();
      } else {
        finish(exchange);
      }
    } catch (IOException e) {
      abandon(exchange);
    }
  }

  /// Copies as much of a body as the buffer takes.
  private int fill(byte[] body, int from) {
    int count = Math.min(buffer.remaining(), body.length - from);
    buffer.put(body, from, count);
    return from + count;
  }

  /// Writes on where an earlier write stopped.
  ///
  /// @return how much of the body has been written
  int more(StreamSinkConduit sink, byte[] body, int from) throws IOException {
    int written = from;
    while (written < body.length) {
      buffer.clear();
      fill(body, written);
      buffer.flip();
      int count = sink.write(buffer);
      written += count;
      if (buffer.hasRemaining()) {
        break;
      }
    }
    return written;
  }

  /// The answer is out.
  static void finish(HttpServerExchange exchange) {
    ConnectionGuard.of(exchange).answered(!exchange.isPersistent());
    Connectors.terminateResponse(exchange);
  }

  static StreamSinkConduit sink(HttpServerExchange exchange) {
    return ((HttpServerConnection) exchange.getConnection()).getOriginalSinkConduit();
  }

  /// Ends an exchange whose client is gone.
  static void abandon(HttpServerExchange exchange) {
    exchange.setPersistent(false);
    IoUtils.safeClose(exchange.getConnection());
    Connectors.terminateResponse(exchange);
  }

  private byte[] rest() {
    byte[] rest = new byte[buffer.remaining()];
    buffer.get(rest);
    return rest;
  }

  private void head(HttpServerExchange exchange, Reply reply) {
    buffer.clear();
    buffer.put(Statuses.line(reply.status())).put(reply.headers());
    if (reply.status() != 204) {
      buffer.put(LENGTH);
      digits(reply.body().length);
      buffer.put(END);
    }
    if (!exchange.isPersistent()) {
      buffer.put(CLOSE);
    } else if (exchange.isHttp10()) {
      buffer.put(KEEP);
    }
    buffer.put(date.bytes()).put(END);
  }

  private void digits(int value) {
    if (value >= 10) {
      digits(value / 10);
    }
    buffer.put((byte) ('0' + value % 10));
  }
}
