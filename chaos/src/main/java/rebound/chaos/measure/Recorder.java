package rebound.chaos.measure;

import java.util.concurrent.ArrayBlockingQueue;
import org.HdrHistogram.Histogram;

/// Writes down one population's times on one loop: the loop's thread records and cuts slices, the
/// collector's thread takes them. Allocates at most as many slices as its queue is long; when
/// nobody takes them the current slice just gets longer, so that memory stays bounded.
public final class Recorder {
  private static final int SLICES = 8;

  private final ArrayBlockingQueue<Slice> full = new ArrayBlockingQueue<>(SLICES);
  private final ArrayBlockingQueue<Slice> spare = new ArrayBlockingQueue<>(SLICES + 2);
  private final Histogram lag = Latencies.histogram();
  private final Histogram waiting = Latencies.histogram();
  private final Histogram firstByte = Latencies.histogram();
  private final Histogram connect = Latencies.histogram();
  private final Histogram shed = Latencies.histogram();
  private int made = 3;
  private Slice current = new Slice();
  private final Tally before = new Tally();
  private final long[] troublesBefore = new long[Tally.TROUBLES];

  /// Makes an empty recorder, with as many slices as one needs that is emptied each second.
  public Recorder() {
    spare.add(new Slice());
    spare.add(new Slice());
  }

  /// So many requests were dispatched so long after their intended time.
  public void lag(long nanos, long count) {
    lag.recordValueWithCount(Math.min(nanos, Latencies.HIGHEST_NANOS), count);
  }

  /// A request reached the kernel so long after it was dispatched.
  public void waiting(long nanos) {
    waiting.recordValue(Math.min(nanos, Latencies.HIGHEST_NANOS));
  }

  /// A connection stood after so long.
  public void connect(long nanos) {
    connect.recordValue(Math.min(nanos, Latencies.HIGHEST_NANOS));
  }

  /// The first byte of a response came so long after its request was sent.
  public void firstByte(long nanos) {
    firstByte.recordValue(Math.min(nanos, Latencies.HIGHEST_NANOS));
  }

  /// A request was refused on purpose so long after its intended time.
  public void shed(long nanos) {
    shed.recordValue(Math.min(nanos, Latencies.HIGHEST_NANOS));
  }

  /// A request ended, or is given up and counts with the time it has lasted at least.
  ///
  /// @param responseNanos from the intended time
  /// @param serviceNanos from the time it was sent
  public void ended(long responseNanos, long serviceNanos) {
    current.response.recordValue(Math.min(responseNanos, Latencies.HIGHEST_NANOS));
    current.service.recordValue(Math.min(serviceNanos, Latencies.HIGHEST_NANOS));
  }

  /// Ends the current slice and begins the next.
  ///
  /// @param tally the counts so far
  /// @param endNanos now, from the phase's start
  public void cut(Tally tally, long endNanos, int inFlight, int openConnections) {
    Slice next = spare.poll();
    if (next == null && made < SLICES) {
      next = new Slice();
      made++;
    }
    if (next == null) {
      return;
    }
    close(tally, endNanos, inFlight, openConnections);
    next.startNanos = endNanos;
    full.add(current);
    current = next;
  }

  private void close(Tally tally, long endNanos, int inFlight, int openConnections) {
    current.endNanos = endNanos;
    current.attempted = tally.attempted - before.attempted;
    current.completed = tally.completed() - before.completed();
    current.good = tally.ok - before.ok;
    current.shed = tally.shed - before.shed;
    current.failed = tally.failed() - before.failed();
    tally.troubles(current.troubles);
    for (int i = 0; i < troublesBefore.length; i++) {
      long soFar = current.troubles[i];
      current.troubles[i] -= troublesBefore[i];
      troublesBefore[i] = soFar;
    }
    current.inFlight = inFlight;
    current.openConnections = openConnections;
    before.attempted = tally.attempted;
    before.ok = tally.ok;
    before.late = tally.late;
    before.shed = tally.shed;
    before.unexpectedStatus = tally.unexpectedStatus;
    before.timedOut = tally.timedOut;
    before.broken = tally.broken;
    before.connectFailed = tally.connectFailed;
  }

  /// The loop's last act: what is left becomes a last slice. The queue has room for it always.
  public void finish(Tally tally, long endNanos, int openConnections) {
    close(tally, endNanos, 0, openConnections);
    last = current;
  }

  private volatile Slice last;

  Slice take() {
    Slice slice = full.poll();
    if (slice == null && last != null && full.isEmpty()) {
      slice = last;
      last = null;
    }
    return slice;
  }

  void giveBack(Slice slice) {
    slice.clear();
    spare.add(slice);
  }

  Histogram lagHistogram() {
    return lag;
  }

  Histogram waitingHistogram() {
    return waiting;
  }

  Histogram firstByteHistogram() {
    return firstByte;
  }

  Histogram connectHistogram() {
    return connect;
  }

  Histogram shedHistogram() {
    return shed;
  }
}
