package rebound.chaos.hostile.swarm;

import java.io.IOException;
import java.nio.ByteBuffer;
import rebound.chaos.http.RequestMethod;
import rebound.chaos.http.ResponseParser;
import rebound.chaos.loop.Timer;
import rebound.chaos.measure.ErrorKind;
import rebound.chaos.wire.Wire;

/// One connection of a swarm, opened as often as its place is used, encrypted or not. A [Conduct]
/// tells it what to send, when to read and when to end; it tells the swarm how each attempt ended.
/// Used on the swarm's loop alone.
public final class Line implements Wire.User {
  private static final long CONNECT_NANOS = 3_000_000_000L;
  private static final long TRIES_APART_NANOS = 100_000_000L;

  private final Swarm swarm;
  private final Wire wire;
  private final Outbox outbox;
  private final Attempt attempt;
  private final Timer alarm = new Timer(this::rang);
  private final Timer limit = new Timer(this::limitPassed);
  private final ResponseParser parser = new ResponseParser();
  private Conduct conduct;
  private boolean answered;
  private long connectNanos;
  private long readAhead;

  Line(Swarm swarm) {
    this.swarm = swarm;
    wire =
        new Wire(
            swarm.loop(),
            swarm.route(),
            swarm.security(),
            swarm.input(),
            swarm.receiveBufferBytes(),
            this);
    outbox = new Outbox(wire, swarm.tally());
    attempt = new Attempt(swarm, limit);
  }

  // What a conduct asks for

  /// Sends bytes, as soon as the kernel takes them.
  public void send(byte[] bytes) {
    send(bytes, 1);
  }

  /// Sends the same bytes so many times, never holding more than one copy.
  public void send(byte[] bytes, long times) {
    if (wire.isOpen() && bytes.length > 0 && times > 0) {
      outbox.add(bytes, times);
      writable();
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
    if (wire.isOpen()) {
      wire.stopReading();
    }
  }

  /// Reads once, at most so many bytes. TLS gives whole records alone: there, what came too many is
  /// made up for by the sips that follow.
  public void sip(int bytes) {
    if (!wire.isOpen()) {
      return;
    }
    if (readAhead >= bytes) {
      readAhead -= bytes;
      return;
    }
    readAhead =
        Math.max(0, readAhead + read(wire.isEncrypted() ? Integer.MAX_VALUE : bytes) - bytes);
  }

  /// True while the connection stands.
  public boolean isOpen() {
    return wire.isOpen();
  }

  /// True while an attempt waits for its outcome.
  public boolean isAttempting() {
    return attempt.isUnderWay();
  }

  /// Ends the attempt as one with which the target has dealt rightly; the connection stays.
  public void settle() {
    attempt.right();
  }

  /// Ends the attempt by a complete answer; the connection stays. 503 and 429 are refusals on
  /// purpose, whatever else they mean.
  public void settleAnswered(int status, boolean right) {
    attempt.answered(status, right);
  }

  /// Ends the attempt as one without an answer in time; the connection stays.
  public void settleTimedOut() {
    attempt.timedOut(parser.isStarted());
  }

  /// Ends the attempt as one whose connection broke.
  public void settleBroken(boolean reset) {
    attempt.broken(reset);
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
    attempt.begin(nowNanos);
    go(nowNanos);
  }

  // What the swarm asks for

  void begin(Conduct next, long intendedNanos, long nowNanos) {
    conduct = next;
    attempt.begin(intendedNanos);
    go(nowNanos);
  }

  private void go(long nowNanos) {
    attempt.stands(nowNanos);
    if (wire.isOpen()) {
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

  /// The phase is over.
  void abandon() {
    attempt.abandoned();
    close(true);
    swarm.loop().clear(alarm);
  }

  private void connect(long nowNanos) {
    answered = false;
    readAhead = 0;
    connectNanos = nowNanos;
    swarm.loop().set(limit, nowNanos + CONNECT_NANOS);
    wire.connect();
  }

  private void expectAnswer() {
    parser.begin(RequestMethod.OTHER, null, null);
  }

  // What happens

  @Override
  public void stands() {
    long now = System.nanoTime();
    attempt.stands(now);
    swarm.loop().clear(limit);
    swarm.opened(now - connectNanos);
    if (attempt.isUnderWay() && swarm.limitNanos() > 0) {
      swarm.loop().set(limit, now + swarm.limitNanos());
    }
    expectAnswer();
    conduct.begin(this, now);
  }

  @Override
  public void failed(IOException why) {
    connectFailed(ErrorKind.ofConnecting(why));
  }

  private void connectFailed(ErrorKind kind) {
    close(true);
    attempt.connectFailed(kind);
    long now = System.nanoTime();
    if (conduct.unopened(this, now) != Conduct.Meaning.MORE) {
      conduct = null;
      swarm.loop().set(alarm, now + TRIES_APART_NANOS);
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
    if (wire.isOpen()) {
      if (attempt.isUnderWay()) {
        swarm.find(conduct, "was not dealt with in time");
      }
      settleTimedOut();
    } else if (!wire.isClosed()) {
      connectFailed(ErrorKind.CONNECT_TIMEOUT);
    }
  }

  @Override
  public void writable() {
    try {
      outbox.flush();
    } catch (IOException e) {
      // An answer that came before the reset may still be readable: 413 and close, for one.
      outbox.clear();
      readable();
      if (wire.isOpen()) {
        gone(true);
      }
    }
  }

  @Override
  public void readable() {
    read(Integer.MAX_VALUE);
  }

  /// Reads and takes in; gives the number of bytes.
  private int read(int most) {
    ByteBuffer in = swarm.input();
    in.clear().limit(Math.min(most, in.capacity()));
    int length;
    try {
      length = wire.read(in);
    } catch (IOException e) {
      gone(true);
      return 0;
    }
    if (length > 0) {
      swarm.tally().bytesReceived += length;
      received(swarm.inputBytes(), length);
    } else if (length < 0) {
      ended();
    }
    return Math.max(0, length);
  }

  private void received(byte[] bytes, int length) {
    int at = 0;
    while (at < length && wire.isOpen() && conduct != null) {
      at = parser.feed(bytes, at, length);
      if (parser.isFailed()) {
        swarm.find(conduct, "was answered with what is no HTTP");
        attempt.garbage();
        close(true);
        free();
        return;
      }
      if (!parser.isComplete()) {
        return;
      }
      complete();
    }
    if (conduct == null && wire.isOpen() && at < length) {
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
        if (!reusable && wire.isOpen()) {
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
    if (wire.isOpen()) {
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
        if (attempt.isUnderWay()) {
          swarm.find(conduct, reset ? "was reset" : "was closed without an answer");
        }
        settleBroken(reset);
        free();
      }
      case MORE -> {}
    }
  }

  private void close(boolean hard) {
    if (wire.isOpen()) {
      swarm.closed();
    }
    outbox.clear();
    swarm.loop().clear(limit);
    if (hard) {
      wire.reset();
    } else {
      wire.close();
    }
  }
}
