package rebound.soak.verdict.trend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rebound.soak.verdict.statistics.Series;

/// The alarm rates of METHODOLOGY 5.4's first table, from seeded series.
class TrendTest {
  private static final int RUNS = 400;

  private static double alarmRate(int n, double phi, double slope, long seed) {
    int alarms = 0;
    for (int run = 0; run < RUNS; run++) {
      Series y = new Noise(seed + run, phi).around(n, 1, j -> slope * j);
      if (Trend.of(y).risingP() < 0.05) {
        alarms++;
      }
    }
    return (double) alarms / RUNS;
  }

  // The book counts alarms of the two-sided test at 5 % in places; ours is one-sided at 5 %, whose
  // rate is compared with the same numbers ± 4 points (two standard errors of 400 runs and a
  // little).
  @ParameterizedTest
  @CsvSource({"60, 0, 0.04", "60, 0.6, 0.06", "60, 0.8, 0.09", "120, 0.6, 0.05", "120, 0.8, 0.09"})
  void falseAlarmsOfIterativePrewhiteningAreThoseOfTheBook(int n, double phi, double rate) {
    double seen = alarmRate(n, phi, 0, 1_000);
    assertThat(seen).isCloseTo(rate, within(0.04));
  }

  @Test
  void thePlainTestRaisesFarTooMany() {
    int alarms = 0;
    for (int run = 0; run < RUNS; run++) {
      Series y = new Noise(1_000L + run, 0.6).around(120, 1, _ -> 0);
      if (MannKendall.of(y).risingP() < 0.025 || falling(y)) {
        alarms++;
      }
    }
    assertThat((double) alarms / RUNS).isCloseTo(0.32, within(0.06));
  }

  private static boolean falling(Series y) {
    double[] turned = y.toArray();
    for (int j = 0; j < turned.length; j++) {
      turned[j] = -turned[j];
    }
    return MannKendall.of(Series.of(turned)).risingP() < 0.025;
  }

  @Test
  void theSlopeOfALineIsExactAndItsIntervalHoldsIt() {
    Series y = new Noise(7, 0.5).around(120, 1, j -> 3.0 * j);
    Trend trend = Trend.of(y);

    assertThat(trend.slope()).isCloseTo(3, within(0.05));
    assertThat(trend.slopeInterval().contains(3)).isTrue();
    assertThat(trend.risingP()).isLessThan(1e-6);
    assertThat(Trend.of(Series.of(java.util.stream.IntStream.range(0, 50).mapToDouble(j -> 2 * j))))
        .satisfies(line -> assertThat(line.slope()).isCloseTo(2, within(1e-9)))
        .satisfies(line -> assertThat(line.residualSigma()).isCloseTo(0, within(1e-9)));
  }

  @Test
  void aConstantSeriesHasNoTrend() {
    Trend trend = Trend.of(Series.of(java.util.stream.DoubleStream.generate(() -> 5).limit(40)));

    assertThat(trend.slope()).isZero();
    assertThat(trend.risingP()).isEqualTo(0.5);
  }

  @Test
  void strictlyRisingNumbersHaveTheExactProbabilityOfOneOrderOfAll() {
    assertThat(MannKendall.of(Series.of(1, 2, 3, 4)).risingP()).isCloseTo(.042, within(5e-4));
    assertThat(MannKendall.of(Series.of(1, 2, 3, 4, 5)).risingP()).isCloseTo(.0083, within(5e-5));
    assertThat(MannKendall.of(Series.of(1, 2, 3, 4, 5, 6)).risingP())
        .isCloseTo(.0014, within(5e-5));
    assertThat(MannKendall.of(Series.of(4, 3, 2, 1)).risingP()).isCloseTo(1, within(1e-9));
  }

  @Test
  void theExactAndTheNormalProbabilityMeet() {
    Series y = Series.of(1, 3, 2, 5, 4, 7, 6, 9, 8, 10, 12, 11);
    MannKendall test = MannKendall.of(y);
    double z = test.z();

    assertThat(test.s()).isEqualTo(66 - 2 * 5);
    assertThat(test.variance()).isCloseTo(12.0 * 11 * 29 / 18, within(1e-9));
    assertThat(z).isCloseTo(55 / Math.sqrt(12.0 * 11 * 29 / 18), within(1e-9));
    assertThat(test.risingP()).isLessThan(1e-4);
  }

  @Test
  void tiesLessenTheVariance() {
    // Kendall's correction: two ties of two take 2 × 2·1·9 from 5·4·15.
    assertThat(MannKendall.of(Series.of(1, 1, 2, 3, 3)).variance())
        .isCloseTo((5 * 4 * 15 - 2 * 2 * 1 * 9) / 18.0, within(1e-12));
  }

  @Test
  void tooFewNumbersAreRefused() {
    assertThatThrownBy(() -> Trend.of(Series.of(1, 2, 3))).hasMessageContaining("there are 3");
  }
}
