package rebound.chaos.hostile.swarm;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import rebound.chaos.load.Endpoint;
import rebound.chaos.loop.EventLoop;
import rebound.chaos.loop.Timer;
import rebound.chaos.measure.ErrorKind;
import rebound.chaos.measure.Recorder;
import rebound.chaos.measure.Tally;
import rebound.chaos.wire.Route;
import rebound.chaos.wire.Security;

/// The places of a hostile population on its loop, and the pace at which they are filled. Used on
/// the loop's thread but for [#finished] and what is read after it.
final class Swarm {
  private static final int INPUT_BYTES = 64 << 10;
  private static final int MOST_FINDINGS = 200;

  private final EventLoop loop;
  private final Bounds bounds;
  private final Tactic tactic;
  private final Route route;
  private final Security security;
  private final SplittableRandom random;
  private final long sliceNanos;
  private final byte[] inputBytes = new byte[INPUT_BYTES];
  private final ByteBuffer input = ByteBuffer.wrap(inputBytes);
  private final Tally tally = new Tally();
  private final Recorder recorder = new Recorder();
  private final Map<String, Long> findings = new LinkedHashMap<>();
  private final List<Line> lines = new ArrayList<>();
  private final ArrayDeque<Line> free = new ArrayDeque<>();
  private final ArrayDeque<Line> parked = new ArrayDeque<>();
  private final Timer pace = new Timer(this::open);
  private final Timer slice = new Timer(this::cut);
  private final Timer end = new Timer(this::finish);
  private final CountDownLatch finished = new CountDownLatch(1);
  private long startNanos;
  private long endNanos;
  private double nextNanos;
  private boolean opening;
  private boolean ended;
  private int standing;
  private int inFlight;

  Swarm(
      EventLoop loop, Bounds bounds, Tactic tactic, Endpoint endpoint, long seed, long sliceNanos) {
    this.sliceNanos = sliceNanos;
    this.loop = loop;
    this.bounds = bounds;
    this.tactic = tactic;
    this.route = endpoint.route();
    this.security = endpoint.security();
    this.random = new SplittableRandom(seed);
  }

  // The phase

  void start(long start, long durationNanos) {
    if (ended) {
      return;
    }
    startNanos = start;
    endNanos = start + durationNanos;
    opening = true;
    nextNanos = gap();
    loop.set(pace, start);
    loop.set(slice, start + sliceNanos);
    loop.set(end, endNanos);
  }

  /// Ends the phase now. What is under way has no outcome: a hostile client waits for nothing.
  void finish(long now) {
    if (ended) {
      return;
    }
    ended = true;
    opening = false;
    endNanos = Math.min(endNanos, now);
    loop.clear(pace);
    loop.clear(slice);
    loop.clear(end);
    tally.kept = standing;
    lines.forEach(Line::abandon);
    recorder.finish(tally, now - startNanos, (int) tally.kept);
    finished.countDown();
  }

  CountDownLatch finished() {
    return finished;
  }

  double seconds() {
    return Math.max(1, endNanos - startNanos) / 1e9;
  }

  /// What went wrong, with how often.
  Map<String, Long> findings() {
    return findings;
  }

  private void cut(long now) {
    recorder.cut(tally, now - startNanos, inFlight, standing);
    loop.set(slice, startNanos + ((now - startNanos) / sliceNanos + 1) * sliceNanos);
  }

  /// Fills the places that are due. Openings that found no place are not made up for in a burst.
  private void open(long now) {
    while (opening && startNanos + (long) nextNanos <= now) {
      long due = startNanos + (long) nextNanos;
      Line line = place();
      if (line == null) {
        if (!tactic.arrives()) {
          nextNanos = now - startNanos;
          return;
        }
        tally.attempted++;
        tally.capReached++;
        nextNanos += gap();
        continue;
      }
      nextNanos += gap();
      line.begin(tactic.next(), due, now);
    }
    if (opening) {
      loop.set(pace, startNanos + (long) nextNanos);
    }
  }

  private double gap() {
    double mean = 1e9 / bounds.opensPerSecond();
    return tactic.arrives() ? -Math.log(1 - random.nextDouble()) * mean : mean;
  }

  private Line place() {
    Line line = parked.pollLast();
    if (line == null) {
      line = free.pollLast();
    }
    if (line == null && lines.size() < bounds.connections()) {
      line = new Line(this);
      lines.add(line);
    }
    return line;
  }

  // What lines say

  void freed(Line line) {
    free.add(line);
    wake();
  }

  void parked(Line line) {
    parked.add(line);
    wake();
  }

  void unparked(Line line) {
    parked.remove(line);
  }

  private void wake() {
    if (opening && !pace.isSet()) {
      // Through the timer: a line may be freed within the call that open() is in the middle of.
      loop.set(pace, Math.max(System.nanoTime(), startNanos + (long) nextNanos));
    }
  }

  void attempted() {
    tally.attempted++;
    inFlight++;
  }

  void settled() {
    inFlight--;
  }

  void opened(long tookNanos) {
    standing++;
    tally.opened++;
    recorder.connect(tookNanos);
  }

  void closed() {
    standing--;
  }

  /// Counts a broken attempt's kind; the connection's reset is counted by itself.
  void broke(ErrorKind kind) {
    tally.error(kind);
    if (kind == ErrorKind.RESET) {
      tally.reset--;
    }
  }

  void find(Conduct conduct, String what) {
    String finding = conduct.words() + " " + what;
    if (findings.size() < MOST_FINDINGS || findings.containsKey(finding)) {
      findings.merge(finding, 1L, Long::sum);
    }
  }

  EventLoop loop() {
    return loop;
  }

  Tally tally() {
    return tally;
  }

  Recorder recorder() {
    return recorder;
  }

  ByteBuffer input() {
    return input;
  }

  byte[] inputBytes() {
    return inputBytes;
  }

  Route route() {
    return route;
  }

  Security security() {
    return security;
  }

  int receiveBufferBytes() {
    return tactic.receiveBufferBytes();
  }

  long limitNanos() {
    return bounds.limit().toNanos();
  }
}
