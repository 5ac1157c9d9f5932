package rebound.chaos.load;

import static org.assertj.core.api.Assertions.assertThat;
import static rebound.chaos.load.Phases.open;

import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.LongUnaryOperator;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import rebound.chaos.arrival.Arrivals;
import rebound.chaos.arrival.Schedule;
import rebound.chaos.measure.DriverReport;

/// The experiment of Tene's talk, a quarter as long: 200 requests a second to one server of mean
/// service time 1 ms that stops for 0.25 s of 5 s. Percentiles as a driver shows them are held
/// against the truth; a driver that waits for answers before it asks on must fail the same check.
class CoordinatedOmissionIT {
  private static final long SECOND = 1_000_000_000L;
  private static final long LENGTH = 5 * SECOND;
  private static final long SEED = 9;
  private static final Arrivals ARRIVALS = new Arrivals.Poisson(200);
  private static LoadDriver driver;

  @BeforeAll
  static void startDriver() throws IOException, InterruptedException {
    driver = new LoadDriver(Settings.defaults());
    try (StubServer server = StubServer.prompt()) {
      Phases.drive(
          driver, server.endpoint(), Duration.ofSeconds(1), Phases.closed(16, Request.get("/")));
    }
  }

  @AfterAll
  static void endDriver() {
    driver.close();
  }

  /// The server: one request at a time, in the order they came, and none while it stands still.
  private static final class Queue implements LongUnaryOperator {
    private final SplittableRandom random = new SplittableRandom(42);
    private final long stopped;
    private long freeAt;

    Queue(long startNanos) {
      stopped = startNanos + 2 * SECOND;
      freeAt = startNanos;
    }

    @Override
    public long applyAsLong(long came) {
      long from = Math.max(came, freeAt);
      if (from - stopped >= 0 && from - stopped < SECOND / 4) {
        from = stopped + SECOND / 4;
      }
      freeAt = from + (long) (-Math.log1p(-random.nextDouble()) * 1e6);
      return freeAt;
    }
  }

  /// What the driver said, beside the true nanoseconds of the same arrivals, the shortest first.
  private record Trial(Histogram response, List<Long> truth, DriverReport report) {}

  private static Trial trial(Population population) throws Exception {
    Queue[] queue = new Queue[1];
    try (StubServer server = new StubServer(came -> queue[0].applyAsLong(came));
        Traffic traffic = driver.prepare(server.endpoint(), List.of(population), SEED)) {
      traffic.open(Duration.ofSeconds(10));
      long start = System.nanoTime() + SECOND / 10;
      queue[0] = new Queue(start);
      traffic.start(start, LENGTH);
      Traffic.Result all = traffic.await();
      return new Trial(
          all.populations().getFirst().latencies().response(),
          truth(start, server.answered()),
          all.driver());
    }
  }

  /// Response times of all arrivals: from the schedule to the server's own record of its answers,
  /// or to what the same server would have done, where some never reached it.
  private static List<Long> truth(long start, long[] answered) {
    long[] due = Schedule.of(ARRIVALS, LENGTH, LoadDriver.stream(SEED, 0)).remaining();
    long[] ends = answered;
    if (answered.length != due.length) {
      Queue ideal = new Queue(start);
      ends = Arrays.stream(due).map(it -> ideal.applyAsLong(start + it)).toArray();
    }
    long[] truth = new long[due.length];
    for (int i = 0; i < due.length; i++) {
      truth[i] = ends[i] - start - due[i];
    }
    return Arrays.stream(truth).sorted().boxed().toList();
  }

  /// The percentiles that are wrong, each with both figures: METHODOLOGY 1.3 allows 0.3 ms at p50
  /// and p90 and a tenth above, and what this run's own machine made a thread that only sleeps
  /// wait comes on top.
  private static Map<Double, String> wrong(Trial trial) {
    double slack = 0.3 + trial.report().hiccupP99Millis();
    Map<Double, String> wrong = new TreeMap<>();
    for (double percentile : new double[] {50, 90, 97, 99, 99.9}) {
      int rank = (int) Math.ceil(percentile / 100 * trial.truth().size());
      double expected = trial.truth().get(rank - 1) / 1e6;
      double measured = trial.response().getValueAtPercentile(percentile) / 1e6;
      double allowed = percentile < 97 ? slack : Math.max(slack, 0.1 * expected);
      if (Math.abs(measured - expected) > allowed) {
        wrong.put(
            percentile,
            String.format(
                Locale.ROOT,
                "%.3f ms in the place of %.3f, %.3f allowed",
                measured,
                expected,
                allowed));
      }
    }
    return wrong;
  }

  @Test
  void nothingIsOmittedWhenTheServerStops() throws Exception {
    Trust.untilTrusted(
        () -> {
          Trial trial = trial(open(ARRIVALS, 20, 1_000));
          if (trial.report().trusted()) {
            assertThat(wrong(trial)).isEmpty();
            assertThat(trial.response().getValueAtPercentile(99) / 1e6)
                .as("the stop is in the tail")
                .isGreaterThan(100);
          }
          return trial.report();
        });
  }

  /// The negative control: one connection, and what comes while it waits is not asked at all.
  @Test
  void aDriverThatWaitsForAnswersIsFoundOut() throws Exception {
    Trial coordinated = trial(open(ARRIVALS, 1, 1));
    assertThat(wrong(coordinated)).containsKeys(97.0, 99.0);
  }
}
