package rebound.chaos.load;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import rebound.chaos.loop.EventLoop;
import rebound.chaos.measure.Collector;
import rebound.chaos.measure.DriverWatch;
import rebound.chaos.measure.IntervalSample;
import rebound.chaos.measure.PopulationResult;
import rebound.chaos.measure.Recorder;
import rebound.chaos.measure.Tally;
import rebound.chaos.wire.Buffers;

/// The traffic of populations that the driver itself sends: tells the lanes on their loops what to
/// do and gathers what they counted.
final class PhaseTraffic implements Traffic {
  /// A population with its lanes, one a loop.
  private record Group(Population population, List<Lane> lanes, Collector collector) {}

  private final List<EventLoop> loops;
  private final List<Group> groups = new ArrayList<>();
  private final List<Lane> lanes = new ArrayList<>();
  private final List<IntervalSample> samples = new ArrayList<>();
  private final double quietLagP99Millis;
  private DriverWatch watch;
  private long durationNanos;
  private boolean closed;

  PhaseTraffic(
      List<EventLoop> loops,
      List<Buffers> buffers,
      Endpoint endpoint,
      List<Population> populations,
      long seed,
      Duration each,
      double quietLagP99Millis) {
    this.loops = loops;
    this.quietLagP99Millis = quietLagP99Millis;
    for (int p = 0; p < populations.size(); p++) {
      Population population = populations.get(p);
      List<Lane> own = new ArrayList<>();
      for (int i = 0; i < loops.size(); i++) {
        Share share = new Share(i, loops.size());
        EventLoop loop = loops.get(i);
        own.add(
            new Lane(
                population,
                endpoint,
                share,
                loop,
                buffers.get(i),
                LoadDriver.stream(seed, p),
                each.toNanos()));
      }
      List<Recorder> recorders = own.stream().map(Lane::recorder).toList();
      groups.add(new Group(population, own, new Collector(population.name(), recorders)));
      lanes.addAll(own);
    }
  }

  @Override
  public int open(Duration within) throws InterruptedException {
    long deadline = System.nanoTime() + within.toNanos();
    for (Lane lane : lanes) {
      lane.loop().execute(lane::open);
    }
    for (Lane lane : lanes) {
      if (!awaitUntil(lane.opened(), deadline)) {
        lane.loop().execute(lane::stopOpening);
        awaitUntil(lane.opened(), Long.MAX_VALUE);
      }
    }
    int standing = 0;
    for (Lane lane : lanes) {
      standing += ask(lane);
    }
    return standing;
  }

  private int ask(Lane lane) throws InterruptedException {
    int[] answer = new int[1];
    CountDownLatch asked = new CountDownLatch(1);
    lane.loop()
        .execute(
            () -> {
              answer[0] = lane.standing();
              asked.countDown();
            });
    awaitUntil(asked, Long.MAX_VALUE);
    return answer[0];
  }

  @Override
  public void start(long startNanos, long durationNanos) {
    this.durationNanos = durationNanos;
    for (Lane lane : lanes) {
      lane.demand().plan(durationNanos);
    }
    watch = new DriverWatch(loops);
    // A start that comes late moves the whole schedule: what is past is not caught up in a burst.
    long start = Math.max(startNanos, System.nanoTime());
    for (Lane lane : lanes) {
      lane.loop().execute(() -> lane.start(start, durationNanos));
    }
  }

  @Override
  public List<IntervalSample> samples() {
    drain(false);
    List<IntervalSample> given = List.copyOf(samples);
    samples.clear();
    return given;
  }

  private void drain(boolean ended) {
    for (Group group : groups) {
      samples.addAll(group.collector().drain(ended));
    }
  }

  @Override
  public boolean ended() {
    return lanes.stream().allMatch(it -> it.finished().getCount() == 0);
  }

  @Override
  public void stop() {
    for (Lane lane : lanes) {
      lane.loop().execute(lane::stop);
    }
  }

  @Override
  public Result await() throws InterruptedException {
    for (Lane lane : lanes) {
      while (!awaitUntil(lane.finished(), System.nanoTime() + 200_000_000L)) {
        drain(false);
      }
    }
    drain(true);
    List<PopulationResult> results = new ArrayList<>();
    for (Group group : groups) {
      results.add(result(group));
    }
    return new Result(results, watch.report(results, quietLagP99Millis));
  }

  private PopulationResult result(Group group) {
    Tally tally = new Tally();
    for (Lane lane : group.lanes()) {
      tally.add(lane.tally());
    }
    Population population = group.population();
    Lane first = group.lanes().getFirst();
    double planned = first.demand().offered();
    return new PopulationResult(
        population.name(),
        name(population.model()),
        connections(population.model()),
        planned / (durationNanos / 1e9),
        group.lanes().stream().mapToDouble(Lane::seconds).max().orElseThrow(),
        tally.ledger(),
        tally.drained,
        tally.drainedOk,
        tally.retries,
        tally.statuses(),
        tally.errors(),
        tally.bytesSent,
        tally.bytesReceived,
        group.collector().latencies(),
        tally.connectionLedger());
  }

  private static String name(LoadModel model) {
    return switch (model) {
      case LoadModel.Closed _ -> "closed";
      case LoadModel.Open _ -> "open";
      case LoadModel.Idle _ -> "idle";
      case LoadModel.WebSocketEcho _ -> "websocket";
    };
  }

  private static int connections(LoadModel model) {
    return switch (model) {
      case LoadModel.Closed closed -> closed.connections();
      case LoadModel.Open open -> open.connections();
      case LoadModel.Idle idle -> idle.connections();
      case LoadModel.WebSocketEcho echo -> echo.connections();
    };
  }

  /// Waits in short turns, so that a loop that died of a bug ends the wait with that bug.
  private boolean awaitUntil(CountDownLatch latch, long deadlineNanos) throws InterruptedException {
    while (!latch.await(50, TimeUnit.MILLISECONDS)) {
      for (EventLoop loop : loops) {
        if (loop.failure() != null) {
          throw new IllegalStateException("the driver's loop ended by a bug", loop.failure());
        }
      }
      if (deadlineNanos != Long.MAX_VALUE && System.nanoTime() - deadlineNanos >= 0) {
        return latch.getCount() == 0;
      }
    }
    return true;
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    for (Lane lane : lanes) {
      lane.loop().execute(lane::close);
    }
    if (watch != null) {
      watch.close();
    }
  }
}
