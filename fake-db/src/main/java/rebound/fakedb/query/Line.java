package rebound.fakedb.query;

import java.util.ArrayDeque;
import rebound.fakedb.latency.DelaySource;
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
  private long ordinal;
  private boolean resuming;
  private boolean last;
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

  /// The ordinal of the next query, from 1: what stands for a key where there is none.
  ///
  /// @return counts up with each call
  public long nextOrdinal() {
    return ++ordinal;
  }

  /// Whether a query is going to be answered; to be asked before it is worked on.
  ///
  /// @param bits of the query
  /// @return why not
  public Trouble trouble(long bits) {
    return desk.trouble(this, bits);
  }

  /// Answers in turn, without a delay of its own.
  ///
  /// @param answer is not copied where it has to wait
  public void say(byte[] answer) {
    if (isEmpty() && !desk.stalls(this)) {
      connection.write(answer);
      return;
    }
    Query query = enter(answer);
    if (!desk.holdWhereStalled(query)) {
      query.ready = true;
    }
  }

  /// Answers in turn and for the last time: then the connection is closed.
  ///
  /// @param answer is not copied where it has to wait
  public void sayLast(byte[] answer) {
    say(answer);
    last = true;
    if (isEmpty()) {
      connection.closeAfterWrites();
    }
  }

  /// Answers in turn, after a delay.
  ///
  /// @param answer is not copied
  /// @param bits of the query
  /// @param delay how long
  public void say(byte[] answer, long bits, DelaySource delay) {
    desk.ask(this, answer, bits, delay);
  }

  /// Answers the query that a serial line waits for now, in place of what it was to get.
  ///
  /// @param answer is not copied
  public void answerNow(byte[] answer) {
    Query head = isEmpty() ? null : waiting.peek();
    if (head != null && !head.ready) {
      head.replace(answer);
      lastDueNanos = System.nanoTime();
      drain();
      connection.loop().flush();
    }
  }

  Query enter(byte[] answer) {
    if (waiting == null) {
      waiting = new ArrayDeque<>(2);
    }
    Query query = new Query(this, arrivalNanos(), answer);
    waiting.add(query);
    return query;
  }

  /// The moment from which a query's delay counts. What lay in a serial line when the answer before
  /// it left counts from when that was due, so that lateness does not add up.
  long arrivalNanos() {
    return serial && resuming ? lastDueNanos : connection.loop().nowNanos();
  }

  /// Whether the last answer was said: nothing more is to be read.
  ///
  /// @return true after [#sayLast]
  public boolean isOver() {
    return last;
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
    if (last && waiting.isEmpty()) {
      connection.closeAfterWrites();
    } else if (full && takesMore()) {
      resuming = true;
      afterAnswer.run();
      resuming = false;
    }
  }
}
