package rebound.server.routes;

import java.nio.ByteBuffer;
import rebound.server.coroutine.EventLoop;
import rebound.server.database.DatabasePool;
import rebound.server.guard.Budget;
import rebound.server.guard.Tally;
import rebound.server.overload.Gate;
import rebound.server.wire.BodyFailure;
import rebound.server.wire.PlainSender;
import rebound.server.wire.Reply;
import rebound.server.wire.ReplyWriter;

/// What one event loop has for itself, so that requests on it share without locks.
final class Lane {
  private static final int MOST_ITEMS = 0xFFFFF;
  private static final int SCRATCH_BYTES = 16 * 1024;

  private final EventLoop loop;
  private final DatabasePool database;
  private final Gate databaseGate;
  private final Gate processorGate;
  private final Counters counters;
  // Null but for the fault that --buffer-pool default shows.
  private final PlainSender plainSender;
  private final ReplyWriter writer;
  private final ByteBuffer scratch = ByteBuffer.allocateDirect(SCRATCH_BYTES);

  private final Tally<BodyFailure> failedBodies = new Tally<>(BodyFailure.class);

  // Handlers on other threads take keys too; a key taken twice does no harm.
  private int nextItem;
  private volatile boolean draining;

  Lane(
      EventLoop loop,
      DatabasePool database,
      Gate databaseGate,
      Gate processorGate,
      PlainSender plainSender,
      Budget budget,
      int endpoints) {
    this.plainSender = plainSender;
    this.loop = loop;
    this.database = database;
    this.databaseGate = databaseGate;
    this.processorGate = processorGate;
    this.writer = new ReplyWriter(budget);
    this.counters = new Counters(endpoints);
  }

  EventLoop loop() {
    return loop;
  }

  /// The lane's own database pool, or null without `--database`.
  DatabasePool database() {
    return database;
  }

  /// The door to what waits for the database.
  Gate databaseGate() {
    return databaseGate;
  }

  /// The door to what computes for long.
  Gate processorGate() {
    return processorGate;
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

  /// The bodies that did not come whole.
  Tally<BodyFailure> failedBodies() {
    return failedBodies;
  }

  /// Looks at those who wait at the gates. On the loop only.
  void tick() {
    databaseGate.tick();
    processorGate.tick();
  }

  /// From now on each answer is its connection's last.
  void drain() {
    draining = true;
  }

  /// Sends the answer and counts it. On the loop only.
  void send(Request request, Reply reply) {
    counters.count(request.endpoint(), reply.status());
    if (draining) {
      request.exchange().setPersistent(false);
    }
    if (plainSender != null) {
      plainSender.send(request.exchange(), reply);
    } else {
      writer.send(request.exchange(), reply);
    }
  }
}
