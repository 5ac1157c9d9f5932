package rebound.chaos.hostile.swarm;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
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
  private static final int PROBE_MILLIS = 1_000;

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
  /// @param endpoint where it goes; HTTPS is refused, these clients speak bytes of their own
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
    if (endpoint.tls()) {
      throw new IllegalArgumentException(
          "hostile kind " + kind + " speaks plain HTTP alone: use an http:// target");
    }
    this.name = name;
    this.kind = kind;
    this.bounds = bounds;
    InetSocketAddress address = reachable(endpoint);
    this.loop = new EventLoop("hostile-" + name);
    this.swarm = new Swarm(loop, bounds, tactic, address, seed, each.toNanos());
    this.collector = new Collector(name, List.of(swarm.recorder()));
  }

  /// The first address of the host that takes a connection, or its first one where none does.
  private static InetSocketAddress reachable(Endpoint endpoint) {
    List<InetSocketAddress> addresses = new ArrayList<>();
    try {
      for (InetAddress address : InetAddress.getAllByName(endpoint.host())) {
        boolean fits =
            switch (endpoint.family()) {
              case ANY -> true;
              case IPV4 -> address instanceof Inet4Address;
              case IPV6 -> address instanceof Inet6Address;
            };
        if (fits) {
          addresses.add(new InetSocketAddress(address, endpoint.port()));
        }
      }
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException(
          "host is '" + endpoint.host() + "': no such name; use one that resolves", e);
    }
    if (addresses.isEmpty()) {
      throw new IllegalArgumentException(
          "host '" + endpoint.host() + "' has no address of family " + endpoint.family());
    }
    return addresses.stream()
        .filter(it -> addresses.size() == 1 || answers(it))
        .findFirst()
        .orElse(addresses.getFirst());
  }

  private static boolean answers(InetSocketAddress address) {
    try (Socket socket = new Socket()) {
      socket.connect(address, PROBE_MILLIS);
      return true;
    } catch (IOException refused) {
      return false;
    }
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
