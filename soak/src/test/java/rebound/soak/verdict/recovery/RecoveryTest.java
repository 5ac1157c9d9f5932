package rebound.soak.verdict.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import rebound.soak.verdict.recovery.Recovery.RecoveryClass;

class RecoveryTest {
  private static List<ServiceWindow> windows(
      int from, int to, IntToDoubleFunction good, IntToDoubleFunction tail) {
    List<ServiceWindow> all = new ArrayList<>();
    for (int second = from; second < to; second++) {
      all.add(
          new ServiceWindow(
              second,
              good.applyAsDouble(second),
              OptionalDouble.of(tail.applyAsDouble(second)),
              false));
    }
    return all;
  }

  private static final Envelope ENVELOPE =
      Envelope.of(windows(-60, 0, s -> s % 2 == 0 ? 1.0 : 0.99, s -> s % 3 == 0 ? 22 : 20));

  private static Recovery judge(List<ServiceWindow> after) {
    return Recovery.judge(ENVELOPE, after, 1, 500, true, Optional.empty());
  }

  @Test
  void theEnvelopeHoldsTheBaselineAndLittleBeside() {
    assertThat(ENVELOPE.goodRatioLow()).isCloseTo(0.99, within(1e-9));
    assertThat(ENVELOPE.tailMillisHigh()).isCloseTo(22, within(1e-9));
    assertThat(ENVELOPE.passRatio()).isEqualTo(1);
    assertThat(ENVELOPE.holds(new ServiceWindow(0, 0.975, OptionalDouble.of(27), false))).isTrue();
    assertThat(ENVELOPE.holds(new ServiceWindow(0, 0.96, OptionalDouble.of(20), false))).isFalse();
    assertThat(ENVELOPE.holds(new ServiceWindow(0, 1, OptionalDouble.of(28), false))).isFalse();
    assertThat(ENVELOPE.holds(new ServiceWindow(0, 1, OptionalDouble.of(20), true))).isFalse();
    assertThat(ENVELOPE.holds(new ServiceWindow(0, 0, OptionalDouble.empty(), false))).isFalse();
    assertThatThrownBy(() -> Envelope.of(windows(0, 29, _ -> 1, _ -> 1)))
        .hasMessageContaining("29 windows");
  }

  @Test
  void recoveryIsTheStartOfTheFirstOfFiveGoodWindows() {
    // Good from 12 s on, with a lone good window at 5 s.
    Recovery found = judge(windows(0, 60, s -> s >= 12 || s == 5 ? 1 : 0.2, _ -> 20));

    assertThat(found.recoveryClass()).isEqualTo(RecoveryClass.RECOVERED);
    assertThat(found.recoverySeconds().orElseThrow()).isEqualTo(12);
    // Eleven windows of 0.795 lost, one of −0.005, at 500/s.
    assertThat(found.deficit()).isCloseTo(500 * (11 * 0.795 - 0.005), within(1.0));
    assertThat(found.sentence()).contains("12.0 s after the harm");
  }

  @Test
  void withoutRecoveryTheTimeIsCensoredAtWhatWasWatched() {
    Recovery found = judge(windows(0, 60, _ -> 0.8, _ -> 20));

    assertThat(found.recoverySeconds()).isEmpty();
    assertThat(found.watchedSeconds()).isEqualTo(60);
    assertThat(found.recoveryClass()).isEqualTo(RecoveryClass.DEGRADED);
  }

  @Test
  void whatStillGetsBetterIsSlow() {
    assertThat(judge(windows(0, 60, s -> 0.1 + 0.012 * s, _ -> 20)).recoveryClass())
        .isEqualTo(RecoveryClass.SLOW);
  }

  @Test
  void belowHalfOnlySheddingTellsMetastableFromBroken() {
    List<ServiceWindow> down = windows(0, 60, _ -> 0.02, _ -> 400);
    var restored = new Recovery.Intervention(windows(0, 60, _ -> 1, _ -> 20));
    var still = new Recovery.Intervention(windows(0, 60, _ -> 0.02, _ -> 400));

    assertThat(judge(down).recoveryClass()).isEqualTo(RecoveryClass.STUCK);
    assertThat(judge(down).sentence()).contains("shed load");
    assertThat(Recovery.judge(ENVELOPE, down, 1, 500, true, Optional.of(restored)).recoveryClass())
        .isEqualTo(RecoveryClass.METASTABLE);
    Recovery shed = Recovery.judge(ENVELOPE, down, 1, 500, true, Optional.of(still));
    assertThat(shed.recoveryClass()).isEqualTo(RecoveryClass.BROKEN);
    assertThat(shed.sentence()).contains("not even when load was shed");
    Recovery gone = Recovery.judge(ENVELOPE, down, 1, 500, false, Optional.empty());
    assertThat(gone.recoveryClass()).isEqualTo(RecoveryClass.BROKEN);
    assertThat(gone.sentence()).contains("process was gone").doesNotContain("shed");
  }

  @ParameterizedTest
  @CsvSource({"0.3, 1.4", "0.5, 6.0", "0.7, 16.7", "0.85, 43.3", "0.2, 0"})
  void theQueueDrainsInTheTimeOfTheBook(double utilisation, double seconds) {
    assertThat(Overload.drainSeconds(utilisation, 0.2, 10)).isCloseTo(seconds, within(0.05));
  }

  @Test
  void vulnerabilityBeginsAtOneOfFourWithThreeRetries() {
    assertThat(Overload.vulnerable(0.25, 3)).isFalse();
    assertThat(Overload.vulnerable(0.26, 3)).isTrue();
    assertThat(Overload.vulnerable(0.85, 0.1)).isFalse();
    assertThat(Overload.observationSeconds(43.3, 5)).isCloseTo(216.5, within(0.1));
    assertThat(Overload.observationSeconds(1, 1)).isEqualTo(60);
  }

  @Test
  void windowsAreAsShortAsTheirRequestsAllow() {
    assertThat(ServiceWindow.lengths(2000).getFirst())
        .isEqualTo(new ServiceWindow.Length(0.2, 0.99));
    assertThat(ServiceWindow.lengths(300).getFirst()).isEqualTo(new ServiceWindow.Length(1, 0.99));
    assertThat(ServiceWindow.lengths(50).getFirst()).isEqualTo(new ServiceWindow.Length(2, 0.95));
    assertThatThrownBy(() -> ServiceWindow.lengths(5)).hasMessageContaining("12/s");
  }

  // The table of METHODOLOGY 3.2: seconds until service is as before, within 4 s, since times are
  // those of one seeded run; -1 for never. At u = 0.2 the fault leaves exactly what is needed, and
  // the book's 15 s and 5 s are a matter of luck: there the verdict alone is compared.
  @ParameterizedTest
  @CsvSource({
    "0.3, 1, -1, 0, 0, 1",
    "0.5, 6, -1, 0, 0, 6",
    "0.7, 15, -1, 0, 1, 14",
    "0.85, 38, -1, 1, 3, 48"
  })
  void theMockServerGetsTheVerdictsOfTheBook(
      double utilisation,
      double noRetries,
      double retries,
      double shortQueue,
      double limit,
      double budget) {
    Map<QueueMock.Column, Double> book =
        Map.of(
            QueueMock.Column.NO_RETRIES, noRetries,
            QueueMock.Column.RETRIES, retries,
            QueueMock.Column.SHORT_QUEUE, shortQueue,
            QueueMock.Column.LIMIT, limit,
            QueueMock.Column.BUDGET, budget);
    book.forEach(
        (column, seconds) -> {
          Recovery found = afterTheFault(new QueueMock(utilisation, column));
          if (seconds < 0) {
            assertThat(found.recoveryClass()).as("%s", column).isEqualTo(RecoveryClass.METASTABLE);
          } else {
            assertThat(found.recoveryClass()).as("%s", column).isEqualTo(RecoveryClass.RECOVERED);
            assertThat(found.recoverySeconds().orElseThrow())
                .as("%s", column)
                .isCloseTo(seconds, within(4.0));
          }
        });
  }

  @ParameterizedTest
  @EnumSource(QueueMock.Column.class)
  void belowOneOfFourNoRetriesKeepTheFailureAlive(QueueMock.Column column) {
    Recovery found = afterTheFault(new QueueMock(0.2, column));

    assertThat(found.recoveryClass()).isEqualTo(RecoveryClass.RECOVERED);
    assertThat(found.recoverySeconds().orElseThrow()).isLessThanOrEqualTo(15);
  }

  // The last column: newest first serves who still waits, while the old tail costs idle time alone.
  @ParameterizedTest
  @ValueSource(doubles = {0.3, 0.5, 0.7, 0.85})
  void newestFirstLosesNextToNothingOnceTheFaultIsOver(double utilisation) {
    QueueMock mock = new QueueMock(utilisation, QueueMock.Column.LIFO);
    Recovery found = afterTheFault(mock);

    assertThat(found.recoveryClass()).isEqualTo(RecoveryClass.RECOVERED);
    assertThat(found.deficit()).isLessThan(0.5 * mock.offeredPerSecond());
  }

  private static Recovery afterTheFault(QueueMock mock) {
    Envelope envelope = Envelope.of(mock.until(-10, 1).subList(10, 50));
    mock.until(0, 1);
    List<ServiceWindow> after = mock.until(60, 1);
    mock.until(260, 0.0);
    List<ServiceWindow> back = new ArrayList<>();
    for (ServiceWindow window : mock.until(320, 1)) {
      back.add(
          new ServiceWindow(
              window.startSeconds() - 260, window.goodRatio(), window.tailMillis(), false));
    }
    return Recovery.judge(
        envelope,
        after,
        1,
        mock.offeredPerSecond(),
        true,
        Optional.of(new Recovery.Intervention(back)));
  }

  @Test
  void aServerThatNeedsLessLoadToServeAgainHasHysteresis() {
    List<Hysteresis.Step> steps =
        List.of(
            new Hysteresis.Step(200, 200, 200),
            new Hysteresis.Step(400, 400, 396),
            new Hysteresis.Step(600, 600, 200),
            new Hysteresis.Step(800, 780, 100),
            new Hysteresis.Step(1000, 500, 500));
    Hysteresis found = Hysteresis.of(steps);

    assertThat(found.upPerSecond().orElseThrow()).isEqualTo(1000);
    assertThat(found.downPerSecond().orElseThrow()).isEqualTo(400);
    assertThat(found.ratio().orElseThrow()).isCloseTo(0.4, within(1e-9));
    assertThat(found.area())
        .isCloseTo(
            (200 * (0 + 4) / 2.0
                    + 200 * (4 + 400) / 2.0
                    + 200 * (400 + 680) / 2.0
                    + 200 * 680 / 2.0)
                / (200 * (300 + 500 + 690 + 640)),
            within(1e-9));
  }
}
