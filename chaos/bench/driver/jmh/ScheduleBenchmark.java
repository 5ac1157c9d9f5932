package rebound.chaos.bench.jmh;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import rebound.chaos.arrival.Arrivals;
import rebound.chaos.arrival.Schedule;

/// What the next arrival costs to reckon.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class ScheduleBenchmark {
  private static final long LENGTH = Duration.ofHours(1).toNanos();

  @Param({"constant", "poisson", "ramp", "onOff"})
  public String arrivals;

  private Schedule schedule;

  @Setup
  public void make() {
    Arrivals words =
        switch (arrivals) {
          case "constant" -> new Arrivals.Constant(1_000);
          case "poisson" -> new Arrivals.Poisson(1_000);
          case "ramp" -> new Arrivals.Ramp(0, 2_000);
          default ->
              new Arrivals.OnOff(2_000, 100, Duration.ofSeconds(1), Duration.ofSeconds(1));
        };
    schedule = Schedule.of(words, LENGTH, 1);
  }

  @Benchmark
  public long next() {
    long nanos = schedule.nextNanos();
    if (nanos == Schedule.END) {
      make();
    }
    return nanos;
  }
}
