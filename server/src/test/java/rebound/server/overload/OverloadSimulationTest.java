package rebound.server.overload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Two servers of 5 ms behind a gate, in simulated time: open Poisson arrivals at multiples of what
/// they can do, a deadline of 200 ms. The shapes are those of METHODOLOGY's reference table, for
/// rejections that cost nothing.
final class OverloadSimulationTest {
  private static final int SERVERS = 2;
  private static final double SERVICE_NANOS = 5e6;
  private static final long DEADLINE_NANOS = 200_000_000;
  private static final double CAPACITY = SERVERS / SERVICE_NANOS;
  private static final long END_NANOS = 60_000_000_000L;
  private static final long WARM_NANOS = 10_000_000_000L;

  private record Event(long at, Runnable what) {}

  /// What the simulation has seen.
  private static final class World {
    final SplittableRandom random = new SplittableRandom(7);
    final PriorityQueue<Event> events =
        new PriorityQueue<>((one, other) -> Long.compare(one.at(), other.at()));
    final ArrayDeque<Arrival> servers = new ArrayDeque<>();
    final Gate gate;
    final boolean deadlinesKnown;
    long now;
    int busy;
    long arrived;
    long good;
    long shed;
    long worst;

    World(Policy policy, int limit, boolean deadlinesKnown) {
      this.gate = new Admission(policy, limit, SERVERS).gate("test", SERVERS, 1, () -> now);
      this.deadlinesKnown = deadlinesKnown;
    }

    double exponential(double mean) {
      return -Math.log(1 - random.nextDouble()) * mean;
    }

    void arrive(double multiple) {
      gate.enter(new Arrival(this, now));
      long next = now + (long) exponential(1 / (CAPACITY * multiple));
      if (next < END_NANOS) {
        events.add(new Event(next, () -> arrive(multiple)));
      }
    }

    void serve() {
      while (busy < SERVERS && !servers.isEmpty()) {
        Arrival arrival = servers.poll();
        busy++;
        events.add(
            new Event(
                now + (long) exponential(SERVICE_NANOS),
                () -> {
                  busy--;
                  arrival.end();
                  serve();
                }));
      }
    }

    /// Goodput over capacity.
    double run(double multiple) {
      events.add(new Event(0, () -> arrive(multiple)));
      for (Event event = events.poll(); event != null; event = events.poll()) {
        now = event.at();
        event.what().run();
      }
      return good / (CAPACITY * (END_NANOS - WARM_NANOS));
    }
  }

  private static final class Arrival implements Visitor {
    private final World world;
    private final long at;
    private long admittedAt;
    private int underWay;

    Arrival(World world, long at) {
      this.world = world;
      this.at = at;
      world.arrived++;
    }

    @Override
    public long deadlineNanos() {
      return world.deadlinesKnown ? at + DEADLINE_NANOS : Long.MAX_VALUE;
    }

    @Override
    public void admitted() {
      admittedAt = world.now;
      underWay = world.gate.underWay();
      world.servers.add(this);
      world.serve();
    }

    @Override
    public void shed() {
      world.shed++;
    }

    void end() {
      long took = world.now - at;
      if (took <= DEADLINE_NANOS && at >= WARM_NANOS) {
        world.good++;
        world.worst = Math.max(world.worst, took);
      }
      world.gate.leave(admittedAt, underWay, took > DEADLINE_NANOS);
    }
  }

  @Test
  void withoutAGateThereIsNoGoodputPastCapacity() {
    assertThat(new World(Policy.NONE, 0, false).run(1.5)).isLessThan(0.05);
  }

  @ParameterizedTest
  @ValueSource(doubles = {1.5, 2, 5, 10})
  void codelKeepsTheGoodput(double multiple) {
    World world = new World(Policy.CODEL, 0, false);
    assertThat(world.run(multiple)).isGreaterThan(0.95);
    assertThat(world.worst).isLessThan(DEADLINE_NANOS);
  }

  @ParameterizedTest
  @ValueSource(doubles = {1.5, 2, 5, 10})
  void aFixedLimitKeepsTheGoodput(double multiple) {
    assertThat(new World(Policy.FIXED, 8, false).run(multiple)).isGreaterThan(0.93);
  }

  @ParameterizedTest
  @ValueSource(doubles = {1.5, 2, 5})
  void adaptiveLimitsKeepGoodputWhereNothingKnowsTheCapacity(double multiple) {
    // AIMD grows by one for each good end, so it overshoots for as long as a queue hides it.
    assertThat(new World(Policy.AIMD, 0, true).run(multiple)).isGreaterThan(0.4);
    assertThat(new World(Policy.GRADIENT2, 0, true).run(multiple)).isGreaterThan(0.85);
  }

  @Test
  void belowCapacityNearlyNothingIsShed() {
    for (Policy policy : new Policy[] {Policy.CODEL, Policy.GRADIENT2, Policy.AIMD}) {
      World world = new World(policy, 0, false);
      world.run(0.8);
      assertThat((double) world.shed / world.arrived).as("%s", policy).isLessThan(0.06);
    }
  }

  @Test
  void nobodyIsForgottenAndNoSlotIsLost() {
    for (Policy policy : Policy.values()) {
      World world = new World(policy, 0, true);
      world.run(3);
      assertThat(world.gate.underWay()).as("%s", policy).isZero();
      assertThat(world.gate.waiting()).as("%s", policy).isZero();
      assertThat(world.gate.admitted() + world.gate.shed() + world.gate.hopeless())
          .as("%s", policy)
          .isEqualTo(world.arrived);
      assertThat(world.shed).isEqualTo(world.gate.shed() + world.gate.hopeless());
    }
  }
}
