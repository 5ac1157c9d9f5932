package rebound.fakedb.latency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DelaySourceTest {
  private static final int DRAWS = 100_000;

  private static double[] sortedMillis(String words) {
    DelaySource source = DelaySource.of(LatencyWords.parse("latency", words), 7);
    return LongStream.range(0, DRAWS)
        .mapToDouble(i -> source.nanos(Draw.bits(7, i, 0), i * 100_000, 0) / 1e6)
        .sorted()
        .toArray();
  }

  private static double quantile(double[] sorted, double quantile) {
    return sorted[(int) (quantile * sorted.length)];
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).average().orElseThrow();
  }

  private static Offset<Double> share(double of, double share) {
    return within(of * share);
  }

  @Test
  void lognormalHasTheMedianAndP99ThatWereAskedFor() {
    double[] draws = sortedMillis("{lognormal: {median: 5ms, p99: 40ms}}");
    assertThat(quantile(draws, .5)).isCloseTo(5, share(5, .02));
    assertThat(quantile(draws, .99)).isCloseTo(40, share(40, .05));
  }

  @Test
  void lognormalByMeanAndCvHasThatMean() {
    double[] draws = sortedMillis("{lognormal: {mean: 10ms, cv: 1}}");
    assertThat(mean(draws)).isCloseTo(10, share(10, .02));
    assertThat(quantile(draws, .5)).isCloseTo(10 / Math.sqrt(2), share(7, .02));
  }

  @Test
  void paretoHasItsMeanAndKeepsItsCap() {
    double[] draws = sortedMillis("{pareto: {min: 2ms, alpha: 3, max: 1s}}");
    assertThat(mean(draws)).isCloseTo(3 * 2 / (3 - 1.0), share(3, .02));
    assertThat(draws[0]).isGreaterThanOrEqualTo(2);
    double[] heavy = sortedMillis("{pareto: {min: 2ms, alpha: 1.1, max: 50ms}}");
    assertThat(heavy[DRAWS - 1]).isEqualTo(50);
  }

  @Test
  void uniformSpreadsEvenlyBetweenItsBounds() {
    double[] draws = sortedMillis("{uniform: {min: 1ms, max: 3ms}}");
    assertThat(draws[0]).isBetween(1.0, 1.001);
    assertThat(quantile(draws, .25)).isCloseTo(1.5, within(.02));
    assertThat(draws[DRAWS - 1]).isBetween(2.999, 3.0);
  }

  @Test
  void normalDrawsAgainBelowZero() {
    double[] far = sortedMillis("{normal: {mean: 10ms, sigma: 1ms}}");
    assertThat(mean(far)).isCloseTo(10, share(10, .01));
    assertThat(quantile(far, .8413)).isCloseTo(11, within(.05));
    double[] near = sortedMillis("{normal: {mean: 0ms, sigma: 1ms}}");
    assertThat(near[0]).isGreaterThanOrEqualTo(0);
    assertThat(mean(near)).isCloseTo(Math.sqrt(2 / Math.PI), within(.02));
  }

  @Test
  void exponentialHasItsMeanAndMedian() {
    double[] draws = sortedMillis("{exponential: {mean: 4ms}}");
    assertThat(mean(draws)).isCloseTo(4, share(4, .02));
    assertThat(quantile(draws, .5)).isCloseTo(4 * Math.log(2), share(3, .02));
  }

  @Test
  void bimodalHitsWithItsShare() {
    double[] draws = sortedMillis("{bimodal: {share: 0.9, first: 1ms, second: 20ms}}");
    long hits = Arrays.stream(draws).filter(millis -> millis == 1).count();
    assertThat(hits / (double) DRAWS).isCloseTo(.9, within(.005));
  }

  @Test
  void maxBoundsAnyModel() {
    double[] draws = sortedMillis("{lognormal: {median: 5ms, p99: 40ms}, max: 20ms}");
    assertThat(draws[DRAWS - 1]).isEqualTo(20);
    assertThat(quantile(draws, .5)).isCloseTo(5, share(5, .02));
  }

  @Test
  void sizedAddsTheTimeOfTheBytes() {
    LatencyModel model = LatencyWords.parse("x", "{sized: {base: 1ms, bytesPerSecond: 1000000}}");
    assertThat(DelaySource.of(model, 1).nanos(5, 0, 2_000)).isEqualTo(3_000_000);
  }

  @Test
  void burstsAreTheSameForOneSeedAndLastAsLongAsAsked() {
    LatencyModel model =
        LatencyWords.parse(
            "x", "{modulated: {good: 1ms, bad: 50ms, goodStay: 900ms, badStay: 100ms}}");
    DelaySource one = DelaySource.of(model, 3);
    DelaySource other = DelaySource.of(model, 3);
    int bad = 0;
    int changes = 0;
    long before = -1;
    int steps = 1_000_000;
    for (int i = 0; i < steps; i++) {
      long at = i * 1_000_000L;
      long delay = one.nanos(i, at, 0);
      assertThat(other.nanos(i, at, 0)).isEqualTo(delay);
      bad += delay == 50_000_000 ? 1 : 0;
      changes += delay != before ? 1 : 0;
      before = delay;
    }
    assertThat(bad / (double) steps).isCloseTo(.1, within(.02));
    assertThat(changes).isBetween(1_700, 2_300);
  }

  @Test
  void quantilesOfCsvAreReadAndJoinedByStraightLines(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("measured.csv");
    Files.writeString(file, "quantile,millis\n0.0,1\n0.5,5\n1.0,45\n");
    double[] draws = sortedMillis("{empirical: {file: '" + file + "'}}");
    assertThat(quantile(draws, .25)).isCloseTo(3, within(.1));
    assertThat(quantile(draws, .75)).isCloseTo(25, within(.5));
  }

  @Test
  void histogramLogsAreReadAsAWholeOrReplayed(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("measured.hlog");
    try (PrintStream out = new PrintStream(file.toFile(), StandardCharsets.UTF_8)) {
      HistogramLogWriter writer = new HistogramLogWriter(out);
      writer.outputLogFormatVersion();
      for (int second = 0; second < 2; second++) {
        Histogram histogram = new Histogram(3);
        histogram.recordValueWithCount(second == 0 ? 10_000 : 90_000, 100);
        histogram.setStartTimeStamp(second * 1000L);
        histogram.setEndTimeStamp(second * 1000L + 1000);
        writer.outputIntervalHistogram(histogram);
      }
    }
    double[] whole = sortedMillis("{empirical: {file: '" + file + "', unit: us}}");
    assertThat(quantile(whole, .4)).isCloseTo(10, within(.1));
    assertThat(quantile(whole, .6)).isCloseTo(90, within(.2));
    DelaySource replay =
        DelaySource.of(
            LatencyWords.parse("x", "{empirical: {file: '" + file + "', unit: us, replay: true}}"),
            1);
    assertThat(replay.nanos(1L << 62, 500_000_000L, 0) / 1e6).isCloseTo(10, within(.1));
    assertThat(replay.nanos(1L << 62, 1_500_000_000L, 0) / 1e6).isCloseTo(90, within(.2));
    assertThat(replay.nanos(1L << 62, 2_500_000_000L, 0) / 1e6).isCloseTo(10, within(.1));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "5ms",
        "{lognormal: {median: 5ms, p99: 40ms}}",
        "{normal: {mean: 10ms, sigma: 8ms}}",
        "{bimodal: {share: 0.9, first: 1ms, second: {uniform: {min: 10ms, max: 30ms}}}}",
        "{pareto: {min: 2ms, alpha: 1.2, max: 100ms}}"
      })
  void theStatedMeanIsTheMeanOfTheDraws(String words) {
    double stated = DelaySource.meanNanos(LatencyWords.parse("x", words), 7) / 1e6;
    assertThat(stated).isCloseTo(mean(sortedMillis(words)), share(stated, .03));
  }

  @Test
  void theSameRequestDrawsTheSameWhateverCameBetween() {
    assertThat(Draw.bits(1, 42, 3)).isEqualTo(Draw.bits(1, 42, 3));
    assertThat(Draw.bits(1, 42, 3))
        .isNotEqualTo(Draw.bits(1, 42, 4))
        .isNotEqualTo(Draw.bits(2, 42, 3))
        .isNotEqualTo(Draw.bits(1, 43, 3));
  }

  @Test
  void neighbouringIdsAndAttemptsDoNotCollide() {
    long distinct =
        LongStream.range(0, 300)
            .flatMap(id -> LongStream.range(0, 300).map(attempt -> Draw.bits(1, id, attempt)))
            .distinct()
            .count();
    assertThat(distinct).isEqualTo(90_000);
  }

  @Test
  void theInverseOfTheNormalDistributionMatchesTheTables() {
    assertThat(Normals.inverse(.5)).isZero();
    assertThat(Normals.inverse(.99)).isCloseTo(2.3263478740408408, within(1e-14));
    assertThat(Normals.inverse(.975)).isCloseTo(1.959963984540054, within(1e-14));
    assertThat(Normals.inverse(1e-10)).isCloseTo(-6.361340902404056, within(1e-12));
  }
}
