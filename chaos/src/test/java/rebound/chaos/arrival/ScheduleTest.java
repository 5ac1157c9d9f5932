package rebound.chaos.arrival;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ScheduleTest {
  private static final long SECOND = 1_000_000_000L;

  private static long[] all(Arrivals arrivals, double seconds, long seed) {
    return Schedule.of(arrivals, (long) (seconds * SECOND), seed).remaining();
  }

  /// arrivals, seconds, integral of the rate
  static Stream<Arguments> integrals() {
    return Stream.of(
        Arguments.of(new Arrivals.Constant(0.4), 30, 12.0),
        Arguments.of(new Arrivals.Constant(0.4), 300, 120.0),
        Arguments.of(new Arrivals.Constant(1.0 / 600), 600, 1.0),
        Arguments.of(new Arrivals.Constant(1.0 / 30), 300, 10.0),
        Arguments.of(new Arrivals.Constant(5), 60, 300.0),
        Arguments.of(new Arrivals.Constant(2_500), 10, 25_000.0),
        Arguments.of(new Arrivals.Constant(333.3), 7, 2_333.1),
        Arguments.of(new Arrivals.Poisson(500), 10, 5_000.0),
        Arguments.of(new Arrivals.Poisson(0.4), 30, 12.0),
        Arguments.of(new Arrivals.Ramp(0, 0.4), 300, 60.0),
        Arguments.of(new Arrivals.Ramp(0, 100), 10, 500.0),
        Arguments.of(new Arrivals.Ramp(100, 0), 10, 500.0),
        Arguments.of(new Arrivals.Ramp(100, 100.0001), 10, 1_000.0005),
        Arguments.of(new Arrivals.Stairs(100, 300, 3), 9, 1_800.0),
        Arguments.of(
            new Arrivals.Burst(100, 1_000, Duration.ofSeconds(2), Duration.ofSeconds(1)),
            10,
            1_900.0),
        Arguments.of(
            new Arrivals.Burst(0, 10, Duration.ofSeconds(2), Duration.ofSeconds(1)), 10, 10.0));
  }

  @ParameterizedTest
  @MethodSource("integrals")
  void countIsTheIntegralOfTheRate(Arrivals arrivals, int seconds, double integral) {
    long[] due = all(arrivals, seconds, 1);
    assertThat((double) due.length).isCloseTo(integral, within(1.0));
    if (integral == Math.rint(integral)) {
      assertThat(due).hasSize((int) integral);
    }
    for (int i = 0; i < due.length; i++) {
      assertThat(due[i]).isBetween(i == 0 ? 0 : due[i - 1] + 1, seconds * SECOND);
    }
  }

  @Test
  void constantArrivalsAreEvenlySpacedInWholeNanoseconds() {
    long[] due = all(new Arrivals.Constant(3), 1, 1);
    assertThat(due).containsExactly(0, 333_333_333L, 666_666_667L);
  }

  @Test
  void rampSpreadsArrivalsByItsIntegral() {
    long[] due = all(new Arrivals.Ramp(0, 100), 10, 1);
    long firstHalf = Arrays.stream(due).filter(at -> at < 5 * SECOND).count();
    assertThat(firstHalf).isEqualTo(125);
  }

  @Test
  void stairsHoldEachStep() {
    long[] due = all(new Arrivals.Stairs(100, 300, 3), 9, 1);
    for (int step = 0; step < 3; step++) {
      long from = 3L * step * SECOND;
      long inStep = Arrays.stream(due).filter(at -> at >= from && at < from + 3 * SECOND).count();
      assertThat(inStep).isCloseTo(300L * (step + 1), within(1L));
    }
  }

  @Test
  void noSecondOfAConstantRateHasMoreThanItsShare() {
    long[] due = all(new Arrivals.Constant(50), 20, 1);
    for (int second = 0; second < 20; second++) {
      long from = second * SECOND;
      assertThat(Arrays.stream(due).filter(at -> at >= from && at < from + SECOND).count())
          .isBetween(49L, 51L);
    }
  }

  @Test
  void poissonCountsDisperseAsPoissonCountsDo() {
    int seconds = 200;
    long[] due = all(new Arrivals.Poisson(100), seconds, 7);
    double[] counts = new double[seconds];
    for (long at : due) {
      counts[(int) (at / SECOND)]++;
    }
    double mean = Arrays.stream(counts).average().orElseThrow();
    double variance = Arrays.stream(counts).map(c -> (c - mean) * (c - mean)).sum() / (seconds - 1);
    // Index of dispersion 1, standard error sqrt(2 / n) = 0.1.
    assertThat(variance / mean).isCloseTo(1.0, within(0.35));
  }

  @Test
  void poissonGapsAreExponential() {
    long[] due = all(new Arrivals.Poisson(1_000), 20, 3);
    double[] gaps = new double[due.length - 1];
    for (int i = 0; i < gaps.length; i++) {
      gaps[i] = (due[i + 1] - due[i]) / 1e9;
    }
    Arrays.sort(gaps);
    double distance = 0;
    for (int i = 0; i < gaps.length; i++) {
      double expected = -Math.expm1(-gaps[i] * 1_000);
      distance = Math.max(distance, Math.abs(expected - (i + 0.5) / gaps.length));
    }
    // Kolmogorov-Smirnov at 1 %: 1.63 / sqrt(n).
    assertThat(distance).isLessThan(1.63 / Math.sqrt(gaps.length));
  }

  @Test
  void onOffArrivalsAreBurstierThanPoisson() {
    int seconds = 300;
    Arrivals onOff = new Arrivals.OnOff(400, 0, Duration.ofSeconds(1), Duration.ofSeconds(3));
    double[] counts = new double[seconds];
    for (long at : all(onOff, seconds, 5)) {
      counts[(int) (at / SECOND)]++;
    }
    double mean = Arrays.stream(counts).average().orElseThrow();
    double variance = Arrays.stream(counts).map(c -> (c - mean) * (c - mean)).sum() / (seconds - 1);
    assertThat(variance / mean).isGreaterThan(20);
    assertThat(mean).isCloseTo(100, within(30.0));
  }

  @Test
  void theSeedAloneDecides() {
    assertThat(all(new Arrivals.Poisson(100), 3, 1))
        .isEqualTo(all(new Arrivals.Poisson(100), 3, 1))
        .isNotEqualTo(all(new Arrivals.Poisson(100), 3, 2));
  }

  @Test
  void replayScalesAndCutsWhatItReads(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("offsets.txt");
    Files.writeString(file, "# seconds\n0\n0.5\n\n0.5\n1.25\n9\n");
    assertThat(all(new Arrivals.Replay(file, 2), 4, 1))
        .containsExactly(0, SECOND, SECOND + 1, 2_500_000_000L);
  }

  @Test
  void replaySaysWhichLineIsWrong(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("offsets.txt");
    Files.writeString(file, "0\nsoon\n");
    assertThatThrownBy(() -> all(new Arrivals.Replay(file, 1), 4, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("line 2")
        .hasMessageContaining("'soon'");
    Files.writeString(file, "1\n0.5\n");
    assertThatThrownBy(() -> all(new Arrivals.Replay(file, 1), 4, 1))
        .hasMessageContaining("line 2")
        .hasMessageContaining("sort them");
    assertThatThrownBy(() -> all(new Arrivals.Replay(folder.resolve("none"), 1), 4, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("cannot be read");
  }
}
