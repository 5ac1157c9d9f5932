package rebound.fakedb.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;

class AccuracyTest {
  private final Accuracy accuracy = new Accuracy(QueryLog.none());

  private void record(int count, long plannedMillis, long overshootMicros) {
    for (int i = 0; i < count; i++) {
      accuracy.record(plannedMillis * 1_000_000, overshootMicros * 1_000);
    }
  }

  @Test
  void fewAnswersSayNothing() {
    record(19, 10, 9_000);
    assertThat(accuracy.inRun()).isEqualTo(Accuracy.Verdict.TOO_FEW);
  }

  @Test
  void punctualAnswersAreAccurate() {
    record(1_000, 10, 150);
    assertThat(accuracy.inRun()).isEqualTo(Accuracy.Verdict.ACCURATE);
    assertThat(accuracy.strict()).isEqualTo(Accuracy.Verdict.ACCURATE);
  }

  @Test
  void aMedianOverHalfAMillisecondIsInaccurate() {
    record(1_000, 10, 600);
    assertThat(accuracy.inRun()).isEqualTo(Accuracy.Verdict.INACCURATE);
  }

  @Test
  void aMedianBetweenTheLimitsIsGoodEnoughInARunOnly() {
    record(1_000, 10, 400);
    assertThat(accuracy.inRun()).isEqualTo(Accuracy.Verdict.ACCURATE);
    assertThat(accuracy.strict()).isEqualTo(Accuracy.Verdict.INACCURATE);
  }

  @Test
  void moreThanOneInAHundredLateIsInaccurate() {
    record(990, 10, 100);
    record(10, 10, 6_000);
    assertThat(accuracy.inRun()).isEqualTo(Accuracy.Verdict.ACCURATE);
    record(2, 10, 6_000);
    assertThat(accuracy.inRun()).isEqualTo(Accuracy.Verdict.INACCURATE);
  }

  @Test
  void longDelaysMayBeLateInProportion() {
    record(1_000, 500, 400);
    record(100, 500, 49_000);
    assertThat(accuracy.late()).isZero();
    record(1, 500, 51_000);
    assertThat(accuracy.late()).isEqualTo(1);
  }

  @Test
  void eachIntervalStandsInTheLogUnderItsLabel() {
    accuracy.reset("c64");
    record(100, 10, 100);
    accuracy.reset("over load, twice");
    record(50, 10, 200);
    HistogramLogReader reader =
        new HistogramLogReader(
            new ByteArrayInputStream(accuracy.text().getBytes(StandardCharsets.UTF_8)));
    EncodableHistogram first = reader.nextIntervalHistogram();
    EncodableHistogram second = reader.nextIntervalHistogram();
    assertThat(first.getTag()).isEqualTo("c64");
    assertThat(((org.HdrHistogram.Histogram) first).getTotalCount()).isEqualTo(100);
    assertThat(second.getTag()).isEqualTo("over-load--twice");
    assertThat(second.getMaxValueAsDouble()).isBetween(200_000.0, 201_000.0);
    assertThat(reader.hasNext()).isFalse();
  }
}
