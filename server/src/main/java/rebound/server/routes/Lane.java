package rebound.server.routes;

import java.nio.ByteBuffer;
import rebound.server.coroutine.EventLoop;
import rebound.server.database.DatabasePool;
import rebound.server.wire.Reply;
import rebound.server.wire.ReplyWriter;

/// What one event loop has for itself, so that requests on it share without locks.
final class Lane {
  private static final int MOST_ITEMS = 0xFFFFF;
  private static final int SCRATCH_BYTES = 16 * 1024;

  private final EventLoop loop;
  private final DatabasePool database;
  private final Counters counters;
  private final ReplyWriter writer = new ReplyWriter();
  private final ByteBuffer scratch = ByteBuffer.allocateDirect(SCRATCH_BYTES);

  // Handlers on other threads take keys too; a key taken twice does no harm.
  private int nextItem;

  Lane(EventLoop loop, DatabasePool database, int endpoints) {
    this.loop = loop;
    this.database = database;
    this.counters = new Counters(endpoints);
  }

  EventLoop loop() {
    return loop;
  }

  /// The lane's own database pool, or null without `--database`.
  DatabasePool database() {
    return database;
  }

  Counters counters() {
    return counters;
  }

  ByteBuffer scratch() {
    return scratch;
  }

  /// A key for the database, another one for each call.
  String nextKey() {
    return "item:" + (nextItem++ & MOST_ITEMS);
  }

  /// Sends the answer and counts it. On the loop only.
  void finish(Request request, Reply reply) {
    counters.count(request.endpoint(), reply.status());
    writer.send(request.exchange(), reply);
  }
}
