package rebound.server.wire;

import io.undertow.server.HttpServerExchange;
import io.undertow.util.HttpString;
import java.nio.ByteBuffer;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import rebound.server.guard.ConnectionGuard;

/// Sends each answer from a virtual thread of its own with Undertow's own sender: what a server
/// does that knows nothing of buffer pools. With Undertow's default pool each of those threads
/// strands its buffers; this is the fault that a memory-return plan has to find.
public final class PlainSender {
  private static final HttpString TYPE = new HttpString("Content-Type");

  private final Executor threads = Executors.newVirtualThreadPerTaskExecutor();

  /// Sends an answer; of its headers the content type only.
  ///
  /// @param exchange the request, on its loop
  /// @param reply the answer
  public void send(HttpServerExchange exchange, Reply reply) {
    if (reply.closing()) {
      exchange.setPersistent(false);
    }
    ConnectionGuard.of(exchange).answered(!exchange.isPersistent());
    exchange.dispatch(threads, () -> sendHere(exchange, reply));
  }

  private static void sendHere(HttpServerExchange exchange, Reply reply) {
    exchange.setStatusCode(reply.status());
    if (reply.contentType() != null) {
      exchange.getResponseHeaders().put(TYPE, reply.contentType());
    }
    exchange.getResponseSender().send(ByteBuffer.wrap(reply.body()));
  }
}
