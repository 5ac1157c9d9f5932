package rebound.chaos.load;

import java.io.IOException;
import java.nio.ByteBuffer;
import rebound.chaos.http.AnswerReader;
import rebound.chaos.http.BodyCopy;
import rebound.chaos.http.RequestMethod;
import rebound.chaos.http.ResponseParser;
import rebound.chaos.loop.Timer;
import rebound.chaos.measure.ErrorKind;
import rebound.chaos.wire.Wire;

/// One connection of a population, reopened as often as needed, and the requests in flight on it.
/// It writes and reads and says how each request ended; its lane decides what comes next. Used on
/// its loop's thread. Nothing is allocated between a request and its answer.
final class Connection implements Wire.User, Timer.Alarm {
  /// A reused connection that gives no byte within this time was closed before it got the request.
  private static final long STALE_NANOS = 100_000_000L;

  final Flights flights;

  /// Requests of a closed model to be sent again on the next connection; null until there are any.
  Flights again;

  /// Ends of the pauses of a closed model with think time; null without.
  Pauses pauses;

  /// When the slots of a closed model became free.
  long freeSinceNanos;

  /// How often it was tried while the phase's connections were opened.
  int openingTries;

  /// True while the open model has it in its queue of idle connections.
  boolean queued;

  private final Lane lane;
  private final Wire wire;
  private final Greeting greeting;
  private final AnswerReader reader;
  private final Timer timer = new Timer(this);
  private BodyCopy bodyCopy;
  private long connectStartedNanos;
  private long firstByteNanos;
  private int partlyWritten;
  private boolean answered;

  Connection(Lane lane, int depth) {
    this.lane = lane;
    flights = new Flights(depth);
    wire = new Wire(lane.loop(), lane.route(), lane.security(), lane.buffers().input(), 0, this);
    greeting = lane.newGreeting(wire);
    reader = greeting == null ? new ResponseParser() : greeting.reader();
  }

  boolean isOpen() {
    return wire.isOpen() && (greeting == null || greeting.isOver());
  }

  boolean isClosed() {
    return wire.isClosed();
  }

  long connectStartedNanos() {
    return connectStartedNanos;
  }

  // Opening

  void connect(long nowNanos) {
    connectStartedNanos = nowNanos;
    lane.loop().set(timer, nowNanos + lane.timeoutNanos());
    wire.connect();
  }

  @Override
  public void stands() {
    try {
      if (greeting == null) {
        opened();
      } else {
        greeting.say();
      }
    } catch (IOException e) {
      fail(ErrorKind.CONNECT_OTHER, System.nanoTime());
    }
  }

  private void opened() {
    long now = System.nanoTime();
    answered = false;
    partlyWritten = 0;
    lane.loop().clear(timer);
    lane.connected(this, now - connectStartedNanos, now);
  }

  @Override
  public void failed(IOException why) {
    fail(ErrorKind.ofConnecting(why), System.nanoTime());
  }

  private void fail(ErrorKind kind, long now) {
    close();
    lane.connectFailed(this, kind, now);
  }

  // Sending

  /// Adds a request, to be written by the next [#flush].
  void add(int kind, boolean retry, long intendedNanos, long dispatchedNanos) {
    if (flights.count() == 0) {
      beginAnswer(kind);
    }
    flights.add(kind, retry, intendedNanos, dispatchedNanos);
  }

  private void beginAnswer(int kind) {
    RequestKind request = lane.kind(kind);
    firstByteNanos = 0;
    reader.begin(request.method, request.memo, copyFor(request));
  }

  private BodyCopy copyFor(RequestKind request) {
    if (!request.looksIntoBody()) {
      return null;
    }
    if (bodyCopy == null) {
      bodyCopy = new BodyCopy();
    }
    bodyCopy.clear();
    return bodyCopy;
  }

  /// Writes what was added, as much as the kernel takes.
  void flush() {
    try {
      boolean room = wire.flush();
      while (room && flights.unwritten() > 0) {
        room = writeSome() && wire.flush();
      }
      if (!room) {
        wire.awaitRoom();
      }
    } catch (IOException e) {
      writeFailed();
      return;
    }
    guardHead();
  }

  private boolean writeSome() throws IOException {
    ByteBuffer out = lane.kind(flights.unwrittenKind()).bytes;
    out.limit(out.capacity()).position(partlyWritten);
    if (partlyWritten == 0 && flights.unwritten() > 1) {
      ByteBuffer several = lane.gather(flights);
      out = several.hasRemaining() ? several : out;
    }
    int written = wire.write(out);
    lane.tally().bytesSent += written;
    long now = System.nanoTime();
    int left = partlyWritten + written;
    while (written > 0 && flights.unwritten() > 0) {
      int length = lane.kind(flights.unwrittenKind()).length;
      if (left < length) {
        break;
      }
      left -= length;
      flights.written(now);
    }
    partlyWritten = left;
    return !out.hasRemaining();
  }

  private void writeFailed() {
    // An answer that came before the reset may still be readable: 413 and close, for one.
    readable();
    if (isOpen() && flights.count() > 0) {
      broken(ErrorKind.WRITE_RESET, System.nanoTime());
    }
  }

  @Override
  public void writable() {
    flush();
  }

  /// The alarm is for the oldest request, and set late: most are answered long before, and an alarm
  /// that rings for an answered one is simply set again.
  private void guardHead() {
    if (flights.count() > 0) {
      wakeAt(flights.headIntended() + lane.timeoutNanos());
    }
  }

  /// Rings at this instant, or before.
  void wakeAt(long nanos) {
    if (!timer.isSet() || timer.dueNanos() - nanos > 0) {
      lane.loop().set(timer, nanos);
    }
  }

  // Receiving

  @Override
  public void readable() {
    ByteBuffer in = lane.buffers().input();
    in.clear();
    int length;
    try {
      length = wire.read(in);
    } catch (IOException e) {
      lost(ErrorKind.RESET);
      return;
    }
    long now = System.nanoTime();
    if (length > 0) {
      lane.tally().bytesReceived += length;
      byte[] bytes = lane.buffers().inputBytes();
      in.get(0, bytes, 0, length);
      heard(bytes, length, now);
    } else if (length < 0) {
      endOfStream(now);
    }
  }

  private void heard(byte[] bytes, int length, long now) {
    if (greeting == null) {
      received(bytes, 0, length, now);
      return;
    }
    int from = 0;
    if (!greeting.isOver()) {
      from = greeting.hear(bytes, length);
      if (from < 0) {
        fail(ErrorKind.CONNECT_OTHER, now);
        return;
      }
      if (greeting.isOver()) {
        opened();
      }
    }
    received(bytes, from, length, now);
  }

  private void received(byte[] bytes, int from, int length, long now) {
    int at = from;
    while (at < length) {
      if (flights.count() == 0) {
        unasked(bytes, at, length, now);
        return;
      }
      if (firstByteNanos == 0) {
        firstByteNanos = now;
      }
      at = reader.feed(bytes, at, length);
      if (reader.isFailed()) {
        broken(ErrorKind.GARBAGE, now);
        return;
      }
      if (greeting != null && !greeting.answerControl()) {
        lane.tally().closedByTarget++;
        gone(ErrorKind.NO_RESPONSE, now);
        return;
      }
      if (reader.isComplete() && !complete(now)) {
        return;
      }
    }
    if (flights.count() < flights.depth()) {
      lane.free(this, now);
    }
  }

  /// The oldest request is answered; false when the connection is closed by that.
  private boolean complete(long now) {
    boolean cutShort = !flights.headIsWritten();
    boolean reusable = reader.isReusable() && lane.keepsAlive() && !cutShort;
    if (!answered) {
      answered = true;
      lane.tally().answered++;
    }
    lane.completed(flights, reader, bodyCopy, firstByteNanos, now);
    flights.removeHead();
    if (!reusable) {
      if (!reader.isReusable()) {
        lane.tally().closedByTarget++;
      }
      // What was sent behind an answer that closes the connection was never taken up.
      gone(ErrorKind.STALE_REUSE, now);
      return false;
    }
    if (flights.count() > 0) {
      beginAnswer(flights.headKind());
    }
    return true;
  }

  private void endOfStream(long now) {
    if (greeting != null && !greeting.isOver()) {
      fail(ErrorKind.CONNECT_OTHER, now);
    } else if (flights.count() == 0) {
      lane.tally().closedByTarget++;
      gone(ErrorKind.STALE_REUSE, now);
    } else if (reader.endOfStream()) {
      complete(now);
    } else {
      broken(reader.isStarted() ? ErrorKind.BODY_TRUNCATED : ErrorKind.NO_RESPONSE, now);
    }
  }

  /// Bytes nobody asked for end the connection. A bare 408 is how servers announce that they close
  /// an idle one: no error, just an orderly close. Control frames are always welcome.
  private void unasked(byte[] bytes, int from, int to, long now) {
    reader.begin(RequestMethod.OTHER, null, null);
    reader.feed(bytes, from, to);
    if (greeting != null && !reader.isStarted() && !reader.isFailed()) {
      if (greeting.answerControl()) {
        return;
      }
      lane.tally().closedByTarget++;
    } else if (reader.status() == 408) {
      lane.tally().closedByTarget++;
    } else {
      lane.tally().error(ErrorKind.UNASKED_RESPONSE);
    }
    gone(ErrorKind.STALE_REUSE, now);
  }

  // Ending

  private void lost(ErrorKind kind) {
    long now = System.nanoTime();
    if (isOpen()) {
      broken(kind, now);
    } else {
      fail(ErrorKind.CONNECT_RESET, now);
    }
  }

  /// The oldest request failed with this kind, and the connection with it.
  private void broken(ErrorKind kind, long now) {
    if (flights.count() == 0) {
      lane.tally().error(kind);
      gone(kind, now);
      return;
    }
    boolean untouched = !reader.isStarted() && answered;
    boolean quick = now - flights.headSent() < STALE_NANOS;
    boolean closed =
        kind == ErrorKind.NO_RESPONSE || kind == ErrorKind.RESET || kind == ErrorKind.WRITE_RESET;
    gone(untouched && quick && closed ? ErrorKind.STALE_REUSE : kind, now);
  }

  /// Closes the socket, ends with this kind what was in flight on it, and tells the lane.
  private void gone(ErrorKind kind, long now) {
    close();
    lane.closed();
    while (flights.count() > 0) {
      lane.broken(this, kind, now);
      flights.removeHead();
    }
    lane.lost(this, now);
  }

  @Override
  public void ring(long now) {
    if (isClosed()) {
      lane.wake(this, now);
    } else if (!isOpen()) {
      fail(ErrorKind.CONNECT_TIMEOUT, now);
    } else if (flights.count() > 0 && now - flights.headIntended() - lane.timeoutNanos() >= 0) {
      ErrorKind kind = reader.isStarted() ? ErrorKind.BODY_TIMEOUT : ErrorKind.FIRST_BYTE_TIMEOUT;
      lane.timedOut(flights, kind, now);
      flights.removeHead();
      gone(kind, now);
    } else {
      lane.wake(this, now);
      if (isOpen()) {
        guardHead();
      }
    }
  }

  /// Gives up what is in flight and closes, at the end of a phase's drain.
  void abandon(long now) {
    while (flights.count() > 0) {
      lane.unanswered(flights, now);
      flights.removeHead();
    }
    if (greeting != null && isOpen()) {
      greeting.sayGoodbye();
    }
    close();
  }

  private void close() {
    lane.loop().clear(timer);
    wire.close();
  }
}
