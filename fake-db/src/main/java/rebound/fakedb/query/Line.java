package rebound.fakedb.query;

import java.util.ArrayDeque;
import rebound.fakedb.wire.Connection;

/// The queries of one connection: whatever their delays, answers leave in the order in which the
/// queries came. Event loop thread only.
public final class Line {
  private static final int WAITING_MAX = 16_384;

  private final Desk desk;
  private final Connection connection;
  private final boolean serial;
  private final Runnable afterAnswer;
  private ArrayDeque<Query> waiting;
  private long lastDueNanos;
  private boolean resuming;
  boolean touched;

  /// The line of a new connection.
  ///
  /// @param desk decides when answers are due
  /// @param connection takes them
  /// @param serial whether a query begins only when the one before it was answered
  /// @param afterAnswer called when a line that was full, or serial, can take a query again
  public Line(Desk desk, Connection connection, boolean serial, Runnable afterAnswer) {
    this.desk = desk;
    this.connection = connection;
    this.serial = serial;
    this.afterAnswer = afterAnswer;
  }

  /// Whether another query may be asked now; where not, the session holds its connection until it
  /// is called back.
  ///
  /// @return true where there is room
  public boolean takesMore() {
    return waiting == null || waiting.size() < (serial ? 1 : WAITING_MAX);
  }

  /// Answers in turn, without a delay of its own.
  ///
  /// @param answer is not copied where it has to wait
  public void say(byte[] answer) {
    if (isEmpty()) {
      connection.write(answer);
    } else {
      waiting.add(Query.undelayed(this, answer));
    }
  }

  /// Answers in turn, after a delay.
  ///
  /// @param answer is not copied
  /// @param delayNanos from arrival on
  public void say(byte[] answer, long delayNanos) {
    if (delayNanos <= 0) {
      say(answer);
      desk.countAnswered();
      return;
    }
    if (waiting == null) {
      waiting = new ArrayDeque<>(2);
    }
    long arrival = arrivalNanos();
    Query query = new Query(this, arrival, arrival + delayNanos, answer);
    waiting.add(query);
    desk.add(query);
  }

  /// The moment from which a query's delay counts. What lay in a serial line when the answer before
  /// it left counts from when that was due, so that lateness does not add up.
  private long arrivalNanos() {
    return serial && resuming ? lastDueNanos : connection.loop().nowNanos();
  }

  boolean isEmpty() {
    return waiting == null || waiting.isEmpty();
  }

  boolean isGone() {
    return !connection.isOpen();
  }

  Connection connection() {
    return connection;
  }

  /// Writes every answer whose turn it is.
  void drain() {
    boolean full = !takesMore();
    for (Query head = waiting.peek(); head != null && head.ready; head = waiting.peek()) {
      waiting.poll();
      connection.write(head.answer);
      if (head.delayed()) {
        head.waitFor(lastDueNanos);
        lastDueNanos = head.dueNanos;
        desk.written(head);
      }
    }
    if (full && takesMore()) {
      resuming = true;
      afterAnswer.run();
      resuming = false;
    }
  }
}
