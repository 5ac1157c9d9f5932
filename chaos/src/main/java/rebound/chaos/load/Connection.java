package rebound.chaos.load;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import rebound.chaos.http.BodyCopy;
import rebound.chaos.http.RequestMethod;
import rebound.chaos.http.ResponseParser;
import rebound.chaos.loop.EventLoop;
import rebound.chaos.loop.Timer;
import rebound.chaos.measure.ErrorKind;

/// One socket of a population, reopened as often as needed, and the requests in flight on it. It
/// does the reading and writing and says how each request ended; its lane decides what comes next.
/// Used on its loop's thread. Nothing is allocated between a request and its answer.
final class Connection implements EventLoop.Ready, Timer.Alarm {
  private enum Standing {
    CLOSED,
    CONNECTING,
    OPEN
  }

  /// A reused connection that gives no byte within this time was closed before it got the request.
  private static final long STALE_NANOS = 100_000_000L;

  final Timer timer = new Timer(this);
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
  private BodyCopy bodyCopy;
  private final ResponseParser parser = new ResponseParser();
  private SocketChannel channel;
  private SelectionKey key;
  private Standing standing = Standing.CLOSED;
  private long connectStartedNanos;
  private int address;
  private int addressesTried;
  private long firstByteNanos;
  private int partlyWritten;
  private boolean answered;

  Connection(Lane lane, int depth) {
    this.lane = lane;
    this.flights = new Flights(depth);
  }

  boolean isOpen() {
    return standing == Standing.OPEN;
  }

  boolean isClosed() {
    return standing == Standing.CLOSED;
  }

  // Opening

  void connect(long nowNanos) {
    connectStartedNanos = nowNanos;
    address = lane.route().preferred();
    addressesTried = 0;
    standing = Standing.CONNECTING;
    lane.loop().set(timer, nowNanos + lane.timeoutNanos());
    connectToNextAddress();
  }

  private void connectToNextAddress() {
    InetSocketAddress target = lane.route().address(address);
    addressesTried++;
    try {
      channel = SocketChannel.open();
      channel.configureBlocking(false);
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      InetAddress source = lane.route().source(target);
      if (source != null) {
        channel.bind(new InetSocketAddress(source, 0));
      }
      boolean done = channel.connect(target);
      key =
          channel.register(
              lane.loop().selector(), done ? SelectionKey.OP_READ : SelectionKey.OP_CONNECT, this);
      lane.loop().changed();
      if (done) {
        connected();
      }
    } catch (IOException e) {
      connectFailed(e);
    }
  }

  private void finishConnect() {
    try {
      if (channel.finishConnect()) {
        interest(SelectionKey.OP_READ);
        connected();
      }
    } catch (IOException e) {
      connectFailed(e);
    }
  }

  private void connected() {
    long now = System.nanoTime();
    standing = Standing.OPEN;
    answered = false;
    partlyWritten = 0;
    lane.loop().clear(timer);
    lane.route().prefer(address % lane.route().size());
    lane.connected(this, now - connectStartedNanos, now);
  }

  private void connectFailed(IOException e) {
    closeChannel();
    if (addressesTried < lane.route().size()) {
      address++;
      standing = Standing.CONNECTING;
      lane.loop().set(timer, connectStartedNanos + lane.timeoutNanos());
      connectToNextAddress();
      return;
    }
    lane.loop().clear(timer);
    lane.connectFailed(this, kindOfConnectFailure(e), System.nanoTime());
  }

  private static ErrorKind kindOfConnectFailure(IOException e) {
    String message = String.valueOf(e.getMessage());
    if (message.contains("timed out")) {
      return ErrorKind.CONNECT_TIMEOUT;
    }
    if (message.contains("reset")) {
      return ErrorKind.CONNECT_RESET;
    }
    return e instanceof ConnectException && message.contains("refused")
        ? ErrorKind.CONNECT_REFUSED
        : ErrorKind.CONNECT_OTHER;
  }

  // Sending

  /// Adds a request, to be written by the next [#flush].
  void add(int kind, boolean retry, long intendedNanos, long dispatchedNanos) {
    if (flights.count() == 0) {
      beginResponse(kind);
    }
    flights.add(kind, retry, intendedNanos, dispatchedNanos);
  }

  private void beginResponse(int kind) {
    RequestKind request = lane.kind(kind);
    firstByteNanos = 0;
    parser.begin(request.method, request.memo, copyFor(request));
  }

  private void interest(int operations) {
    key.interestOps(operations);
    lane.loop().changed();
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
      while (flights.unwritten() > 0) {
        if (!writeSome()) {
          interest(SelectionKey.OP_READ | SelectionKey.OP_WRITE);
          break;
        }
      }
    } catch (IOException e) {
      writeFailed();
      return;
    }
    guardHead();
  }

  /// The alarm is for the oldest request, and set late: most are answered long before, and the
  /// alarm that rings for an answered one is simply set again.
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

  private boolean writeSome() throws IOException {
    ByteBuffer out = lane.kind(flights.unwrittenKind()).bytes;
    out.limit(out.capacity()).position(partlyWritten);
    if (partlyWritten == 0 && flights.unwritten() > 1) {
      ByteBuffer several = lane.gather(flights);
      out = several.hasRemaining() ? several : out;
    }
    int written = channel.write(out);
    lane.tally().bytesSent += written;
    boolean all = !out.hasRemaining();
    long now = System.nanoTime();
    int left = partlyWritten + written;
    while (flights.unwritten() > 0) {
      int length = lane.kind(flights.unwrittenKind()).length;
      if (left < length || written == 0) {
        break;
      }
      left -= length;
      flights.written(now);
    }
    partlyWritten = left;
    return all;
  }

  private void writeFailed() {
    // An answer that came before the reset may still be readable: 413 and close, for one.
    readable();
    if (standing == Standing.OPEN && flights.count() > 0) {
      broken(ErrorKind.WRITE_RESET, System.nanoTime());
    }
  }

  // Receiving

  @Override
  public void ready(SelectionKey ready) {
    switch (standing) {
      case OPEN -> {
        if (ready.isReadable()) {
          readable();
        }
        if (standing == Standing.OPEN && ready == key && ready.isWritable()) {
          interest(SelectionKey.OP_READ);
          flush();
        }
      }
      case CONNECTING -> finishConnect();
      case CLOSED -> {}
    }
  }

  private void readable() {
    ByteBuffer in = lane.buffers().input();
    in.clear();
    int length;
    try {
      length = channel.read(in);
    } catch (IOException e) {
      broken(ErrorKind.RESET, System.nanoTime());
      return;
    }
    long now = System.nanoTime();
    if (length > 0) {
      lane.tally().bytesReceived += length;
      byte[] bytes = lane.buffers().inputBytes();
      in.get(0, bytes, 0, length);
      received(bytes, length, now);
    } else if (length < 0) {
      endOfStream(now);
    }
  }

  private void received(byte[] bytes, int length, long now) {
    int at = 0;
    while (at < length) {
      if (flights.count() == 0) {
        unasked(bytes, at, length, now);
        return;
      }
      if (firstByteNanos == 0) {
        firstByteNanos = now;
      }
      at = parser.feed(bytes, at, length);
      if (parser.isFailed()) {
        broken(ErrorKind.GARBAGE, now);
        return;
      }
      if (parser.isComplete() && !complete(now)) {
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
    boolean reusable = parser.isReusable() && lane.keepsAlive() && !cutShort;
    if (!answered) {
      answered = true;
      lane.tally().answered++;
    }
    lane.completed(flights, parser, bodyCopy, firstByteNanos, now);
    flights.removeHead();
    if (!reusable) {
      if (!parser.isReusable()) {
        lane.tally().closedByTarget++;
      }
      // What was sent behind an answer that closes the connection was never taken up.
      gone(ErrorKind.STALE_REUSE, now);
      return false;
    }
    if (flights.count() > 0) {
      beginResponse(flights.headKind());
    }
    return true;
  }

  private void endOfStream(long now) {
    if (flights.count() == 0) {
      lane.tally().closedByTarget++;
      gone(ErrorKind.STALE_REUSE, now);
    } else if (parser.endOfStream()) {
      complete(now);
    } else if (parser.isStarted()) {
      broken(ErrorKind.BODY_TRUNCATED, now);
    } else {
      broken(ErrorKind.NO_RESPONSE, now);
    }
  }

  /// Bytes nobody asked for end the connection. A bare 408 is how servers announce that they close
  /// an idle one: no error, just an orderly close.
  private void unasked(byte[] bytes, int from, int to, long now) {
    parser.begin(RequestMethod.OTHER, null, null);
    parser.feed(bytes, from, to);
    if (parser.status() == 408) {
      lane.tally().closedByTarget++;
    } else {
      lane.tally().error(ErrorKind.UNASKED_RESPONSE);
    }
    gone(ErrorKind.STALE_REUSE, now);
  }

  // Ending

  /// The oldest request failed with this kind, and the connection with it.
  private void broken(ErrorKind kind, long now) {
    if (flights.count() == 0) {
      lane.tally().error(kind);
      gone(kind, now);
      return;
    }
    boolean untouched = !parser.isStarted() && answered;
    boolean quick = now - flights.headSent() < STALE_NANOS;
    boolean closed =
        kind == ErrorKind.NO_RESPONSE || kind == ErrorKind.RESET || kind == ErrorKind.WRITE_RESET;
    gone(untouched && quick && closed ? ErrorKind.STALE_REUSE : kind, now);
  }

  /// Closes the socket, ends with this kind what was in flight on it, and tells the lane.
  private void gone(ErrorKind kind, long now) {
    closeChannel();
    lane.closed();
    while (flights.count() > 0) {
      lane.broken(this, kind, now);
      flights.removeHead();
    }
    lane.lost(this, now);
  }

  @Override
  public void ring(long now) {
    switch (standing) {
      case CONNECTING -> {
        closeChannel();
        lane.connectFailed(this, ErrorKind.CONNECT_TIMEOUT, now);
      }
      case CLOSED -> lane.wake(this, now);
      case OPEN -> {
        if (flights.count() > 0 && now - flights.headIntended() - lane.timeoutNanos() >= 0) {
          timedOut(now);
        } else {
          lane.wake(this, now);
          if (standing == Standing.OPEN) {
            guardHead();
          }
        }
      }
    }
  }

  private void timedOut(long now) {
    ErrorKind kind = parser.isStarted() ? ErrorKind.BODY_TIMEOUT : ErrorKind.FIRST_BYTE_TIMEOUT;
    lane.timedOut(flights, kind, now);
    flights.removeHead();
    gone(kind, now);
  }

  long connectStartedNanos() {
    return connectStartedNanos;
  }

  /// Gives up what is in flight, at the end of a phase's drain.
  void abandon(long now) {
    while (flights.count() > 0) {
      lane.unanswered(flights, now);
      flights.removeHead();
    }
  }

  /// Closes the socket without telling anybody.
  void closeChannel() {
    standing = Standing.CLOSED;
    lane.loop().clear(timer);
    if (channel != null) {
      try {
        channel.close();
        lane.loop().changed();
      } catch (IOException e) {
        // The descriptor is released in any case, and all that was to be counted has been.
        assert !channel.isOpen() : e;
      }
      channel = null;
      key = null;
    }
  }
}
