package rebound.chaos.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static rebound.chaos.load.Phases.catchUp;
import static rebound.chaos.load.Phases.closed;
import static rebound.chaos.load.Phases.open;
import static rebound.chaos.load.Phases.result;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rebound.chaos.arrival.Arrivals;
import rebound.chaos.arrival.CatchUp;
import rebound.chaos.measure.DriverReport;
import rebound.chaos.measure.IntervalSample;
import rebound.chaos.measure.Ledger;
import rebound.chaos.measure.PopulationResult;

/// The driver's figures against the truth, which a server of our own has written down.
class HonestyIT {
  private static final long SECOND = 1_000_000_000L;
  private static final long MILLI = 1_000_000L;
  private static LoadDriver driver;

  @BeforeAll
  static void startDriver() throws IOException, InterruptedException {
    driver = new LoadDriver(Settings.defaults());
    try (StubServer server = StubServer.prompt()) {
      result(driver, server.endpoint(), Duration.ofSeconds(1), closed(16, Request.get("/")));
    }
  }

  @AfterAll
  static void endDriver() {
    driver.close();
  }

  private static double percentile(Histogram histogram, double percentile) {
    return histogram.getValueAtPercentile(percentile) / 1e6;
  }

  private static double percentile(long[] nanos, double percentile) {
    long[] sorted = nanos.clone();
    Arrays.sort(sorted);
    int rank = (int) Math.ceil(percentile / 100 * sorted.length);
    return sorted[Math.max(0, rank - 1)] / 1e6;
  }

  @Test
  void aTargetFrozenForHalfThePhaseLosesNoArrivalAndShowsInThePercentiles() throws Exception {
    Process target =
        new ProcessBuilder(
                ProcessHandle.current().info().command().orElseThrow(),
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                ResponderMain.class.getName())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try (BufferedReader out =
        new BufferedReader(
            new InputStreamReader(target.getInputStream(), StandardCharsets.UTF_8))) {
      Endpoint endpoint = Endpoint.http("127.0.0.1", Integer.parseInt(out.readLine()));
      Population population = open(new Arrivals.Constant(100), 10, 1_000);
      try (Traffic traffic = driver.prepare(endpoint, List.of(population), 1)) {
        traffic.open(Duration.ofSeconds(10));
        long start = System.nanoTime();
        traffic.start(start, 4 * SECOND);
        LockSupport.parkNanos(SECOND);
        signal("-STOP", target);
        long frozen = System.nanoTime();
        LockSupport.parkNanos(2 * SECOND);
        long thawed = System.nanoTime();
        signal("-CONT", target);
        PopulationResult result = traffic.await().populations().getFirst();

        assertThat(result.ledger().attempted()).isEqualTo(400);
        assertThat(result.ledger().addsUp()).isTrue();
        assertThat(result.ledger().completed()).isEqualTo(400);
        // An arrival in the frozen time waits for its end; all others wait for nothing.
        long[] waits = new long[400];
        for (int i = 0; i < waits.length; i++) {
          long due = start + 10L * i * MILLI;
          waits[i] = due > frozen && due < thawed ? thawed - due : 0;
        }
        Histogram response = result.latencies().response();
        for (double percentile : new double[] {25, 75, 90, 99}) {
          assertThat(percentile(response, percentile))
              .as("p%s", percentile)
              .isCloseTo(percentile(waits, percentile), within(150.0));
        }
      }
    } finally {
      target.destroyForcibly().waitFor();
    }
  }

  private static void signal(String signal, Process target) throws Exception {
    assertThat(new ProcessBuilder("kill", signal, Long.toString(target.pid())).start().waitFor())
        .isZero();
  }

  @Test
  void aKnownDistributionIsMeasuredAsTheServerCountedIt() throws Exception {
    Trust.untilTrusted(HonestyIT::serverOfKnownDelays);
  }

  private static DriverReport serverOfKnownDelays() throws Exception {
    SplittableRandom random = new SplittableRandom(3);
    try (StubServer server =
        new StubServer(came -> came + (long) (20 * MILLI * Math.exp(0.5 * gaussian(random))))) {
      Traffic.Result all =
          Phases.drive(
              driver,
              server.endpoint(),
              Duration.ofSeconds(3),
              open(new Arrivals.Poisson(1_000), 100, 1_000));
      PopulationResult result = all.populations().getFirst();
      // 3 % is the demand; stalls of a busy machine fall between the two clocks' readings.
      double stalls = 0.5 + all.driver().hiccupP99Millis();
      if (!all.driver().trusted()) {
        return all.driver();
      }
      long[] came = server.came();
      long[] answered = server.answered();
      long[] truth = new long[came.length];
      Arrays.setAll(truth, i -> answered[i] - came[i]);
      for (double percentile : new double[] {50, 99}) {
        double expected = percentile(truth, percentile);
        assertThat(percentile(result.latencies().service(), percentile))
            .as("p%s", percentile)
            .isCloseTo(expected, within(0.03 * expected + stalls));
      }
      return all.driver();
    }
  }

  private static double gaussian(SplittableRandom random) {
    return Math.sqrt(-2 * Math.log1p(-random.nextDouble()))
        * Math.cos(2 * Math.PI * random.nextDouble());
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 2_500})
  void arrivalsKeepTheirDistance(int perSecond) throws Exception {
    Trust.untilTrusted(() -> steadyArrivals(perSecond));
  }

  private static DriverReport steadyArrivals(int perSecond) throws Exception {
    try (StubServer server = StubServer.prompt()) {
      Traffic.Result all =
          Phases.drive(
              driver,
              server.endpoint(),
              Duration.ofSeconds(2),
              open(new Arrivals.Constant(perSecond), 16, 1_000));
      PopulationResult result = all.populations().getFirst();
      assertThat(result.ledger().attempted()).isEqualTo(2L * perSecond);
      long[] came = server.came();
      assertThat(came).hasSize(2 * perSecond);
      if (!all.driver().trusted()) {
        return all.driver();
      }
      long[] gaps = new long[came.length - 1];
      Arrays.setAll(gaps, i -> came[i + 1] - came[i]);
      double gap = 1e3 / perSecond;
      assertThat(percentile(gaps, 50)).isCloseTo(gap, within(0.1 * gap));
      long doubled = Arrays.stream(gaps).filter(g -> g / 1e6 < 0.25 * gap).count();
      assertThat((double) doubled / gaps.length).as("arrivals that came in pairs").isLessThan(0.2);
      return all.driver();
    }
  }

  @Test
  void ratesBelowOnePerSecondAreExact() throws Exception {
    try (StubServer server = StubServer.prompt()) {
      PopulationResult result =
          result(
              driver,
              server.endpoint(),
              Duration.ofSeconds(3),
              open(new Arrivals.Constant(0.7), 1, 10));
      // Due at 0, 1.43 and 2.86 s.
      assertThat(result.ledger().ok()).isEqualTo(3);
      assertThat(server.came()).hasSize(3);
    }
  }

  @Test
  void aStalledTargetMeetsTheBoundAndNoBurstFollows() throws Exception {
    Trust.untilTrusted(HonestyIT::targetThatStalls);
  }

  private static DriverReport targetThatStalls() throws Exception {
    try (StubServer server = StubServer.prompt()) {
      Population population = open(new Arrivals.Constant(200), 5, 20);
      try (Traffic traffic = driver.prepare(server.endpoint(), List.of(population), 1)) {
        traffic.open(Duration.ofSeconds(10));
        traffic.start(System.nanoTime(), 3 * SECOND);
        LockSupport.parkNanos(SECOND / 2);
        server.freeze(SECOND);
        Traffic.Result all = traffic.await();
        PopulationResult result = all.populations().getFirst();
        assertThat(result.ledger().attempted()).isEqualTo(600);
        assertThat(result.ledger().addsUp()).isTrue();
        assertThat(server.mostWaiting()).isLessThanOrEqualTo(20);
        assertThat(server.came()).hasSize((int) (600 - result.ledger().unsent()));
        if (!all.driver().trusted()) {
          return all.driver();
        }
        // 200 were due in the stall, 20 of them went out.
        assertThat(result.ledger().capReached()).isBetween(100L, 230L);
        assertThat(result.ledger().driverLate()).isZero();
        List<IntervalSample> samples = traffic.samples();
        assertThat(samples).allSatisfy(s -> assertThat(s.attempted()).isLessThanOrEqualTo(260));
        assertThat(samples.stream().mapToLong(IntervalSample::attempted).sum()).isEqualTo(600);
        assertThat(samples.stream().mapToLong(IntervalSample::completed).sum())
            .isEqualTo(result.ledger().completed());
        return all.driver();
      }
    }
  }

  private static Traffic.Result withAStalledDriver(CatchUp catchUp, StubServer server)
      throws Exception {
    Population population = catchUp(open(new Arrivals.Constant(200), 30, 1_000), catchUp);
    try (Traffic traffic = driver.prepare(server.endpoint(), List.of(population), 1)) {
      traffic.open(Duration.ofSeconds(10));
      traffic.start(System.nanoTime(), 2 * SECOND);
      LockSupport.parkNanos(SECOND / 2);
      driver.loops().getFirst().execute(() -> sleep(500));
      return traffic.await();
    }
  }

  private static void sleep(long millis) {
    try {
      TimeUnit.MILLISECONDS.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void aStalledDriverSaysSoAndSendsNothingLateWhenToldTo() throws Exception {
    try (StubServer server = StubServer.prompt()) {
      Traffic.Result all = withAStalledDriver(CatchUp.NONE, server);
      PopulationResult result = all.populations().getFirst();
      assertThat(result.ledger().attempted()).isEqualTo(400);
      assertThat(result.ledger().driverLate()).isBetween(80L, 130L);
      assertThat(server.came()).hasSize((int) (400 - result.ledger().driverLate()));
      assertThat(all.driver().trusted()).isFalse();
      assertThat(all.driver().reasons())
          .anyMatch(reason -> reason.contains("did not send"))
          .anyMatch(reason -> reason.contains("late for arrivals"));
      assertThat(all.driver().lagMaxMillis()).isGreaterThan(400);
    }
  }

  @Test
  void aStalledDriverCatchesUpAtOnceOrAtTwiceTheRate() throws Exception {
    try (StubServer server = StubServer.prompt()) {
      Traffic.Result all = withAStalledDriver(CatchUp.IMMEDIATE, server);
      assertThat(all.populations().getFirst().ledger().completed()).isEqualTo(400);
      assertThat(all.driver().trusted()).isFalse();
      // Response time counts from the intended time: a quarter of all waited up to 0.5 s.
      assertThat(percentile(all.populations().getFirst().latencies().response(), 99))
          .isBetween(430.0, 700.0);
    }
    try (StubServer server = StubServer.prompt()) {
      Traffic.Result all = withAStalledDriver(CatchUp.PACED, server);
      Ledger ledger = all.populations().getFirst().ledger();
      assertThat(ledger.attempted()).isEqualTo(400);
      assertThat(ledger.completed()).isEqualTo(400 - ledger.driverLate()).isGreaterThan(350);
      long[] came = server.came();
      int resumed = 0;
      while (came[resumed + 1] - came[resumed] < 300 * MILLI) {
        resumed++;
      }
      long first = came[resumed + 1];
      // 20 were due in 100 ms; twice as many may go out.
      assertThat(Arrays.stream(came).filter(c -> c > first && c < first + 100 * MILLI).count())
          .isBetween(10L, 50L);
    }
  }

  @Test
  void nothingIsSentBeforeTheStart() throws Exception {
    try (StubServer server = StubServer.prompt()) {
      List<Population> both =
          List.of(closed(2, Request.get("/")), open(new Arrivals.Constant(50), 2, 100));
      try (Traffic traffic = driver.prepare(server.endpoint(), both, 1)) {
        traffic.open(Duration.ofSeconds(10));
        long start = System.nanoTime() + SECOND / 2;
        traffic.start(start, SECOND / 2);
        Traffic.Result all = traffic.await();
        assertThat(all.populations()).allMatch(result -> result.ledger().ok() > 0);
        assertThat(server.came()[0] - start).isNotNegative();
      }
    }
  }

  @Test
  void aLateStartMovesTheScheduleInsteadOfMakingABurst() throws Exception {
    try (StubServer server = StubServer.prompt()) {
      Population population = open(new Arrivals.Constant(100), 10, 1_000);
      try (Traffic traffic = driver.prepare(server.endpoint(), List.of(population), 1)) {
        traffic.open(Duration.ofSeconds(10));
        traffic.start(System.nanoTime() - 5 * SECOND, SECOND);
        PopulationResult result = traffic.await().populations().getFirst();
        assertThat(result.ledger().ok()).isEqualTo(100);
        long[] came = server.came();
        assertThat(came[99] - came[0]).isGreaterThan(SECOND / 2);
      }
    }
  }

  @Test
  void aDriverStarvedOfItsProcessorDoesNotTrustItself() throws Exception {
    int hogs = 12 * Runtime.getRuntime().availableProcessors();
    Thread[] threads = new Thread[hogs];
    try (StubServer server = StubServer.prompt()) {
      for (int i = 0; i < hogs; i++) {
        threads[i] =
            new Thread(
                () -> {
                  while (!Thread.currentThread().isInterrupted()) {
                    Thread.onSpinWait();
                  }
                });
        threads[i].setDaemon(true);
        threads[i].start();
      }
      Traffic.Result all =
          Phases.drive(
              driver,
              server.endpoint(),
              Duration.ofSeconds(2),
              open(new Arrivals.Constant(2_000), 16, 1_000));
      assertThat(all.driver().trusted()).isFalse();
      assertThat(all.driver().reasons()).isNotEmpty();
      assertThat(all.populations().getFirst().ledger().addsUp()).isTrue();
    } finally {
      for (Thread thread : threads) {
        thread.interrupt();
      }
    }
  }
}
