package rebound.soak.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import rebound.soak.evidence.sample.LivenessSample;

class SlowProbesTest {
  private static List<LivenessSample> probes(int count, long millis) {
    List<LivenessSample> samples = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      samples.add(
          new LivenessSample(
              LivenessSample.Path.FRESH,
              i * 250_000_000L,
              0,
              millis * 1_000_000,
              LivenessSample.Outcome.OK,
              200,
              ""));
    }
    return samples;
  }

  @Test
  void aSlowBaselineMayAnswerFiveTimesAsLate() {
    assertThat(SlowProbes.above(probes(32, 60))).contains(Duration.ofMillis(300));
  }

  @Test
  void aFastBaselineLeaves200Milliseconds() {
    assertThat(SlowProbes.above(probes(32, 2))).contains(Duration.ofMillis(200));
  }

  @Test
  void aFewProbesSetNoLimit() {
    assertThat(SlowProbes.above(probes(19, 60))).isEmpty();
  }
}
