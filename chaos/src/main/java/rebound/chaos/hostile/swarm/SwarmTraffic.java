package rebound.chaos.hostile.swarm;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import rebound.chaos.load.Endpoint;
import rebound.chaos.load.Traffic;
import rebound.chaos.loop.EventLoop;
import rebound.chaos.measure.Collector;
import rebound.chaos.measure.DriverWatch;
import rebound.chaos.measure.IntervalSample;
import rebound.chaos.measure.PopulationResult;
import rebound.chaos.measure.Tally;

/// The traffic of one hostile population: a loop and a thread of its own, so that what it does
/// never delays the requests of the innocent. Its response times are the times until the target had
/// dealt with a connection, by an answer or by closing it. Used by one thread.
public final class SwarmTraffic implements Traffic {
  private final String name;
  private final String kind;
  private final Bounds bounds;
  private final Swarm swarm;
  private final EventLoop loop;
  private final Collector collector;
  private final List<IntervalSample> samples = new ArrayList<>();
  private DriverWatch watch;
  private boolean closed;

  /// Makes the traffic ready; nothing is sent before [#start].
  ///
  /// @param name the population's name
  /// @param kind the hostile kind, as results name it
  /// @param endpoint where it goes, encrypted or not
  /// @param seed of arrivals
  /// @throws IllegalArgumentException when the host has no address that can be reached
  public SwarmTraffic(
      String name, String kind, Bounds bounds, Tactic tactic, Endpoint endpoint, long seed) {
    this(name, kind, bounds, tactic, endpoint, seed, Duration.ofSeconds(1));
  }

  /// The same with samples of another length than a second.
  ///
  /// @param each length of a sample
  public SwarmTraffic(
      String name,
      String kind,
      Bounds bounds,
      Tactic tactic,
      Endpoint endpoint,
      long seed,
      Duration each) {
    this.name = name;
    this.kind = kind;
    this.bounds = bounds;
    this.loop = new EventLoop("hostile-" + name);
    this.swarm = new Swarm(loop, bounds, tactic, endpoint, seed, each.toNanos());
    this.collector = new Collector(name, List.of(swarm.recorder()));
  }

  /// Opens nothing: harm begins with the phase's clock.
  @Override
  public int open(Duration within) {
    return 0;
  }

  @Override
  public void start(long startNanos, long durationNanos) {
    watch = new DriverWatch(List.of(loop));
    long start = Math.max(startNanos, System.nanoTime());
    loop.execute(() -> swarm.start(start, durationNanos));
  }

  @Override
  public List<IntervalSample> samples() {
    samples.addAll(collector.drain(false));
    List<IntervalSample> given = List.copyOf(samples);
    samples.clear();
    return given;
  }

  @Override
  public void stop() {
    loop.execute(() -> swarm.finish(System.nanoTime()));
  }

  @Override
  public Result await() throws InterruptedException {
    CountDownLatch finished = swarm.finished();
    while (!finished.await(50, TimeUnit.MILLISECONDS)) {
      if (loop.failure() != null) {
        throw new IllegalStateException("a hostile loop ended by a bug", loop.failure());
      }
    }
    PopulationResult result = result();
    return new Result(List.of(result), watch.report(List.of(result), 0));
  }

  private PopulationResult result() {
    samples.addAll(collector.drain(true));
    Tally tally = swarm.tally();
    return new PopulationResult(
        name,
        kind,
        bounds.connections(),
        Double.NaN,
        swarm.seconds(),
        tally.ledger(),
        tally.drained,
        tally.drainedOk,
        tally.retries,
        tally.statuses(),
        tally.errors(),
        tally.bytesSent,
        tally.bytesReceived,
        collector.latencies(),
        tally.connectionLedger());
  }

  /// What the target did wrong, in words, with how often; after [#await] alone.
  public Map<String, Long> findings() {
    return Map.copyOf(swarm.findings());
  }

  /// The name of the population.
  public String name() {
    return name;
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    if (watch != null) {
      watch.close();
    }
    loop.close();
  }
}
