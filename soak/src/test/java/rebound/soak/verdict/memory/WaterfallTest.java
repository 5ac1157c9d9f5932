package rebound.soak.verdict.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import rebound.soak.evidence.sample.JvmSample;
import rebound.soak.evidence.sample.Ladder;
import rebound.soak.evidence.sample.Reading;

class WaterfallTest {
  private static JvmSample jvm(long heapMb, long directMb, long codeMb) {
    Reading none = Reading.of(0);
    return new JvmSample(
        1,
        none,
        Reading.of(heapMb * 1_000_000),
        none,
        Reading.of(directMb),
        Reading.of(directMb * 1_000_000),
        Reading.of(codeMb * 1_000_000),
        none,
        none,
        none,
        List.of("Copy"));
  }

  private static Ladder ladder(
      long before, long collected, long trimmed, JvmSample from, JvmSample to) {
    return new Ladder(
        Reading.of(before * 1_000_000),
        Reading.of(collected * 1_000_000),
        Reading.of(trimmed * 1_000_000),
        from,
        to);
  }

  @Test
  void theStepsAddUpAndTheSentenceNamesTheLargest() {
    Waterfall fall =
        Waterfall.of(ladder(320, 220, 190, jvm(20, 2, 30), jvm(35, 62, 34)), 80_000_000);

    assertThat(fall.aboveBytes()).isEqualTo(240_000_000);
    assertThat(fall.steps().stream().mapToLong(Waterfall.Step::bytes))
        .containsExactly(
            100_000_000L, 30_000_000L, 60_000_000L, 15_000_000L, 4_000_000L, 31_000_000L);
    assertThat(fall.sentence())
        .isEqualTo(
            "240.0 MB above the baseline at the end: 100.0 MB kept by the collector, 30.0 MB kept"
                + " by the allocator, 60.0 MB direct buffers, 15.0 MB live heap, 31.0 MB live or"
                + " leaked elsewhere; no leak: choose a collector or flags that return memory when"
                + " idle");
  }

  @Test
  void retentionByTheAllocatorIsNoLeak() {
    Waterfall fall = Waterfall.of(ladder(300, 290, 90, jvm(20, 2, 30), jvm(20, 2, 30)), 80_000_000);

    assertThat(fall.bytes(Waterfall.ALLOCATOR)).isEqualTo(200_000_000);
    assertThat(fall.sentence()).contains("no leak: free C memory");
  }

  @Test
  void growthInsideMemoryThatWasResidentBeforeExplainsNothing() {
    Waterfall fall = Waterfall.of(ladder(110, 82, 82, jvm(10, 0, 30), jvm(30, 0, 30)), 80_000_000);

    assertThat(fall.bytes(Waterfall.HEAP)).isEqualTo(2_000_000);
    assertThat(fall.bytes(Waterfall.REST)).isZero();
  }

  @Test
  void aLittleNeedsNoExplanationAndNothingReadNoneEither() {
    assertThat(Waterfall.of(ladder(85, 85, 85, jvm(1, 1, 1), jvm(1, 1, 1)), 80_000_000).sentence())
        .isEqualTo("5.0 MB above the baseline at the end: nothing to explain");
    Ladder gone =
        new Ladder(
            Reading.of(1),
            Reading.unreadable("the JVM does not know gcRun"),
            Reading.of(1),
            jvm(1, 1, 1),
            jvm(1, 1, 1));
    assertThat(Waterfall.of(gone, 1).sentence()).contains("could not be found", "gcRun");
  }
}
