package rebound.soak.planfile;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import rebound.soak.plan.OverloadPlan;

class OverloadReaderTest {
  private static OverloadPlan read(String... settings) {
    YamlFile file = PlanLibrary.find("overload");
    for (int i = 0; i < settings.length; i += 2) {
      file.set(settings[i], settings[i + 1], "--set");
    }
    return (OverloadPlan) PlanReader.read(file).experiment().orElseThrow();
  }

  private static Duration observe(String... settings) {
    return read(settings).storm().orElseThrow().observe();
  }

  @Test
  void aStormIsWatchedForAsLongAsItsQueueMayTakeToDrain() {
    // 5·(0.7 − 0.2)·5 s/(1 − 0.7) = 42 s: the least is longer.
    assertThat(observe()).isEqualTo(Duration.ofSeconds(60));
    // 5·(0.9 − 0.2)·20 s/(1 − 0.9).
    assertThat(observe("overload.storm.load", "0.9", "overload.storm.for", "20s"))
        .isEqualTo(Duration.ofSeconds(700));
    // 3·2 s·2^5.
    assertThat(observe("overload.storm.pause", "2s", "overload.storm.retries", "6"))
        .isEqualTo(Duration.ofSeconds(192));
    assertThat(observe("overload.storm.load", "0.9", "overload.storm.observe", "30s"))
        .as("what a plan says stands")
        .isEqualTo(Duration.ofSeconds(30));
  }

  @Test
  void theLongFormOfThePageIsSet() {
    OverloadPlan plan =
        read(
            "overload.stair", "15s",
            "overload.step", "30s",
            "overload.way", "20s",
            "overload.base", "0.3",
            "overload.baseline", "60s",
            "overload.spike", "{load: 5, duration: 30s}",
            "overload.storm.baseline", "60s");

    assertThat(plan.stair()).isEqualTo(Duration.ofSeconds(15));
    assertThat(plan.steps().each()).isEqualTo(Duration.ofSeconds(30));
    assertThat(plan.ways().each()).isEqualTo(Duration.ofSeconds(20));
    assertThat(plan.base()).isEqualTo(0.3);
    assertThat(plan.spike().orElseThrow().duration()).isEqualTo(Duration.ofSeconds(30));
    assertThat(plan.leastSeconds()).isEqualTo(921);
  }
}
