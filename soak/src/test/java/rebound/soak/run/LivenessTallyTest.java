package rebound.soak.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import rebound.soak.evidence.FaultRecord;
import rebound.soak.evidence.GapRecord;
import rebound.soak.evidence.LivenessRecord;
import rebound.soak.evidence.StateChangeRecord;
import rebound.soak.evidence.sample.LivenessSample;
import rebound.soak.evidence.sample.LivenessSample.Outcome;
import rebound.soak.evidence.sample.LivenessSample.Path;

/// A phase from 10 to 20 s, probed four times a second from 5 to 30 s.
class LivenessTallyTest {
  private static final long MILLI = 1_000_000L;
  private static final long START = 10_000 * MILLI;
  private static final long END = 20_000 * MILLI;

  @Test
  void aTargetThatAlwaysAnswersHasNoGap() {
    LivenessRecord record = silentBetween(0, 0);

    assertThat(record.longestGapMillis()).isZero();
    assertThat(record.longestGapUpperMillis()).isZero();
    assertThat(record.gaps()).isZero();
    assertThat(record.probes()).isEqualTo(40);
    assertThat(record.aliveRatio()).isEqualTo(1.0);
    assertThat(record.keptProbes()).isEqualTo(40);
    assertThat(record.statusAfter()).isEqualTo(200);
  }

  @Test
  void aHangAcrossThePhasesEndCountsWhole() {
    LivenessRecord record = silentBetween(19_100, 24_000);

    // Probes planned from 19,250 to 23,000 met silence; the last waited until 24,000.
    assertThat(record.longestGapLowerMillis()).isEqualTo(4_750);
    assertThat(record.longestGapMillis()).isBetween(4_750.0, 5_000.0);
    assertThat(record.longestGapUpperMillis()).isBetween(4_900.0, 5_250.0);
    assertThat(record.gaps()).isEqualTo(1);
    assertThat(record.aliveRatio()).isEqualTo(37 / 40.0);
    assertThat(record.statusAfter()).isEqualTo(200);
  }

  @Test
  void aHangWhileConnectionsOpenCountsWhole() {
    assertThat(silentBetween(6_100, 9_000).longestGapLowerMillis()).isEqualTo(2_750);
    assertThat(silentBetween(6_100, 12_000).longestGapLowerMillis()).isEqualTo(5_750);
  }

  @Test
  void aHangAfterThePhaseIsTheNextOnes() {
    LivenessRecord record = silentBetween(21_100, 25_000);

    assertThat(record.longestGapMillis()).isZero();
    assertThat(record.gaps()).isZero();
  }

  @Test
  void whatTheProbesSaidIsToldWithItsTimes() {
    // The third probe in a row without an answer was planned at 12,750, the third with one again at
    // 14,750: those from 14,250 on wait for less than a second.
    LivenessRecord record = silentBetween(12_100, 15_100);

    assertThat(record.changes())
        .containsExactly(
            new StateChangeRecord(2.75, "unresponsive"), new StateChangeRecord(4.75, "alive"));
    assertThat(record.state()).isEqualTo("alive");
    assertThat(silentBetween(0, 0).changes()).isEmpty();
  }

  @Test
  void whatTheRunItselfMadeOfASilenceIsTakenFromIt() {
    // Silent from 12.1 to 17.1 s; the run held the target from 12 to 16 s.
    Silence held = new Silence(12_000 * MILLI, 16_000 * MILLI);
    GapRecord own = silentBetween(12_100, 17_100, held).longestOwnGap();

    // Probes from 12,250 on met silence, that of 16,000 until 17,000.
    assertThat(own.lowerMillis()).isEqualTo(1_000);
    assertThat(own.upperMillis()).isBetween(1_000.0, 1_600.0);

    // One that is the target's own is not made up for by another.
    Silence before = new Silence(10_500 * MILLI, 11_500 * MILLI);
    LivenessRecord record = silentBetween(12_100, 17_100, before);
    assertThat(record.longestOwnGap().lowerMillis()).isEqualTo(record.longestGapLowerMillis());

    assertThat(silentBetween(0, 0, held).longestOwnGap().upperMillis()).isZero();
    assertThat(silentBetween(12_100, 17_100).longestOwnGap()).isNull();
  }

  @Test
  void aPauseAndARestartSilenceTheTargetButNotWhileItStarts() {
    List<FaultRecord> faults =
        List.of(
            new FaultRecord("pause", 1, 3, null, 2.0),
            new FaultRecord("latency", 1, 3, null, null),
            new FaultRecord("restart", 5, 9, 3_000.0, 1.0));

    assertThat(Silence.of(faults, START))
        .containsExactly(
            new Silence(11_000 * MILLI, 13_000 * MILLI),
            new Silence(15_000 * MILLI, 16_000 * MILLI));
  }

  @Test
  void aStateBeginsInThePhaseBefore() {
    LivenessRecord record = silentBetween(6_100, 30_000);

    assertThat(record.state()).isEqualTo("unresponsive");
    assertThat(record.changes()).isEmpty();
  }

  @Test
  void aProberThatWasAlwaysLateHasSeenNoSilenceAndNoLife() {
    LivenessHistory history = new LivenessHistory();
    history.add(List.of(probe(Path.FRESH, 12_000, 800, Outcome.INVALID)));
    history.add(List.of(probe(Path.KEPT, 12_000, 800, Outcome.INVALID)));

    LivenessRecord record = LivenessTally.of(history, START, END, List.of());

    assertThat(record.invalidProbes()).isEqualTo(1);
    assertThat(record.longestGapMillis()).isNull();
    assertThat(record.longestGapUpperMillis()).isNull();
    assertThat(record.aliveRatio()).isNull();
  }

  /// Probes of a target that answers at once, but says nothing for a while; what waits for less
  /// than a second is answered then.
  private static LivenessRecord silentBetween(long fromMillis, long toMillis, Silence... silences) {
    LivenessHistory history = new LivenessHistory();
    List<LivenessSample> before = new ArrayList<>();
    List<LivenessSample> seen = new ArrayList<>();
    for (long at = 5_000; at < 30_000; at += 250) {
      for (Path path : List.of(Path.FRESH, Path.KEPT)) {
        boolean hangs = at >= fromMillis && at < toMillis;
        long waited = hangs ? toMillis - at : 1;
        (at * MILLI < START ? before : seen)
            .add(
                waited >= 1_000
                    ? probe(path, at, 1_000, Outcome.TIMEOUT)
                    : probe(path, at, waited, Outcome.OK));
      }
    }
    history.addBefore(before);
    history.add(seen);
    return LivenessTally.of(history, START, END, List.of(silences));
  }

  private static LivenessSample probe(Path path, long atMillis, long tookMillis, Outcome outcome) {
    int status = outcome == Outcome.OK ? 200 : 0;
    return new LivenessSample(path, atMillis * MILLI, 0, tookMillis * MILLI, outcome, status, "");
  }
}
