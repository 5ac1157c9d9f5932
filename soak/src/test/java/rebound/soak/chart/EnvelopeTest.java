package rebound.soak.chart;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class EnvelopeTest {
  @Test
  void aDayHasNoMoreBucketsThanAScreenHasPlaces() {
    assertThat(TimeGrid.over(86_400).buckets()).isEqualTo(TimeGrid.MOST_BUCKETS);
    assertThat(TimeGrid.over(86_400).bucketSeconds()).isEqualTo(72);
  }

  @Test
  void aShortRunHasABucketASecond() {
    assertThat(TimeGrid.over(12.5)).isEqualTo(new TimeGrid(1, 13));
    assertThat(TimeGrid.over(0)).isEqualTo(new TimeGrid(1, 1));
  }

  @Test
  void whatLiesOutsideTheRunCountsToItsEnds() {
    TimeGrid grid = new TimeGrid(1, 10);

    assertThat(grid.bucket(-3)).isZero();
    assertThat(grid.bucket(9.99)).isEqualTo(9);
    assertThat(grid.bucket(1e12)).isEqualTo(9);
  }

  @Test
  void aPeakOfOneSecondSurvivesADay() {
    Envelope envelope = new Envelope(TimeGrid.over(86_400));
    for (int second = 0; second < 86_400; second++) {
      envelope.add(second, second == 50_000 ? 900 : 100);
    }

    assertThat(envelope.high()).contains(900.0);
    assertThat(envelope.low()).containsOnly(100.0);
    assertThat(envelope.mean().get(50_000 / 72)).isEqualTo(111.1);
    assertThat(envelope.spreads()).isTrue();
  }

  @Test
  void anEmptyBucketIsAGapAndNotZero() {
    Envelope envelope = new Envelope(new TimeGrid(1, 3));
    envelope.add(0.5, 4);
    envelope.add(2.5, 5);

    assertThat(envelope.mean()).containsExactly(4.0, null, 5.0);
    assertThat(envelope.spreads()).isFalse();
  }
}
