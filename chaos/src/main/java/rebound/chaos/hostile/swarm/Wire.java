package rebound.chaos.hostile.swarm;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import rebound.chaos.http.RequestMethod;
import rebound.chaos.http.ResponseParser;
import rebound.chaos.loop.EventLoop;
import rebound.chaos.loop.Timer;
import rebound.chaos.measure.ErrorKind;

/// One connection of a swarm, opened as often as its place is used. A [Conduct] tells it what to
/// send, when to read and when to end; it tells the swarm how each attempt ended. Used on the
/// swarm's loop alone.
public final class Wire implements EventLoop.Ready {
  private static final long CONNECT_NANOS = 3_000_000_000L;
  private static final long TRIES_APART_NANOS = 100_000_000L;

  private enum Standing {
    CLOSED,
    CONNECTING,
    OPEN
  }

  /// Bytes to be sent, so many times over.
  private static final class Load {
    final ByteBuffer bytes;
    long timesLeft;

    Load(byte[] bytes, long times) {
      this.bytes = ByteBuffer.wrap(bytes);
      this.timesLeft = times;
    }
  }

  private final Swarm swarm;
  private final Timer alarm = new Timer(this::rang);
  private final Timer limit = new Timer(this::limitPassed);
  private final ResponseParser parser = new ResponseParser();
  private final ArrayDeque<Load> loads = new ArrayDeque<>();
  private SocketChannel channel;
  private SelectionKey key;
  private Standing standing = Standing.CLOSED;
  private Conduct conduct;
  private boolean attempting;
  private boolean reading;
  private boolean answered;
  private long intendedNanos;
  private long connectNanos;
  private long stoodNanos;

  Wire(Swarm swarm) {
    this.swarm = swarm;
  }

  // What a conduct asks for

  /// Sends bytes, as soon as the kernel takes them.
  public void send(byte[] bytes) {
    send(bytes, 1);
  }

  /// Sends the same bytes so many times, never holding more than one copy.
  public void send(byte[] bytes, long times) {
    if (standing == Standing.OPEN && bytes.length > 0 && times > 0) {
      loads.add(new Load(bytes, times));
      write();
    }
  }

  /// Rings [Conduct#ring] so much later than now, instead of any earlier alarm.
  public void alarm(long nowNanos, long inNanos) {
    if (conduct != null) {
      swarm.loop().set(alarm, nowNanos + inNanos);
    }
  }

  /// Unsets the alarm.
  public void silence() {
    swarm.loop().clear(alarm);
  }

  /// Reads no more by itself: what comes stays in the kernel, and its window fills.
  public void stopReading() {
    reading = false;
    interest();
  }

  /// Reads once, at most so many bytes.
  public void sip(int bytes) {
    if (standing == Standing.OPEN) {
      read(bytes);
    }
  }

  /// True while the connection stands.
  public boolean isOpen() {
    return standing == Standing.OPEN;
  }

  /// True while an attempt waits for its outcome.
  public boolean isAttempting() {
    return attempting;
  }

  /// Ends the attempt as one with which the target has dealt rightly; the connection stays.
  public void settle() {
    if (attempting) {
      swarm.tally().ok++;
      settled();
    }
  }

  /// Ends the attempt by a complete answer; the connection stays. 503 and 429 are refusals on
  /// purpose, whatever else they mean.
  public void settleAnswered(int status, boolean right) {
    if (attempting) {
      if (status == 503 || status == 429) {
        swarm.tally().shed++;
      } else if (right) {
        swarm.tally().ok++;
      } else {
        swarm.tally().unexpectedStatus++;
      }
      settled();
    }
  }

  /// Ends the attempt as one without an answer in time; the connection stays.
  public void settleTimedOut() {
    if (attempting) {
      swarm.tally().timedOut++;
      swarm
          .tally()
          .error(parser.isStarted() ? ErrorKind.BODY_TIMEOUT : ErrorKind.FIRST_BYTE_TIMEOUT);
      settled();
    }
  }

  /// Ends the attempt as one whose connection broke.
  public void settleBroken(boolean reset) {
    if (attempting) {
      swarm.tally().broken++;
      // A reset is counted where it is seen: once a connection, not once an attempt.
      swarm.broke(reset ? ErrorKind.RESET : ErrorKind.NO_RESPONSE);
      settled();
    }
  }

  /// Ends the attempt as right and the connection in order.
  public void end() {
    settle();
    close(false);
    free();
  }

  /// Ends the attempt as right and the connection by a reset (linger 0), which also spares this
  /// machine the ports that would wait out their time.
  public void reset() {
    settle();
    close(true);
    free();
  }

  /// Resets the connection and keeps the place.
  public void drop() {
    close(true);
  }

  /// Begins another attempt, which repeats the one before, on a new connection if none stands.
  public void tryAgain(long nowNanos) {
    swarm.tally().retries++;
    attempt(nowNanos);
    go(nowNanos);
  }

  // What the swarm asks for

  void begin(Conduct next, long intendedNanos, long nowNanos) {
    conduct = next;
    attempt(intendedNanos);
    go(nowNanos);
  }

  private void go(long nowNanos) {
    if (standing == Standing.OPEN) {
      stoodNanos = nowNanos;
      expectAnswer();
      conduct.begin(this, nowNanos);
    } else {
      connect(nowNanos);
    }
  }

  /// Gives the place back, once: a conduct may ask for an end that the target has made already.
  private void free() {
    if (conduct != null) {
      swarm.loop().clear(alarm);
      conduct = null;
      swarm.freed(this);
    }
  }

  boolean standsAtEnd() {
    return standing == Standing.OPEN;
  }

  /// The phase is over.
  void abandon() {
    if (attempting) {
      swarm.tally().inFlightAtEnd++;
      settled();
    }
    close(true);
    swarm.loop().clear(alarm);
  }

  private void attempt(long intended) {
    attempting = true;
    intendedNanos = intended;
    swarm.attempted();
  }

  private void settled() {
    attempting = false;
    swarm.loop().clear(limit);
    long now = System.nanoTime();
    swarm
        .recorder()
        .ended(
            Math.max(0, now - intendedNanos),
            Math.max(0, now - Math.max(stoodNanos, intendedNanos)));
    swarm.settled();
  }

  private void connect(long nowNanos) {
    standing = Standing.CONNECTING;
    answered = false;
    reading = true;
    connectNanos = nowNanos;
    stoodNanos = nowNanos;
    swarm.loop().set(limit, nowNanos + CONNECT_NANOS);
    try {
      channel = SocketChannel.open();
      channel.configureBlocking(false);
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      if (swarm.receiveBufferBytes() > 0) {
        channel.setOption(StandardSocketOptions.SO_RCVBUF, swarm.receiveBufferBytes());
      }
      InetSocketAddress target = swarm.address();
      boolean done = channel.connect(target);
      key =
          channel.register(
              swarm.loop().selector(), done ? SelectionKey.OP_READ : SelectionKey.OP_CONNECT, this);
      if (done) {
        stands();
      }
    } catch (IOException e) {
      connectFailed(kind(e));
    }
  }

  private void stands() {
    standing = Standing.OPEN;
    long now = System.nanoTime();
    stoodNanos = now;
    swarm.loop().clear(limit);
    swarm.opened(now - connectNanos);
    if (attempting && swarm.limitNanos() > 0) {
      swarm.loop().set(limit, now + swarm.limitNanos());
    }
    expectAnswer();
    interest();
    conduct.begin(this, now);
  }

  private void expectAnswer() {
    parser.begin(RequestMethod.OTHER, null, null);
  }

  private static ErrorKind kind(IOException e) {
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

  private void connectFailed(ErrorKind kind) {
    close(true);
    swarm.tally().connectFailed++;
    swarm.tally().error(kind);
    settled();
    long now = System.nanoTime();
    if (conduct.unopened(this, now) != Conduct.Meaning.MORE) {
      conduct = null;
      swarm.loop().set(alarm, now + TRIES_APART_NANOS);
    }
  }

  // What happens

  @Override
  public void ready(SelectionKey ready) {
    if (standing == Standing.CONNECTING) {
      try {
        if (channel.finishConnect()) {
          stands();
        }
      } catch (IOException e) {
        connectFailed(kind(e));
      }
      return;
    }
    if (standing == Standing.OPEN && ready.isReadable()) {
      read(Integer.MAX_VALUE);
    }
    if (standing == Standing.OPEN && ready == key && ready.isWritable()) {
      write();
    }
  }

  private void rang(long now) {
    if (conduct != null) {
      conduct.ring(this, now);
    } else {
      swarm.freed(this);
    }
  }

  private void limitPassed(long now) {
    switch (standing) {
      case CONNECTING -> connectFailed(ErrorKind.CONNECT_TIMEOUT);
      case OPEN -> {
        if (attempting) {
          swarm.find(conduct, "was not dealt with in time");
        }
        settleTimedOut();
      }
      case CLOSED -> {}
    }
  }

  private void write() {
    try {
      while (!loads.isEmpty()) {
        Load load = loads.getFirst();
        swarm.tally().bytesSent += channel.write(load.bytes);
        if (load.bytes.hasRemaining()) {
          break;
        }
        load.bytes.rewind();
        if (--load.timesLeft == 0) {
          loads.removeFirst();
        }
      }
      interest();
    } catch (IOException e) {
      // An answer that came before the reset may still be readable: 413 and close, for one.
      loads.clear();
      read(Integer.MAX_VALUE);
      if (standing == Standing.OPEN) {
        gone(true);
      }
    }
  }

  private void interest() {
    if (standing == Standing.OPEN) {
      int wanted =
          (reading ? SelectionKey.OP_READ : 0) | (loads.isEmpty() ? 0 : SelectionKey.OP_WRITE);
      if (key.interestOps() != wanted) {
        key.interestOps(wanted);
      }
    }
  }

  private void read(int most) {
    ByteBuffer in = swarm.input();
    in.clear().limit(Math.min(most, in.capacity()));
    int length;
    try {
      length = channel.read(in);
    } catch (IOException e) {
      gone(true);
      return;
    }
    if (length > 0) {
      swarm.tally().bytesReceived += length;
      received(swarm.inputBytes(), length);
    } else if (length < 0) {
      ended();
    }
  }

  private void received(byte[] bytes, int length) {
    int at = 0;
    while (at < length && standing == Standing.OPEN && conduct != null) {
      at = parser.feed(bytes, at, length);
      if (parser.isFailed()) {
        swarm.find(conduct, "was answered with what is no HTTP");
        wrong(ErrorKind.GARBAGE);
        return;
      }
      if (!parser.isComplete()) {
        return;
      }
      complete();
    }
    if (conduct == null && standing == Standing.OPEN && at < length) {
      // Parked: nobody asked for anything.
      gone(false);
    }
  }

  private void complete() {
    int status = parser.status();
    swarm.tally().status(status);
    if (!answered) {
      answered = true;
      swarm.tally().answered++;
    }
    boolean reusable = parser.isReusable();
    expectAnswer();
    switch (conduct.answered(this, status, System.nanoTime())) {
      case RIGHT -> {
        settleAnswered(status, true);
        finish(reusable);
      }
      case WRONG -> {
        swarm.find(conduct, "was answered " + status);
        settleAnswered(status, false);
        finish(reusable);
      }
      case MORE -> {
        if (!reusable && standing == Standing.OPEN) {
          gone(false);
        }
      }
    }
  }

  private void finish(boolean reusable) {
    if (reusable && conduct.keepsConnection()) {
      swarm.loop().clear(alarm);
      conduct = null;
      swarm.parked(this);
      return;
    }
    if (!reusable) {
      swarm.tally().closedByTarget++;
    }
    close(false);
    free();
  }

  private void ended() {
    if (conduct != null && parser.endOfStream()) {
      complete();
    }
    if (standing == Standing.OPEN) {
      gone(false);
    }
  }

  /// The target has ended the connection.
  private void gone(boolean reset) {
    if (reset) {
      swarm.tally().reset++;
    } else {
      swarm.tally().closedByTarget++;
    }
    close(false);
    if (conduct == null) {
      swarm.unparked(this);
      swarm.freed(this);
      return;
    }
    switch (conduct.closed(this, reset, System.nanoTime())) {
      case RIGHT -> {
        settle();
        free();
      }
      case WRONG -> {
        if (attempting) {
          swarm.find(conduct, reset ? "was reset" : "was closed without an answer");
        }
        settleBroken(reset);
        free();
      }
      case MORE -> {}
    }
  }

  private void wrong(ErrorKind kind) {
    if (attempting) {
      swarm.tally().broken++;
      swarm.tally().error(kind);
      settled();
    }
    close(true);
    free();
  }

  private void close(boolean hard) {
    if (standing == Standing.OPEN) {
      swarm.closed();
    }
    standing = Standing.CLOSED;
    loads.clear();
    swarm.loop().clear(limit);
    if (channel == null) {
      return;
    }
    try (SocketChannel ending = channel) {
      if (hard && ending.isConnected()) {
        ending.setOption(StandardSocketOptions.SO_LINGER, 0);
      }
    } catch (IOException e) {
      // The descriptor is released in any case, and all that was to be counted has been.
      assert !channel.isOpen() : e;
    }
    channel = null;
    key = null;
  }
}
