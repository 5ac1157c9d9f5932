package rebound.soak.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import rebound.soak.evidence.sample.MachineSample;
import rebound.soak.evidence.sample.Reading;

class ClockWatchTest {
  private final ClockWatch watch = new ClockWatch();

  @Test
  void evenSecondsAreNoNews() {
    assertThat(watch.look(List.of(at(0, 0), at(1, 1_000), at(2.1, 2_101)))).isEmpty();
  }

  @Test
  void aClockThatIsSetAndASuspendAreNoticed() {
    assertThat(watch.look(List.of(at(0, 0), at(1, 3_601_000)))).hasSize(1);
    assertThat(watch.look(List.of(at(2, 3_600_000))))
        .containsExactly("the wall clock jumped by -2.0 s (set, or the machine was suspended)");
  }

  @Test
  void aPauseIsNoticedThatBothClocksCount() {
    assertThat(watch.look(List.of(at(0, 0), at(30, 30_000))))
        .containsExactly(
            "the machine was not seen for 30.0 s: it stood still, or was far too busy");
  }

  private static MachineSample at(double seconds, long wallMillis) {
    Reading none = Reading.unreadable("not asked");
    return new MachineSample(
        Math.round(seconds * 1e9),
        wallMillis,
        1,
        0,
        0,
        none,
        none,
        none,
        none,
        none,
        none,
        none,
        none,
        none,
        none,
        none,
        none,
        none,
        none,
        none);
  }
}
