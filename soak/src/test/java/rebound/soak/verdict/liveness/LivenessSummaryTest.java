package rebound.soak.verdict.liveness;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import rebound.soak.evidence.sample.LivenessSample;
import rebound.soak.evidence.sample.LivenessSample.Outcome;
import rebound.soak.evidence.sample.LivenessSample.Path;

class LivenessSummaryTest {
  private static final long INTERVAL = 250;

  private final List<LivenessSample> samples = new ArrayList<>();
  private long nextMillis;

  private static long millis(long millis) {
    return TimeUnit.MILLISECONDS.toNanos(millis);
  }

  private LivenessSummaryTest probes(int count, Outcome outcome) {
    boolean silent = outcome == Outcome.TIMEOUT || outcome == Outcome.CONNECT_TIMEOUT;
    for (int i = 0; i < count; i++) {
      add(Path.FRESH, nextMillis, silent ? 1000 : 2, outcome);
      nextMillis += INTERVAL;
    }
    return this;
  }

  private void add(Path path, long planned, long response, Outcome outcome) {
    int status = outcome.serving() ? 200 : outcome == Outcome.SHED ? 503 : 0;
    samples.add(
        new LivenessSample(path, millis(planned), 0, millis(response), outcome, status, ""));
  }

  private LivenessState state() {
    return LivenessSummary.of(samples).stateAt(Long.MAX_VALUE).orElseThrow();
  }

  @Test
  void aStallOfThreeSecondsIsAGapOfThreeSeconds() {
    probes(4, Outcome.OK);
    // The server answers nothing from 1,000 to 4,000 ms, and then at once.
    for (long planned = 1000; planned < 6000; planned += INTERVAL) {
      boolean timeout = planned + 1000 < 4000;
      long response = timeout ? 1000 : Math.max(2, 4000 - planned);
      add(
          Path.FRESH,
          planned,
          response,
          timeout ? Outcome.TIMEOUT : response > 200 ? Outcome.SLOW : Outcome.OK);
    }

    Gap gap = LivenessSummary.of(samples).longestGap().orElseThrow();

    assertThat(millis(3000)).isBetween(gap.lowerNanos(), gap.upperNanos());
    assertThat(gap.lowerNanos()).isGreaterThanOrEqualTo(millis(2700));
    assertThat(gap.upperNanos()).isLessThanOrEqualTo(millis(3300));
    assertThat(gap.open()).isFalse();
  }

  @Test
  void aRefusalIsLifeButNoService() {
    probes(10, Outcome.SHED).probes(10, Outcome.OK);
    PathSummary fresh = LivenessSummary.of(samples).paths().get(Path.FRESH);

    assertThat(fresh.alive().ratio()).isEqualTo(1);
    assertThat(fresh.serving().ratio()).isEqualTo(0.5);
    assertThat(fresh.gaps()).isEmpty();
  }

  @Test
  void theProbersOwnFaultsAreLeftOut() {
    probes(10, Outcome.OK).probes(5, Outcome.INVALID);
    PathSummary fresh = LivenessSummary.of(samples).paths().get(Path.FRESH);

    assertThat(fresh.alive().trials()).isEqualTo(10);
    assertThat(fresh.invalid()).isEqualTo(5);
    assertThat(fresh.gaps()).isEmpty();
  }

  @Test
  void statesFollowStrikes() {
    probes(3, Outcome.OK);
    assertThat(state()).isEqualTo(LivenessState.ALIVE);
    probes(2, Outcome.TIMEOUT);
    assertThat(state()).isEqualTo(LivenessState.ALIVE);
    probes(1, Outcome.RESET);
    assertThat(state()).isEqualTo(LivenessState.UNRESPONSIVE);
    probes(3, Outcome.SHED);
    assertThat(state()).isEqualTo(LivenessState.DEGRADED);
    probes(3, Outcome.OK);
    assertThat(state()).isEqualTo(LivenessState.ALIVE);
    probes(3, Outcome.REFUSED);
    assertThat(state()).isEqualTo(LivenessState.DEAD);
    probes(2, Outcome.OK);
    assertThat(state()).isEqualTo(LivenessState.DEAD);
    probes(1, Outcome.OK);
    assertThat(state()).isEqualTo(LivenessState.ALIVE);
  }

  @Test
  void aProcessThatIsGoneIsDeadAtOnce() {
    probes(3, Outcome.OK);
    add(Path.PROCESS, nextMillis, 0, Outcome.GONE);

    assertThat(state()).isEqualTo(LivenessState.DEAD);
    samples.clear();
    add(Path.PROCESS, nextMillis, 0, Outcome.RESTARTED);
    assertThat(state()).isEqualTo(LivenessState.RESTARTED);
  }

  @Test
  void thirtySecondsOfRefusalsWouldHaveRestartedTheHealthyPod() {
    probes(8, Outcome.OK).probes(100, Outcome.SHED).probes(8, Outcome.OK);
    assertThat(LivenessSummary.of(samples).wouldRestart()).containsExactly(Path.FRESH);

    samples.clear();
    // Nineteen seconds hold at most two of a kubelet's probes.
    probes(8, Outcome.OK).probes(76, Outcome.SHED).probes(8, Outcome.OK);
    assertThat(LivenessSummary.of(samples).wouldRestart()).isEmpty();
  }

  @Test
  void aGapThatNeverEndsIsOpenAndHasItsLowerBound() {
    probes(4, Outcome.OK).probes(8, Outcome.REFUSED);
    Gap gap = LivenessSummary.of(samples).longestGap().orElseThrow();

    assertThat(gap.open()).isTrue();
    assertThat(gap.lowerNanos()).isEqualTo(millis(7 * INTERVAL));
    assertThat(gap.badProbes()).isEqualTo(8);
  }

  @Test
  void noProbesSayNothing() {
    LivenessSummary summary = LivenessSummary.of(List.of());

    assertThat(summary.stateAt(Long.MAX_VALUE)).isEmpty();
    assertThat(summary.longestGap()).isEmpty();
  }
}
