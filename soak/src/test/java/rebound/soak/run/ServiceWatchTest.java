package rebound.soak.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import rebound.chaos.arrival.Arrivals;
import rebound.chaos.arrival.CatchUp;
import rebound.chaos.load.LoadModel;
import rebound.chaos.load.Request;
import rebound.chaos.measure.IntervalSample;
import rebound.chaos.measure.Latencies;
import rebound.soak.evidence.RecoveryRecord;
import rebound.soak.plan.LoadPlan;
import rebound.soak.plan.Phase;
import rebound.soak.plan.PhaseKind;
import rebound.soak.plan.PopulationPlan;
import rebound.soak.plan.RecoveryPlan;
import rebound.soak.plan.RequestPlan;

class ServiceWatchTest {
  private static final RecoveryPlan PLAN = new RecoveryPlan("baseline", Duration.ZERO);

  private final ServiceWatch watch = ServiceWatch.of(List.of());

  private static Phase phase(String name) {
    return phase(name, new LoadModel.Open(new Arrivals.Poisson(300), 1, 10));
  }

  private static Phase phase(String name, LoadModel load) {
    PopulationPlan users =
        new PopulationPlan(
            "users",
            new LoadPlan.Fixed(load),
            Optional.empty(),
            List.of(new RequestPlan("ping", Request.get("/ping"))),
            Duration.ofSeconds(1),
            Duration.ofSeconds(10),
            CatchUp.IMMEDIATE,
            true,
            0);
    return new Phase(
        name,
        name,
        PhaseKind.LOAD,
        Duration.ofSeconds(10),
        List.of(users),
        Optional.empty(),
        Map.of(),
        List.of(),
        Optional.empty());
  }

  private static IntervalSample second(int second, long good, long millis) {
    return second(second, 300, good, millis);
  }

  private static IntervalSample second(int second, long due, long good, long millis) {
    Histogram response = Latencies.histogram();
    response.recordValueWithCount(millis * 1_000_000, 300);
    return new IntervalSample(
        "users",
        second * 1_000_000_000L,
        (second + 1) * 1_000_000_000L,
        due,
        due,
        good,
        0,
        due - good,
        Map.of(),
        0,
        1,
        response,
        response);
  }

  private void baseline(int seconds) {
    List<IntervalSample> samples = new ArrayList<>();
    for (int i = 0; i < seconds; i++) {
      samples.add(second(i, 300, 2));
    }
    watch.add(phase("baseline"), samples);
  }

  private RecoveryRecord after(double harmEndSeconds, IntervalSample... samples) {
    watch.add(phase("harm"), List.of(samples));
    return watch.judge(phase("harm"), PLAN, harmEndSeconds, List.of(), 0, true);
  }

  @Test
  void recoveryIsTheFirstOfFiveGoodSecondsInARow() {
    baseline(31);

    RecoveryRecord record =
        after(
            2,
            second(0, 300, 2),
            second(1, 0, 900),
            second(2, 100, 900),
            second(3, 300, 40),
            second(4, 300, 2),
            second(5, 299, 2),
            second(6, 300, 2),
            second(7, 300, 2),
            second(8, 300, 2));

    assertThat(record.recovered()).isTrue();
    assertThat(record.seconds()).isEqualTo(2);
    assertThat(record.lostAnswers()).isBetween(150.0, 250.0);
  }

  @Test
  void aSecondInWhichFewArrivedByChanceIsNoHarm() {
    baseline(31);

    RecoveryRecord record =
        after(
            0,
            second(0, 240, 240, 2),
            second(1, 300, 300, 2),
            second(2, 240, 239, 2),
            second(3, 310, 310, 2),
            second(4, 240, 240, 2));

    assertThat(record.seconds()).isEqualTo(0);
  }

  @Test
  void clientsThatWaitForTheirAnswersAskLessAndThatIsHarm() {
    LoadModel closed = new LoadModel.Closed(1, 1, Duration.ZERO);
    List<IntervalSample> before = new ArrayList<>();
    List<IntervalSample> after = new ArrayList<>();
    for (int i = 0; i < 31; i++) {
      before.add(second(i, 300, 2));
      after.add(second(i, 240, 240, 2));
    }
    watch.add(phase("baseline", closed), before);
    watch.add(phase("harm", closed), after);

    RecoveryRecord record = watch.judge(phase("harm", closed), PLAN, 0, List.of(), 0, true);

    assertThat(record.recovered()).isFalse();
  }

  @Test
  void fourGoodSecondsAreNotEnough() {
    baseline(31);

    RecoveryRecord record =
        after(0, second(0, 300, 2), second(1, 300, 2), second(2, 300, 2), second(3, 300, 2));

    assertThat(record.recovered()).isFalse();
    assertThat(record.seconds()).isNull();
    assertThat(record.watchedSeconds()).isEqualTo(4);
  }

  @Test
  void aBaselineThatIsTooShortSaysSo() {
    baseline(5);

    RecoveryRecord record = after(0, second(0, 300, 2));

    assertThat(record.state()).isEqualTo("UNKNOWN");
    assertThat(record.recovered()).isNull();
    assertThat(record.sentence()).contains("5 windows of 1.0 s at 300 requests/s", "needs 30");
  }

  @Test
  void aPhaseThatIsDoneAgainStartsAfresh() {
    baseline(31);
    watch.add(phase("harm"), List.of(second(0, 0, 900)));
    watch.forget(phase("harm"));

    assertThat(watch.judge(phase("harm"), PLAN, 0, List.of(), 0, true).sentence())
        .contains("no second after the harm");
  }

  /// A phase of the plan whose recovery is judged by tenths of a second.
  private static Phase judged(String name) {
    Phase plain = phase(name);
    return new Phase(
        plain.name(),
        plain.title(),
        PhaseKind.RECOVERY,
        plain.duration(),
        plain.populations(),
        Optional.empty(),
        Map.of(),
        List.of(),
        Optional.of(PLAN));
  }

  private static List<IntervalSample> tenths(int count, long good, long millis) {
    List<IntervalSample> samples = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Histogram response = Latencies.histogram();
      response.recordValueWithCount(millis * 1_000_000, 200);
      samples.add(
          new IntervalSample(
              "users",
              i * 100_000_000L,
              (i + 1) * 100_000_000L,
              200,
              200,
              good,
              0,
              200 - good,
              Map.of(),
              0,
              1,
              response,
              response));
    }
    return samples;
  }

  @Test
  void eightSecondsOfManyRequestsAreBaselineEnoughInWindowsOfAFifthOfASecond() {
    ServiceWatch fine = ServiceWatch.of(List.of(judged("recovery")));
    assertThat(fine.sampling(phase("baseline"))).isEqualTo(Duration.ofMillis(100));
    assertThat(fine.sampling(phase("recovery"))).isEqualTo(Duration.ofMillis(100));
    assertThat(fine.sampling(phase("other"))).isEqualTo(Duration.ofSeconds(1));

    fine.add(phase("baseline"), tenths(80, 200, 2));
    List<IntervalSample> after = new ArrayList<>(tenths(6, 0, 900));
    after.addAll(tenths(80, 200, 2).subList(6, 80));
    fine.add(judged("recovery"), after);
    RecoveryRecord record = fine.judge(judged("recovery"), PLAN, 0, List.of(), 0, true);

    assertThat(record.state()).isEqualTo("RECOVERED");
    assertThat(record.windowSeconds()).isEqualTo(0.2);
    assertThat(record.seconds()).isEqualTo(0.6);
    assertThat(record.lostAnswers()).isCloseTo(1_200, within(0.1));
    assertThat(record.endGoodRatio()).isCloseTo(1, within(1e-9));
  }

  @Test
  void whatDoesNotComeBackIsSaidToBeMoreThanWasWatched() {
    ServiceWatch fine = ServiceWatch.of(List.of(judged("recovery")));
    fine.add(phase("baseline"), tenths(80, 200, 2));
    fine.add(judged("recovery"), tenths(80, 150, 2));

    RecoveryRecord record = fine.judge(judged("recovery"), PLAN, 0, List.of(), 0, true);

    assertThat(record.state()).isEqualTo("DEGRADED");
    assertThat(record.missed()).isTrue();
    assertThat(record.seconds()).isNull();
    assertThat(record.watchedSeconds()).isEqualTo(8);
    assertThat(record.endGoodRatio()).isCloseTo(0.75, within(1e-9));
  }

  @Test
  void shortSamplesBecomeWholeSecondsAgain() {
    WholeSeconds whole = new WholeSeconds();
    assertThat(whole.add(tenths(9, 200, 2))).isEmpty();
    List<IntervalSample> seconds = whole.add(tenths(25, 200, 2).subList(9, 25));

    assertThat(seconds).hasSize(2);
    assertThat(seconds.getLast().startNanos()).isEqualTo(1_000_000_000L);
    assertThat(seconds.getLast().endNanos()).isEqualTo(2_000_000_000L);
    assertThat(seconds.getLast().attempted()).isEqualTo(2_000);
    assertThat(seconds.getLast().response().getTotalCount()).isEqualTo(2_000);
    assertThat(whole.rest()).singleElement().extracting(IntervalSample::good).isEqualTo(1_000L);
    assertThat(whole.rest()).isEmpty();
    assertThat(whole.add(List.of(second(0, 300, 2)))).hasSize(1);
  }
}
