package rebound.soak.verdict.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// The book numbers of METHODOLOGY 1.6 and the laws around them.
class StatisticsTest {
  @Test
  void theRanksThatHoldTheP99AreThoseOfTheBook() {
    // The upper rank of 500 samples is the largest of them; with 300 even that is no bound.
    assertThat(new Percentile(0.99, 500).ranks(0.95))
        .isEqualTo(new Percentile.Ranks(490, Optional.of(500L)));
    assertThat(new Percentile(0.99, 300).ranks(0.95).high()).isEmpty();
    assertThat(new Percentile(0.99, 1_000).ranks(0.95))
        .isEqualTo(new Percentile.Ranks(983, Optional.of(997L)));
    assertThat(new Percentile(0.99, 10_000).ranks(0.95))
        .isEqualTo(new Percentile.Ranks(9_880, Optional.of(9_920L)));
    assertThat(new Percentile(0.99, 50_000).ranks(0.95))
        .isEqualTo(new Percentile.Ranks(49_456, Optional.of(49_544L)));
  }

  @Test
  void aPercentileNeedsTenSamplesAboveIt() {
    assertThat(new Percentile(0.99, 1_000).carried()).isTrue();
    assertThat(new Percentile(0.99, 999).carried()).isFalse();
    assertThat(new Percentile(0.999, 10_000).carried()).isTrue();
    assertThat(new Percentile(0.5, 20).carried()).isTrue();
    assertThat(new Percentile(0.5, 19).carried()).isFalse();
    assertThat(List.of(new Percentile(0.99, 0).needed(), new Percentile(0.999, 0).needed()))
        .containsExactly(1_000L, 10_000L);
  }

  @Test
  void wilsonsIntervalIsThatOfTheTextbooks() {
    // Brown, Cai, DasGupta 2001 and R's binom.wilson(81, 263): 0.2553 to 0.3662.
    Interval interval = new Proportion(81, 263).wilson(0.95);
    assertThat(interval.low()).isCloseTo(0.2553, within(5e-4));
    assertThat(interval.high()).isCloseTo(0.3662, within(5e-4));
    // No event in n trials: about 3.84/n, the "rule of three" of a two-sided 95 %.
    assertThat(new Proportion(0, 40).wilson(0.95).high()).isCloseTo(0.0876, within(5e-4));
  }

  @Test
  void oneLostProbeOfFortyDoesNotProveAnything() {
    Interval alive = new Proportion(39, 40).wilson(0.95);

    assertThat(alive.below(0.99)).isFalse();
    assertThat(new Proportion(30, 40).wilson(0.95).below(0.99)).isTrue();
  }

  @Test
  void anIntervalHoldsItsRatioAndGrowsNarrower() {
    for (int trials : new int[] {1, 10, 1_000, 100_000}) {
      for (int hits : new int[] {0, trials / 3, trials}) {
        Proportion share = new Proportion(hits, trials);
        Interval interval = share.wilson(0.95);
        assertThat(interval.contains(share.ratio())).isTrue();
        assertThat(new Proportion(hits * 10L, trials * 10L).wilson(0.95).width())
            .isLessThan(interval.width());
      }
    }
    assertThat(new Proportion(0, 0).wilson(0.95)).isEqualTo(new Interval(0, 1));
  }

  @Test
  void quantilesAreMonotoneAndThoseOfR() {
    Series series = Series.of(3, 1, 4, 1, 5, 9, 2, 6);

    assertThat(series.median()).isEqualTo(3.5);
    assertThat(series.quantile(0.1)).isCloseTo(1.0, within(1e-12));
    assertThat(series.quantile(0.9)).isCloseTo(6.9, within(1e-12));
    assertThat(series.robustSigma()).isCloseTo(1.4826 * 2, within(1e-12));
    double[] rising =
        IntStream.rangeClosed(0, 100).mapToDouble(i -> series.quantile(i / 100.0)).toArray();
    assertThat(rising).isSorted();
    assertThat(series.get(2)).isEqualTo(4);
  }

  @Test
  void whatIsNoNumberIsRefusedWithItsValue() {
    assertThatThrownBy(() -> Series.of(1, Double.NaN)).hasMessageContaining("NaN");
    assertThatThrownBy(() -> new Proportion(5, 4)).hasMessageContaining("5 hits of 4");
    assertThatThrownBy(() -> new Percentile(99, 1)).hasMessageContaining("0.99");
  }
}
