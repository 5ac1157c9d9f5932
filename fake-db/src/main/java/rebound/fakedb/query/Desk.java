package rebound.fakedb.query;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import rebound.fakedb.capacity.CapacityModel;
import rebound.fakedb.capacity.Station;
import rebound.fakedb.fault.Fault;
import rebound.fakedb.fault.Faults;
import rebound.fakedb.latency.DelaySource;
import rebound.fakedb.latency.Draw;
import rebound.fakedb.latency.LatencyModel;
import rebound.fakedb.rule.RuleBook;
import rebound.fakedb.wire.Connection;
import rebound.fakedb.wire.EventLoop;
import rebound.fakedb.wire.Timed;
import rebound.fakedb.words.Durations;

/// Decides when each query is answered, and answers it then. Event loop thread only.
public final class Desk implements Timed {
  /// What waits costs memory, also after its client has left.
  private static final int WAITING_MAX = 200_000;

  private static final int ATTEMPT_SLOTS = 1 << 14;

  private final EventLoop loop;
  private final Faults faults;
  private final Accuracy accuracy;
  private final long seed;
  private final long startNanos = System.nanoTime();
  private final int[] attempts = new int[ATTEMPT_SLOTS];
  private final DueHeap heap = new DueHeap();
  private final List<Query> held = new ArrayList<>();
  private final List<Line> touched = new ArrayList<>();
  private final List<Query> written = new ArrayList<>();
  private final List<Station<Query>> leaving = new ArrayList<>();
  private final Counters counters = new Counters();
  private LatencyModel latency;
  private DelaySource delay;
  private boolean immediate;
  private RuleBook rules = new RuleBook(List.of(), 0);
  private CapacityModel capacity;
  private Station<Query> station;

  /// A desk.
  ///
  /// @param loop on which it works
  /// @param faults that may strike
  /// @param accuracy takes down how late answers leave
  /// @param seed of all delays
  public Desk(EventLoop loop, Faults faults, Accuracy accuracy, long seed) {
    this.loop = loop;
    this.faults = faults;
    this.accuracy = accuracy;
    this.seed = seed;
    latency(LatencyModel.NONE);
    capacity(new CapacityModel.Unlimited());
  }

  /// Changes the delay of queries that bring none of their own; those that wait keep theirs.
  ///
  /// @param model from now on
  public void latency(LatencyModel model) {
    latency = model;
    delay = DelaySource.of(model, seed);
    immediate = model.equals(LatencyModel.NONE);
  }

  /// Changes the capacity; queries that have their slot or place keep their instant.
  ///
  /// @param model from now on
  public void capacity(CapacityModel model) {
    if (station != null) {
      leaving.add(station);
    }
    capacity = model;
    station =
        switch (model) {
          case CapacityModel.Unlimited m -> null;
          case CapacityModel.Servers m -> new Station<>(m, System.nanoTime());
        };
  }

  /// The delay of queries that bring none of their own.
  ///
  /// @return the model
  public LatencyModel latency() {
    return latency;
  }

  /// What draws from it.
  ///
  /// @return the source; of this thread only
  public DelaySource usualDelay() {
    return delay;
  }

  /// The capacity.
  ///
  /// @return the model
  public CapacityModel capacity() {
    return capacity;
  }

  /// Changes the rules.
  ///
  /// @param book from now on
  public void rules(RuleBook book) {
    rules = book;
  }

  /// The rules in force.
  ///
  /// @return the book
  public RuleBook rules() {
    return rules;
  }

  /// The seed of all delays.
  ///
  /// @return the seed
  public long seed() {
    return seed;
  }

  /// What was answered, and what waits.
  ///
  /// @return live
  public Counters counters() {
    counters.waiting = heap.size() + held.size();
    counters.busy = station == null ? 0 : station.busy();
    counters.queued = station == null ? 0 : station.queued();
    counters.waiting += counters.busy + counters.queued;
    return counters;
  }

  /// The random bits of a query: what is asked for the n-th time draws the same delay in every run,
  /// whatever came between.
  ///
  /// @param id hash of the key, or ordinal on the connection
  /// @return the bits
  public long bits(long id) {
    int slot = (int) Draw.mix64(id) & (ATTEMPT_SLOTS - 1);
    return Draw.bits(seed, id, attempts[slot]++);
  }

  Trouble trouble(Line line, long bits) {
    if (!faults.none()) {
      Connection connection = line.connection();
      if (faults.resets(connection.port(), connection.id(), bits)) {
        counters.resets++;
        connection.reset();
        return Trouble.GONE;
      }
      if (faults.fails(connection.port(), connection.id(), bits)) {
        counters.errors++;
        return Trouble.ERROR;
      }
    }
    if (heap.size() + held.size() >= WAITING_MAX
        || (station != null && station.isFull(line.arrivalNanos()))) {
      counters.overflows++;
      return Trouble.FULL;
    }
    return Trouble.NONE;
  }

  void ask(Line line, byte[] answer, long bits, DelaySource own) {
    if (own == delay && immediate && station == null && faults.none()) {
      counters.answered++;
      line.say(answer);
      return;
    }
    long arrival = line.arrivalNanos();
    long nanos = own.nanos(bits, arrival - startNanos, answer.length);
    if (!faults.none()) {
      Connection connection = line.connection();
      double longer = nanos * faults.slowness(connection.port(), connection.id());
      nanos = Math.min(Math.round(longer), Durations.MAX_NANOS);
    }
    if (station == null && nanos == 0) {
      counters.answered++;
      line.say(answer);
      return;
    }
    Query query = line.enter(answer);
    if (station == null) {
      query.dueNanos = arrival + nanos;
      heap.add(query, query.dueNanos);
    } else if (!station.offer(query, nanos, arrival)) {
      throw new IllegalStateException("a query that was let in found no place");
    }
  }

  boolean stalls(Line line) {
    return !faults.none() && stall(line) != null;
  }

  private Fault.Stall stall(Line line) {
    Connection connection = line.connection();
    return faults.stall(connection.port(), connection.id()).orElse(null);
  }

  /// Keeps a query for as long as a stall holds its connection.
  boolean holdWhereStalled(Query query) {
    if (!stalls(query.line)) {
      return false;
    }
    held.add(query);
    return true;
  }

  /// To be called when a fault has ended: what it held is due now, or spread over its ramp.
  ///
  /// @param rampNanos over how long
  public void releaseHeld(long rampNanos) {
    List<Query> free = new ArrayList<>();
    for (Query query : List.copyOf(held)) {
      if (!stalls(query.line)) {
        free.add(query);
      }
    }
    held.removeAll(new HashSet<>(free));
    long now = System.nanoTime();
    for (int i = 0; i < free.size(); i++) {
      Query query = free.get(i);
      query.dueNanos = now + rampNanos * i / free.size();
      heap.add(query, query.dueNanos);
    }
  }

  @Override
  public long nextNanos() {
    long next = heap.nextNanos();
    if (station != null) {
      next = earlier(next, station.nextNanos());
    }
    for (int i = 0; i < leaving.size(); i++) {
      next = earlier(next, leaving.get(i).nextNanos());
    }
    return next;
  }

  private static long earlier(long one, long other) {
    if (one == Long.MAX_VALUE || other == Long.MAX_VALUE) {
      return one == Long.MAX_VALUE ? other : one;
    }
    return one - other < 0 ? one : other;
  }

  @Override
  public void fire(long nowNanos) {
    if (station != null) {
      fire(station, nowNanos);
    }
    for (int i = leaving.size() - 1; i >= 0; i--) {
      fire(leaving.get(i), nowNanos);
      if (leaving.get(i).nextNanos() == Long.MAX_VALUE) {
        leaving.remove(i);
      }
    }
    while (heap.size() > 0 && heap.nextNanos() - nowNanos <= 0) {
      due(heap.poll());
    }
    for (int i = 0; i < touched.size(); i++) {
      Line line = touched.get(i);
      line.touched = false;
      line.drain();
      loop.flush();
      recordWritten();
    }
    touched.clear();
  }

  private void fire(Station<Query> from, long nowNanos) {
    for (Station.Done<Query> done = from.poll(nowNanos); done != null; done = from.poll(nowNanos)) {
      if (!done.job().ready) {
        done.job().startNanos = done.startNanos();
        done.job().dueNanos = done.endNanos();
        due(done.job());
      }
    }
  }

  private void due(Query query) {
    if (query.ready || query.line.isGone() || holdWhereStalled(query)) {
      return;
    }
    query.ready = true;
    if (!query.line.touched) {
      query.line.touched = true;
      touched.add(query.line);
    }
  }

  private void recordWritten() {
    long now = System.nanoTime();
    for (int i = 0; i < written.size(); i++) {
      accuracy.record(written.get(i), now);
    }
    written.clear();
  }

  void written(Query query) {
    counters.answered++;
    written.add(query);
  }
}
