package rebound.soak.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import rebound.chaos.measure.IntervalSample;
import rebound.chaos.measure.Latencies;
import rebound.soak.plan.CapacityPlan.Objective;

class HopelessTest {
  private static final Objective FAST = new Objective("fast", Duration.ofMillis(50), 0.99);
  private static final Objective USABLE = new Objective("usable", Duration.ofMillis(200), 0.99);

  /// 1,000/s for 10 s: 100 may go wrong, and 4 more since a Poisson count may lie above its mean.
  private static Hopeless trial(Objective... objectives) {
    return new Hopeless(List.of(objectives), 1_000, 10);
  }

  private static IntervalSample second(long good, long millis, long shed, long failed) {
    Histogram times = Latencies.histogram();
    times.recordValueWithCount(millis * 1_000_000, good);
    return new IntervalSample(
        "users",
        0,
        1,
        good + shed + failed,
        good + shed,
        good,
        shed,
        failed,
        Map.of(),
        0,
        64,
        times,
        times);
  }

  @Test
  void endsOnlyWhenMoreWentWrongThanTheWholeTrialAllows() {
    Hopeless trial = trial(FAST);

    assertThat(trial.test(second(900, 10, 100, 0))).as("1 %% of the whole").isFalse();
    assertThat(trial.test(second(996, 10, 4, 0))).as("within what chance may plan").isFalse();
    assertThat(trial.test(second(999, 10, 0, 1))).isTrue();
    assertThat(trial.over()).isTrue();
  }

  @Test
  void slowAnswersFailTheObjectiveWhoseLimitTheyMiss() {
    assertThat(trial(FAST).test(second(1_000, 100, 0, 0))).isTrue();
    assertThat(trial(USABLE).test(second(1_000, 100, 0, 0))).isFalse();
    assertThat(trial(FAST, USABLE).test(second(1_000, 100, 0, 0)))
        .as("the other objective still learns from it")
        .isFalse();
  }

  @Test
  void aTrialThatIsFineGoesOn() {
    Hopeless trial = trial(FAST, USABLE);
    for (int i = 0; i < 10; i++) {
      assertThat(trial.test(second(1_000, 10, 0, 0))).isFalse();
    }
  }
}
