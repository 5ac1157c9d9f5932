package rebound.soak.verdict.trend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rebound.soak.verdict.statistics.Series;

/// METHODOLOGY 5.4: alarm rates of the decision, and the length that a soak needs.
class GrowthTest {
  private static final int RUNS = 200;
  private static final int N = 120;
  private static final GrowthRule ANY = new GrowthRule("memory", "MB", 0, 0, 0.001);

  private static double rate(double phi, IntToDoubleFunction course, Growth.Verdict... counted) {
    int hits = 0;
    for (int run = 0; run < RUNS; run++) {
      Series y = new Noise(5_000 + run, phi).around(N, 1, course);
      if (List.of(counted).contains(Growth.steps(y, Trend.of(y), ANY))) {
        hits++;
      }
    }
    return (double) hits / RUNS;
  }

  @ParameterizedTest
  @CsvSource({"0", "0.6", "0.8"})
  void flatMemoryIsSuspectedInOneSoakOfAHundredAtMost(double phi) {
    double seen = rate(phi, _ -> 0, Growth.Verdict.SUSPECT);
    assertThat(seen).isLessThanOrEqualTo(0.02);
  }

  @ParameterizedTest
  @CsvSource({"0", "0.6", "0.8"})
  void aWarmUpThatLevelsOffIsSeldomSuspected(double phi) {
    IntToDoubleFunction warmUp = j -> 12 * (1 - Math.exp(-(j + N / 2.0) / (N * 1.5 / 6)));
    double seen = rate(phi, warmUp, Growth.Verdict.SUSPECT);
    assertThat(seen).isLessThanOrEqualTo(0.17);
  }

  @ParameterizedTest
  @CsvSource({"0, 1.0", "0.6, 0.95", "0.8, 0.87"})
  void aLeakOfTwelveSigmaIsSuspected(double phi, double least) {
    double seen = rate(phi, j -> 12.0 * j / N, Growth.Verdict.SUSPECT);
    assertThat(seen).isGreaterThanOrEqualTo(least - 0.05);
  }

  @ParameterizedTest
  @CsvSource({"0", "0.6"})
  void confirmationByDoublingKeepsTheLeakAndDropsTheLogarithm(double phi) {
    int leaks = 0;
    int logarithms = 0;
    for (int run = 0; run < RUNS; run++) {
      Noise noise = new Noise(9_000 + run, phi);
      Floors leak = new Floors(30, noise.around(360, 1, j -> 24.0 * j / 240), 0);
      Floors logarithm = new Floors(30, noise.around(360, 1, j -> 24 * Math.log1p(j / 20.0)), 0);
      if (Growth.judge(leak, ANY).verdict() == Growth.Verdict.LEAK) {
        leaks++;
      }
      if (Growth.judge(logarithm, ANY).verdict() == Growth.Verdict.LEAK) {
        logarithms++;
      }
    }
    assertThat((double) leaks / RUNS).isGreaterThan(0.85);
    assertThat((double) logarithms / RUNS).isLessThan(0.3);
  }

  @ParameterizedTest
  @CsvSource({
    "0.5, 0.1, 2.5",
    "0.5, 0.3, 1.2",
    "0.5, 1, 0.55",
    "0.5, 3, 0.33",
    "0.5, 30, 0.33",
    "2, 0.1, 6.4",
    "2, 0.3, 3.1",
    "2, 1, 1.4",
    "2, 3, 0.66",
    "2, 10, 0.33",
    "8, 0.1, 16",
    "8, 0.3, 7.7",
    "8, 1, 3.5",
    "8, 3, 1.7",
    "8, 10, 0.75",
    "8, 30, 0.36"
  })
  void theSoakThatALeakNeedsIsThatOfTheBook(double sigmaMb, double kbPerSecond, double hours) {
    Detectable soak = new Detectable(30, sigmaMb * 1e6, 0.5);
    double seconds = soak.seconds(kbPerSecond * 1e3);

    assertThat(seconds / 3600).isCloseTo(hours, within(0.04 * hours + 0.005));
    assertThat(soak.slopePerSecond(seconds)).isLessThanOrEqualTo(kbPerSecond * 1e3 * 1.0001);
  }

  @Test
  void theFirstTenMinutesDoNotHideALeakThatGoesOn() {
    // Half an hour: a third of its first half are five minutes, and warm-up takes ten.
    Floors floors =
        new Floors(30, new Noise(1, 0).around(60, 0.2, j -> j < 20 ? 30 * j : 580 + j), 0);

    assertThat(Growth.judge(floors, ANY).verdict()).isEqualTo(Growth.Verdict.LEAK);
  }

  @Test
  void aShortSoakSaysThatItCannotSeeAnything() {
    Floors floors = new Floors(30, new Noise(1, 0).around(50, 1, _ -> 70), 0);
    Growth growth = Growth.judge(floors, GrowthRule.MEMORY);

    assertThat(growth.verdict()).isEqualTo(Growth.Verdict.TOO_SHORT);
    assertThat(growth.smallestSlopePerSecond()).isInfinite();
  }

  @Test
  void aLeakIsGivenForEachThousandRequestsAndWithTheTimeToTheLimit() {
    // 1 KB a request at 200/s is 200 KB/s, 6 MB a window.
    Floors floors = new Floors(30, new Noise(3, 0.3).around(360, 1e6, j -> 70e6 + 6e6 * j), 0);
    Growth growth = Growth.judge(floors, GrowthRule.MEMORY);

    assertThat(growth.verdict()).isEqualTo(Growth.Verdict.LEAK);
    assertThat(growth.slopePerSecond().orElseThrow()).isCloseTo(200e3, within(5e3));
    assertThat(growth.perThousandRequests(200).orElseThrow()).isCloseTo(1e6, within(25e3));
    assertThat(growth.secondsToLimit(400e6, 200e6).orElseThrow()).isCloseTo(1000, within(30.0));
    assertThat(growth.smallestSlopePerSecond()).isLessThan(3e3);
  }

  @Test
  void theFloorOfASawtoothIsFlat() {
    List<Floors.Point> saw = new ArrayList<>();
    for (int second = 0; second < 7200; second++) {
      saw.add(new Floors.Point(second, 14e6 + 62e6 * (second % 17) / 17.0));
    }
    Floors floors = Floors.of(saw);

    assertThat(floors.floors().size()).isEqualTo(239);
    assertThat(Growth.judge(floors, GrowthRule.MEMORY).verdict()).isEqualTo(Growth.Verdict.STABLE);
  }

  @Test
  void windowsWithoutASampleAreCountedAndLeftOut() {
    List<Floors.Point> points =
        List.of(
            new Floors.Point(0, 5),
            new Floors.Point(20, 3),
            new Floors.Point(100, 9),
            new Floors.Point(125, 1));

    Floors floors = Floors.of(points, 30);

    assertThat(floors.floors().toArray()).containsExactly(3, 9);
    assertThat(floors.missing()).isEqualTo(2);
  }

  @Test
  void descriptorsThatRiseByOneAWindowAreALeak() {
    Floors leak =
        new Floors(
            30, Series.of(java.util.stream.IntStream.range(0, 200).mapToDouble(j -> 40 + j)), 0);
    Floors steady = new Floors(30, new Noise(4, 0).around(200, 1.5, _ -> 40), 0);

    assertThat(Growth.judge(leak, GrowthRule.FILE_DESCRIPTORS).verdict())
        .isEqualTo(Growth.Verdict.LEAK);
    assertThat(Growth.judge(steady, GrowthRule.FILE_DESCRIPTORS).verdict())
        .isEqualTo(Growth.Verdict.STABLE);
  }
}
