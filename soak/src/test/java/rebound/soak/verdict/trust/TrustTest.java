package rebound.soak.verdict.trust;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import rebound.soak.evidence.sample.MachineSample;
import rebound.soak.evidence.sample.Reading;

class TrustTest {
  private static MachineSample second(
      double hiccupMillis, double canaryMicros, double userSystem, double own, long swap) {
    return second(
        hiccupMillis,
        Reading.of((long) (canaryMicros * 1e3)),
        userSystem,
        own,
        Reading.of(0),
        Reading.of(swap));
  }

  private static MachineSample second(
      double hiccupMillis,
      Reading canary,
      double userSystem,
      double own,
      Reading memoryFull,
      Reading swap) {
    double total = 2e9;
    return new MachineSample(
        1,
        1,
        1_000_000_000,
        (long) (hiccupMillis * 1e6),
        (long) (hiccupMillis * 1e6),
        canary,
        Reading.of((long) total),
        Reading.of((long) (userSystem * total)),
        Reading.of((long) (0.01 * total)),
        Reading.of(0),
        own < 0 ? Reading.unreadable("ended") : Reading.of((long) (own * total)),
        Reading.of(0),
        memoryFull,
        swap,
        Reading.of(0),
        Reading.of(0),
        Reading.of(0),
        Reading.of(0),
        Reading.of(0),
        Reading.of(0));
  }

  private static MachineCalm calm(MachineSample sample) {
    return MachineCalm.of(Stream.generate(() -> sample).limit(10).toList());
  }

  private static final MachineCalm QUIET = calm(second(0.2, 300, 0.02, 0.01, 0));

  @Test
  void aCalmMachineIsTrusted() {
    MachineCalm phase = calm(second(1, 305, 0.6, 0.58, 0));

    assertThat(phase.judge(QUIET).reasons()).isEmpty();
    assertThat(phase.othersRatio().orElseThrow()).isCloseTo(0.02, within(1e-9));
    assertThat(phase.idleRatio().orElseThrow()).isCloseTo(0.39, within(1e-9));
  }

  @Test
  void othersCpuIsSeenWhereStealSaysNothing() {
    assertThat(calm(second(1, 305, 0.6, 0.5, 0)).judge(QUIET).reasons())
        .containsExactly("other processes took 10.0 % of the CPU time, at most 5 %");
  }

  @Test
  void aSlowerCpuStallsAndSwapAreNamed() {
    assertThat(calm(second(20, 420, 0.5, 0.49, 3)).judge(QUIET).reasons())
        .hasSize(4)
        .anyMatch(reason -> reason.contains("hiccup p99 20.0 ms"))
        .anyMatch(reason -> reason.contains("canary median 420"))
        .anyMatch(reason -> reason.contains("30 pages were swapped"));
  }

  @Test
  void stallsUnderOurOwnFullLoadSayNothing() {
    assertThat(calm(second(20, 300, 0.95, 0.93, 0)).judge(QUIET).trusted()).isTrue();
  }

  @Test
  void aCheckThatCouldNotBeMadeIsNotPassed() {
    Reading none = Reading.unreadable("not here");

    assertThat(calm(second(1, none, 0.5, 0.49, Reading.of(0), none)).judge(QUIET).reasons())
        .containsExactly("the canary never ran", "the pages swapped could not be read");
  }

  @Test
  void aKernelWithoutPressureFiguresIsUsedAndSaysSo() {
    Reading canary = Reading.of(300_000);
    Reading none = Reading.unreadable("/proc/pressure/memory: not there");
    MachineCalm calm = calm(second(1, canary, 0.5, 0.49, none, Reading.of(0)));

    assertThat(calm.judge(QUIET).trusted()).isTrue();
    assertThat(calm.unread()).contains("/proc/pressure/memory");
    assertThat(QUIET.unread()).isEmpty();
  }

  @Test
  void aRestIsSpoiledByWhatMovesMemoryOnly() {
    assertThat(calm(second(20, 420, 0.5, 0.1, 0)).memory().trusted()).isTrue();
    assertThat(calm(second(1, 300, 0.5, 0.49, 3)).memory().reasons())
        .containsExactly("30 pages were swapped");
  }

  @Test
  void whatCannotBeReadIsNotTrusted() {
    assertThat(calm(second(1, 300, 0.5, -1, 0)).judge(QUIET).reasons())
        .containsExactly("the CPU time of other processes could not be read");
    assertThatThrownBy(() -> MachineCalm.of(List.of())).hasMessageContaining("not judged");
  }
}
