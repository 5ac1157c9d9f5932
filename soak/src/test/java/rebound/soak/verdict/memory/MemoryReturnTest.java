package rebound.soak.verdict.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;
import rebound.soak.verdict.memory.MemoryReturn.ReturnClass;
import rebound.soak.verdict.statistics.Series;

class MemoryReturnTest {
  private static List<MemoryPoint> rest(int seconds, IntToDoubleFunction megabytes) {
    List<MemoryPoint> points = new ArrayList<>();
    for (int second = 0; second <= seconds; second++) {
      points.add(new MemoryPoint(second, megabytes.applyAsDouble(second) * 1e6));
    }
    return points;
  }

  @Test
  void aStepBackAfterTwelveSecondsIsPromptAndHasItsTimes() {
    // G1 with a periodic collection: 180 to 88 MB within 12 s, from a baseline of 80.
    MemoryReturn found = MemoryReturn.judge(80e6, 180e6, rest(60, s -> s < 12 ? 180 : 88));

    assertThat(found.returnClass()).isEqualTo(ReturnClass.PROMPT);
    assertThat(found.residualRatio().orElseThrow()).isCloseTo(0.08, within(1e-9));
    assertThat(found.settledRatio()).isCloseTo(1.1, within(1e-9));
    assertThat(found.residualRatio5().orElseThrow()).isCloseTo(1, within(1e-9));
    assertThat(found.residualRatio15().orElseThrow()).isCloseTo(0.08, within(1e-9));
    assertThat(found.t50Seconds().orElseThrow()).isEqualTo(12);
    assertThat(found.t90Seconds().orElseThrow()).isEqualTo(12);
    assertThat(found.residualRatio420()).isEmpty();
    // 100 MB for 11 s, a slope of one second, 8 MB for 48 s.
    assertThat(found.heldByteSeconds()).isCloseTo((1100 + 54 + 8 * 48) * 1e6, within(1e3));
  }

  @Test
  void whatTookLongerThanAMinuteIsEventual() {
    MemoryReturn found = MemoryReturn.judge(80e6, 400e6, rest(420, s -> s < 301 ? 400 : 82));

    assertThat(found.returnClass()).isEqualTo(ReturnClass.EVENTUAL);
    assertThat(found.residualRatio60().orElseThrow()).isCloseTo(1, within(1e-9));
    assertThat(found.t50Seconds().orElseThrow()).isEqualTo(301);
  }

  @Test
  void whatStaysIsRetained() {
    MemoryReturn found = MemoryReturn.judge(80e6, 400e6, rest(420, _ -> 399));

    assertThat(found.returnClass()).isEqualTo(ReturnClass.RETAINED);
    assertThat(found.t50Seconds()).isEmpty();
    assertThat(found.sentence()).contains("did not come back within seven minutes", "399.0 MB");
    assertThat(MemoryReturn.judge(80e6, 400e6, rest(30, _ -> 399)).sentence())
        .contains("while it was watched");
  }

  @Test
  void aPeakThatHardlyGrewHasNoResidual() {
    MemoryReturn found = MemoryReturn.judge(80e6, 95e6, rest(60, _ -> 95));

    assertThat(found.returnClass()).isEqualTo(ReturnClass.NO_GROWTH);
    assertThat(found.residualRatio()).isEmpty();
    assertThat(found.settledRatio()).isCloseTo(95 / 80.0, within(1e-9));
    // With a large baseline a tenth of it counts, not 16 MB.
    assertThat(MemoryReturn.judge(400e6, 430e6, rest(60, _ -> 430)).returnClass())
        .isEqualTo(ReturnClass.NO_GROWTH);
  }

  @Test
  void aResidualOfSixteenMegabytesIsNegligibleWhateverItsRatio() {
    MemoryReturn found = MemoryReturn.judge(80e6, 110e6, rest(60, _ -> 95.9));

    assertThat(found.residualRatio().orElseThrow()).isGreaterThan(0.5);
    assertThat(found.returnClass()).isEqualTo(ReturnClass.PROMPT);
  }

  @Test
  void twoLowSamplesAreNoReturn() {
    MemoryReturn found =
        MemoryReturn.judge(80e6, 400e6, rest(60, s -> s == 10 || s == 11 ? 80 : 400));

    assertThat(found.t50Seconds()).isEmpty();
  }

  @Test
  void withoutARestNothingIsJudged() {
    assertThatThrownBy(() -> MemoryReturn.judge(80e6, 400e6, List.of()))
        .hasMessageContaining("0 samples of the rest");
  }

  @Test
  void floorsThatRiseEachCycleAreARatchet() {
    Series rising = Series.of(50e6, 70e6, 80e6, 82e6, 84e6, 86e6, 88e6, 90e6);
    Ratchet found = Ratchet.judge(rising, 80e6);

    assertThat(found.finding()).isEqualTo(Ratchet.Finding.RATCHET);
    assertThat(found.bytesPerCycle()).isCloseTo(2e6, within(1.0));
    assertThat(found.risingP()).isCloseTo(1 / 720.0, within(1e-6));
    assertThat(found.bytesPerConnection(500)).isCloseTo(4000, within(1.0));
  }

  @Test
  void floorsThatWanderOrRiseByLessThanAMegabyteAreSteady() {
    Series wander = Series.of(50e6, 70e6, 80e6, 84e6, 81e6, 85e6, 80e6, 83e6);
    Series creeping = Series.of(50e6, 70e6, 80e6, 80.5e6, 81e6, 81.5e6, 82e6, 82.5e6);

    assertThat(Ratchet.judge(wander, 80e6).finding()).isEqualTo(Ratchet.Finding.STEADY);
    assertThat(Ratchet.judge(creeping, 80e6).finding()).isEqualTo(Ratchet.Finding.STEADY);
    assertThat(Ratchet.judge(Series.of(1, 2, 3, 4, 5), 80e6).finding())
        .isEqualTo(Ratchet.Finding.TOO_FEW);
  }
}
