package rebound.soak.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import rebound.chaos.load.Traffic;
import rebound.chaos.measure.DriverReport;
import rebound.chaos.measure.IntervalSample;
import rebound.chaos.measure.PopulationResult;
import rebound.soak.plan.Phase;

/// Several traffics of one phase beside each other: the driver's, and one of each hostile
/// population. The word on the driver is that of the first one. Used by the run's one thread.
final class JointTraffic implements Traffic {
  private final List<Traffic> parts;
  private final List<String> order;

  /// Joins traffics.
  ///
  /// @param parts at least one; the driver's first, where it has a part
  /// @param order names of all populations in the plan's order
  JointTraffic(List<? extends Traffic> parts, List<String> order) {
    this.parts = List.copyOf(parts);
    this.order = List.copyOf(order);
  }

  /// The traffics of a phase as one.
  ///
  /// @param parts at least one; the driver's first, where it has a part
  static Traffic of(List<Traffic> parts, Phase phase) {
    return parts.size() == 1
        ? parts.getFirst()
        : new JointTraffic(parts, phase.populations().stream().map(it -> it.name()).toList());
  }

  @Override
  public int open(Duration within) throws InterruptedException {
    long deadline = System.nanoTime() + within.toNanos();
    int standing = 0;
    for (Traffic part : parts) {
      standing += part.open(Duration.ofNanos(Math.max(0, deadline - System.nanoTime())));
    }
    return standing;
  }

  @Override
  public void start(long startNanos, long durationNanos) {
    parts.forEach(part -> part.start(startNanos, durationNanos));
  }

  @Override
  public List<IntervalSample> samples() {
    List<IntervalSample> samples = new ArrayList<>();
    parts.forEach(part -> samples.addAll(part.samples()));
    return samples;
  }

  @Override
  public boolean ended() {
    return parts.stream().allMatch(Traffic::ended);
  }

  @Override
  public void stop() {
    parts.forEach(Traffic::stop);
  }

  @Override
  public Result await() throws InterruptedException {
    List<PopulationResult> populations = new ArrayList<>();
    DriverReport driver = null;
    for (Traffic part : parts) {
      Result result = part.await();
      populations.addAll(result.populations());
      driver = driver == null ? result.driver() : driver;
    }
    populations.sort(Comparator.comparingInt(it -> order.indexOf(it.name())));
    return new Result(populations, driver);
  }

  @Override
  public void close() {
    parts.forEach(Traffic::close);
  }
}
