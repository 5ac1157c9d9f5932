package rebound.soak.verdict.trend;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import rebound.soak.verdict.statistics.Series;

final class ChangePointsTest {
  @Test
  void findsAStepAtItsPlace() {
    Series runs = noisy(1, 0.02, i -> i < 12 ? 100 : 115, 24);

    assertThat(ChangePoints.of(runs, 0.05)).containsExactly(12);
  }

  @Test
  void findsTwoSteps() {
    Series runs = noisy(2, 0.02, i -> i < 10 ? 100 : i < 20 ? 130 : 90, 30);

    assertThat(ChangePoints.of(runs, 0.05)).hasSize(2).allMatch(it -> it % 10 <= 1 || it % 10 == 9);
  }

  @Test
  void noiseWithoutAStepSeldomAlarms() {
    long alarms =
        IntStream.range(0, 100)
            .filter(seed -> !ChangePoints.of(noisy(seed, 0.1, i -> 100, 20), 0.0001).isEmpty())
            .count();

    assertThat(alarms).as("of a hundred series of noise, at a level of 1 %").isLessThanOrEqualTo(4);
  }

  @Test
  void aStepSmallerThanTheMarginIsNone() {
    assertThat(ChangePoints.of(noisy(3, 0.001, i -> i < 10 ? 100 : 102, 20), 0.05)).isEmpty();
  }

  @Test
  void sevenRunsShowNothing() {
    assertThat(ChangePoints.of(Series.of(1, 1, 1, 9, 9, 9, 9), 0.05)).isEmpty();
  }

  @Test
  void equalValuesShareTheMiddleOfTheirRanks() {
    assertThat(ChangePoints.ranks(new double[] {3, 1, 3, 2})).containsExactly(3.5, 1, 3.5, 2);
  }

  private static Series noisy(
      long seed, double noise, java.util.function.IntToDoubleFunction level, int n) {
    Random random = new Random(1_000 + seed);
    return Series.of(
        IntStream.range(0, n)
            .mapToDouble(i -> level.applyAsDouble(i) * (1 + noise * random.nextGaussian())));
  }
}
