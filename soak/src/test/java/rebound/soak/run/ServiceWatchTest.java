package rebound.soak.run;

import static org.assertj.core.api.Assertions.assertThat;

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

  private final ServiceWatch watch = new ServiceWatch();

  private static Phase phase(String name) {
    PopulationPlan users =
        new PopulationPlan(
            "users",
            new LoadPlan.Fixed(new LoadModel.Open(new Arrivals.Poisson(300), 1, 10)),
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
    Histogram response = Latencies.histogram();
    response.recordValueWithCount(millis * 1_000_000, 300);
    return new IntervalSample(
        "users",
        second * 1_000_000_000L,
        (second + 1) * 1_000_000_000L,
        300,
        300,
        good,
        0,
        300 - good,
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
    assertThat(record.sentence()).contains("5 seconds", "needs 30");
  }

  @Test
  void aPhaseThatIsDoneAgainStartsAfresh() {
    baseline(31);
    watch.add(phase("harm"), List.of(second(0, 0, 900)));
    watch.forget(phase("harm"));

    assertThat(watch.judge(phase("harm"), PLAN, 0, List.of(), 0, true).sentence())
        .contains("no second after the harm");
  }
}
