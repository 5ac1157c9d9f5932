package rebound.chaos.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class CollectorTest {
  private final Recorder first = new Recorder();
  private final Recorder second = new Recorder();
  private final Collector collector = new Collector("users", List.of(first, second));

  @Test
  void addsUpLoopsAndLosesNothing() {
    SplittableRandom random = new SplittableRandom(1);
    Histogram expected = Latencies.histogram();
    Tally[] tallies = {new Tally(), new Tally()};
    Recorder[] recorders = {first, second};
    List<IntervalSample> samples = new ArrayList<>();
    for (int second = 1; second <= 20; second++) {
      for (int loop = 0; loop < 2; loop++) {
        for (int i = 0; i < 50; i++) {
          long nanos = random.nextLong(10_000_000_000L);
          expected.recordValue(nanos);
          recorders[loop].ended(nanos, nanos);
          tallies[loop].attempted++;
          tallies[loop].ok++;
        }
        recorders[loop].cut(tallies[loop], second * 1_000_000_000L, 3, 4);
      }
      samples.addAll(collector.drain(false));
    }
    first.finish(tallies[0], 20_500_000_000L, 4);
    this.second.finish(tallies[1], 20_500_000_000L, 4);
    samples.addAll(collector.drain(true));

    assertThat(samples).hasSize(21);
    assertThat(samples.stream().mapToLong(IntervalSample::attempted).sum()).isEqualTo(2_000);
    assertThat(samples.stream().mapToLong(IntervalSample::good).sum()).isEqualTo(2_000);
    assertThat(samples.getFirst().inFlight()).isEqualTo(6);
    assertThat(samples.getFirst().openConnections()).isEqualTo(8);
    assertThat(samples.get(3).startNanos()).isEqualTo(3_000_000_000L);
    assertThat(samples.get(3).endNanos()).isEqualTo(4_000_000_000L);
    Histogram all = collector.latencies().response();
    assertThat(all.getTotalCount()).isEqualTo(2_000);
    for (double percentile : new double[] {0, 50, 99, 99.9, 100}) {
      assertThat(all.getValueAtPercentile(percentile))
          .as("merging moves no percentile out of its bucket")
          .isEqualTo(expected.getValueAtPercentile(percentile));
    }
    Histogram merged = Latencies.histogram();
    samples.forEach(sample -> merged.add(sample.response()));
    assertThat(merged.getValueAtPercentile(99)).isEqualTo(all.getValueAtPercentile(99));
  }

  @Test
  void whenNobodyTakesSlicesTheyGetLongerAndAreBounded() {
    Tally tally = new Tally();
    for (int second = 1; second <= 100; second++) {
      tally.attempted++;
      tally.ok++;
      first.ended(1_000_000, 1_000_000);
      first.cut(tally, second * 1_000_000_000L, 0, 0);
      this.second.cut(new Tally(), second * 1_000_000_000L, 0, 0);
    }
    first.finish(tally, 101_000_000_000L, 0);
    second.finish(new Tally(), 101_000_000_000L, 0);
    List<IntervalSample> samples = collector.drain(true);
    assertThat(samples).hasSizeLessThanOrEqualTo(9);
    assertThat(samples.stream().mapToLong(IntervalSample::completed).sum()).isEqualTo(100);
    assertThat(samples.getLast().response().getTotalCount()).isGreaterThan(90);
  }
}
