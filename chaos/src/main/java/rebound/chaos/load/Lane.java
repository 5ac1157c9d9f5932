package rebound.chaos.load;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import rebound.chaos.http.AnswerReader;
import rebound.chaos.http.BodyCopy;
import rebound.chaos.loop.EventLoop;
import rebound.chaos.loop.Timer;
import rebound.chaos.measure.ErrorKind;
import rebound.chaos.measure.Recorder;
import rebound.chaos.measure.Tally;
import rebound.chaos.wire.Buffers;
import rebound.chaos.wire.Route;
import rebound.chaos.wire.Security;
import rebound.chaos.wire.Wire;

/// One population on one loop: its connections, its counts, and the phase's clock. Its demand
/// decides when the next request goes out. Used on its loop's thread but for the latches, and for
/// the figures once it has finished.
final class Lane {
  private static final long LONGEST_DRAIN_NANOS = 2_000_000_000L;

  private final Population population;
  private final EventLoop loop;
  private final Buffers buffers;
  private final Route route;
  private final Security security;
  private final Echo echo;
  private final RequestKind[] kinds;
  private final Demand demand;
  private final Opening opening;
  private final Tally tally = new Tally();
  private final Recorder recorder = new Recorder();
  private final long deadlineNanos;
  private final long timeoutNanos;
  private final long sliceNanos;
  private final List<Connection> connections = new ArrayList<>();
  private final Timer startTimer = new Timer(this::begin);
  private final Timer sliceTimer = new Timer(this::sliceEnded);
  private final Timer endTimer = new Timer(this::sendingEnded);
  private final Timer drainTimer = new Timer(this::finish);
  private final CountDownLatch finished = new CountDownLatch(1);

  private long startNanos;
  private long endNanos;
  private long lagged;
  private boolean started;
  private boolean sending;
  private boolean draining;
  private boolean ended;
  private int standing;
  private int inFlight;

  Lane(
      Population population,
      Endpoint endpoint,
      Share share,
      EventLoop loop,
      Buffers buffers,
      long seed,
      long sliceNanos) {
    this.sliceNanos = sliceNanos;
    this.population = population;
    this.loop = loop;
    this.buffers = buffers;
    route = endpoint.route();
    security = endpoint.security();
    deadlineNanos = population.deadline().toNanos();
    timeoutNanos = population.timeout().toNanos();
    echo = Echo.of(population, endpoint, seed);
    kinds = echo == null ? RequestKind.all(population, endpoint) : echo.kinds();
    demand = Demand.of(this, population, share, seed);
    for (int i = 0; i < demand.connections(); i++) {
      newConnection();
    }
    opening = new Opening(this, (double) population.openPerSecond() / share.loops());
  }

  Connection newConnection() {
    Connection connection = new Connection(this, demand.depth());
    connections.add(connection);
    return connection;
  }

  // The phase

  void open() {
    opening.begin(System.nanoTime());
  }

  CountDownLatch opened() {
    return opening.done();
  }

  void stopOpening() {
    opening.stop();
  }

  void start(long start, long durationNanos) {
    opening.stop();
    if (ended) {
      return;
    }
    startNanos = start;
    endNanos = start + durationNanos;
    if (start > System.nanoTime()) {
      loop.set(startTimer, start);
    } else {
      begin(start);
    }
  }

  /// The clock runs: not before the instant of the start, or response times would be negative.
  private void begin(long now) {
    started = true;
    sending = true;
    loop.set(sliceTimer, startNanos + sliceNanos);
    loop.set(endTimer, endNanos);
    demand.begin(startNanos);
  }

  private void sliceEnded(long now) {
    recorder.cut(tally, now - startNanos, inFlight, standing);
    long passed = (now - startNanos) / sliceNanos;
    loop.set(sliceTimer, startNanos + (passed + 1) * sliceNanos);
  }

  /// Ends the phase before its time.
  void stop() {
    if (sending) {
      endNanos = System.nanoTime();
      loop.clear(endTimer);
      sendingEnded(endNanos);
    } else if (!started && !ended && startNanos != 0) {
      loop.clear(startTimer);
      endNanos = startNanos;
      sendingEnded(endNanos);
    }
  }

  private void sendingEnded(long now) {
    demand.end(endNanos);
    sending = false;
    draining = true;
    loop.clear(sliceTimer);
    loop.set(drainTimer, now + Math.min(timeoutNanos, LONGEST_DRAIN_NANOS));
    finishWhenDrained();
  }

  private void finishWhenDrained() {
    if (draining && inFlight + demand.pending() == 0) {
      loop.set(drainTimer, System.nanoTime());
    }
  }

  private void finish(long now) {
    draining = false;
    ended = true;
    tally.kept = standing;
    for (Connection connection : connections) {
      connection.abandon(now);
    }
    demand.abandon(now);
    // What a closed model sends at once has no lateness that could be the driver's.
    recorder.lag(0, Math.max(0, tally.attempted - tally.retries - lagged));
    recorder.finish(tally, now - startNanos, standing);
    finished.countDown();
  }

  /// Closes everything, at whatever point the phase is.
  void close() {
    opening.stop();
    if (!ended) {
      loop.clear(startTimer);
      loop.clear(endTimer);
      loop.clear(drainTimer);
      loop.clear(sliceTimer);
      sending = false;
      demand.end(startNanos);
      finish(System.nanoTime());
    }
  }

  CountDownLatch finished() {
    return finished;
  }

  /// Length of the measured time, once it is over.
  double seconds() {
    return (endNanos - startNanos) / 1e9;
  }

  boolean hasStarted() {
    return started;
  }

  boolean isSending() {
    return sending;
  }

  int inFlight() {
    return inFlight;
  }

  int standing() {
    return standing;
  }

  Demand demand() {
    return demand;
  }

  List<Connection> connections() {
    return connections;
  }

  // What demand and connections use

  EventLoop loop() {
    return loop;
  }

  Buffers buffers() {
    return buffers;
  }

  Route route() {
    return route;
  }

  Security security() {
    return security;
  }

  /// What a WebSocket connection says beside its messages; null for HTTP.
  Greeting newGreeting(Wire wire) {
    return echo == null ? null : echo.greeting(wire);
  }

  Tally tally() {
    return tally;
  }

  Recorder recorder() {
    return recorder;
  }

  RequestKind kind(int index) {
    return kinds[index];
  }

  long timeoutNanos() {
    return timeoutNanos;
  }

  boolean keepsAlive() {
    return population.keepAlive();
  }

  /// Puts whole unwritten requests into the loop's output, where more than one fits.
  ///
  /// @return what is to be written, from its position
  ByteBuffer gather(Flights flights) {
    ByteBuffer out = buffers.output();
    out.clear();
    for (int i = 0; i < flights.unwritten(); i++) {
      RequestKind kind = kinds[flights.unwrittenKind(i)];
      if (kind.length > out.remaining()) {
        break;
      }
      kind.bytes.clear();
      out.put(kind.bytes);
    }
    return out.flip();
  }

  /// A planned request became due.
  void attempted() {
    tally.attempted++;
  }

  /// A request is tried again, which is an attempt of its own.
  void retried() {
    tally.attempted++;
    tally.retries++;
  }

  void lag(long nanos) {
    lagged++;
    recorder.lag(Math.max(0, nanos), 1);
  }

  void send(Connection connection, int kind, boolean retry, long intended, long dispatched) {
    inFlight++;
    connection.add(kind, retry, intended, dispatched);
  }

  // What connections tell

  void connected(Connection connection, long tookNanos, long now) {
    standing++;
    tally.opened++;
    recorder.connect(tookNanos);
    opening.settled(connection, true, now);
    if (started) {
      demand.connected(connection, now);
    }
  }

  void connectFailed(Connection connection, ErrorKind kind, long now) {
    tally.error(kind);
    opening.settled(connection, false, now);
    if (started) {
      demand.connectFailed(connection, now);
      finishWhenDrained();
    }
  }

  void completed(
      Flights flights, AnswerReader answer, BodyCopy body, long firstByteNanos, long now) {
    RequestKind kind = kinds[flights.headKind()];
    long sentNanos = flights.headSent();
    recorder.waiting(sentNanos - flights.headDispatched());
    int status = answer.status();
    tally.status(status);
    if (draining) {
      tally.drained++;
    }
    if (!kind.accepts(status) && (status == 503 || status == 429)) {
      tally.shed++;
      recorder.shed(now - flights.headIntended());
    } else if (!kind.accepts(status) || !kind.hasRightBody(answer, body)) {
      tally.unexpectedStatus++;
    } else {
      long responseNanos = now - flights.headIntended();
      recorder.ended(responseNanos, now - sentNanos);
      recorder.firstByte(firstByteNanos - sentNanos);
      right(responseNanos <= deadlineNanos);
    }
    landed();
  }

  private void right(boolean inTime) {
    if (!inTime) {
      tally.late++;
      return;
    }
    tally.ok++;
    if (draining) {
      tally.drainedOk++;
    }
  }

  void broken(Connection connection, ErrorKind kind, long now) {
    tally.broken++;
    tally.error(kind);
    Flights flights = connection.flights;
    landed();
    if (kind == ErrorKind.STALE_REUSE && !flights.headIsRetry() && sending) {
      demand.retry(connection, flights.headKind(), flights.headIntended(), now);
    }
  }

  void timedOut(Flights flights, ErrorKind kind, long now) {
    tally.timedOut++;
    tally.error(kind);
    long lasted = Math.max(now - flights.headIntended(), timeoutNanos);
    recorder.ended(lasted, Math.max(0, now - flights.headSent()));
    landed();
  }

  /// Left without an answer at the end of the drain: counts with the time it has lasted at least.
  void unanswered(Flights flights, long now) {
    tally.inFlightAtEnd++;
    recorder.ended(now - flights.headIntended(), Math.max(0, now - flights.headSent()));
    inFlight--;
  }

  private void landed() {
    inFlight--;
    if (draining) {
      finishWhenDrained();
    }
  }

  void closed() {
    standing--;
  }

  void lost(Connection connection, long now) {
    if (started && !ended) {
      demand.lost(connection, now);
    }
  }

  void free(Connection connection, long now) {
    if (started) {
      demand.free(connection, now);
    }
  }

  void wake(Connection connection, long now) {
    if (started) {
      demand.wake(connection, now);
    } else {
      opening.wake(connection, now);
    }
  }
}
