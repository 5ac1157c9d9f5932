package rebound.soak.metric;

import static org.assertj.core.api.Assertions.assertThat;

import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import rebound.chaos.measure.Latencies;
import rebound.soak.Records;
import rebound.soak.evidence.Percentiles;
import rebound.soak.evidence.PhaseRecord;
import rebound.soak.evidence.PopulationRecord;

class MetricPathTest {
  @Test
  void knowsEveryFigureOfRunJsonAndNothingElse() {
    assertThat(MetricPath.known("responseMillis.p99", true)).isTrue();
    assertThat(MetricPath.known("ledger.unexpectedStatus", true)).isTrue();
    assertThat(MetricPath.known("liveness.longestGapMillis", true)).isTrue();
    assertThat(MetricPath.known("statuses.503", true)).isTrue();
    assertThat(MetricPath.known("errors.connect refused", true)).isTrue();
    assertThat(MetricPath.known("memoryReturn.settledRatio", false)).isTrue();
    assertThat(MetricPath.known("memoryReturn.settledRatio", true)).isFalse();
    assertThat(MetricPath.known("responseMillis", true)).isFalse();
    assertThat(MetricPath.known("responseMillis.p99.x", true)).isFalse();
    assertThat(MetricPath.known("statuses", true)).isFalse();
    assertThat(MetricPath.known("title", true)).isFalse();
  }

  @Test
  void suggestsWhatIsNear() {
    assertThat(MetricPath.nearest("responseMilis.p99", true)).startsWith("responseMillis.p99");
  }

  @Test
  void findsFiguresOfThePopulationBeforeThoseOfThePhase() {
    PhaseRecord phase = Records.phase("c64", 1_000, 100);
    PopulationRecord users = phase.population("");

    assertThat(MetricPath.in(phase, users, "ledger.ok")).isEqualTo(new Measured.Value(1_000));
    assertThat(MetricPath.in(phase, users, "seconds")).isEqualTo(new Measured.Value(10));
    assertThat(MetricPath.in(phase, users, "statuses.200")).isEqualTo(new Measured.Value(1_000));
    assertThat(MetricPath.in(phase, users, "statuses.500")).isEqualTo(new Measured.Value(0));
    assertThat(MetricPath.in(phase, users, "ledger.addsUp")).isEqualTo(new Measured.Value(1));
  }

  @Test
  void aFigureWithoutASampleIsMissingAndOneWithFewIsTooFew() {
    PhaseRecord phase = Records.phase("c64", 500, 100);
    PopulationRecord users = phase.population("");

    assertThat(MetricPath.in(phase, users, "responseMillis.p99"))
        .isInstanceOf(Measured.TooFew.class);
    assertThat(MetricPath.in(phase, users, "offeredPerSecond"))
        .isInstanceOf(Measured.Missing.class);
    assertThat(MetricPath.in(phase, null, "responseMillis.p99"))
        .isInstanceOf(Measured.Missing.class);
  }

  @Test
  void percentilesNeedTenSamplesAboveThemAndNeverPassTheMaximum() {
    Histogram histogram = Latencies.histogram();
    for (int i = 1; i <= 1_000; i++) {
      histogram.recordValue(i * 1_000_000L);
    }
    Percentiles of = Percentiles.of(histogram);

    assertThat(of.p50()).isBetween(500.0, 500.6);
    assertThat(of.p99()).isBetween(990.0, 991.0);
    assertThat(of.p999()).isNull();
    assertThat(of.p50()).isLessThanOrEqualTo(of.p90());
    assertThat(of.p90()).isLessThanOrEqualTo(of.p99());
    assertThat(of.p99()).isLessThanOrEqualTo(of.max());
    assertThat(of.count()).isEqualTo(1_000);
  }
}
