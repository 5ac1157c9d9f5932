package rebound.soak.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import rebound.soak.evidence.LivenessRecord;
import rebound.soak.evidence.sample.LivenessSample;
import rebound.soak.evidence.sample.LivenessSample.Outcome;
import rebound.soak.evidence.sample.LivenessSample.Path;
import rebound.soak.evidence.sample.MachineSample;
import rebound.soak.evidence.sample.Reading;
import rebound.soak.evidence.sample.TargetSample;
import rebound.soak.planfile.Choices;
import rebound.soak.verdict.liveness.Gap;
import rebound.soak.verdict.liveness.LivenessSummary;
import rebound.soak.verdict.liveness.PathSummary;

/// An accelerated day: what a phase keeps must not grow with its hours, and must say the same as
/// all samples would.
class PhaseEvidenceTest {
  private static final long SECOND = 1_000_000_000L;
  private static final int DAY = 86_400;

  @Test
  void aDayOfProbesSaysWhatAllOfThemWouldFromAFewOfThem() {
    LivenessHistory history = new LivenessHistory();
    List<LivenessSample> all = new ArrayList<>();
    for (int second = 0; second < DAY; second++) {
      List<LivenessSample> seen = new ArrayList<>();
      for (Path path : Path.values()) {
        seen.add(probe(path, second, outcome(path, second)));
      }
      history.add(seen);
      all.addAll(seen);
    }

    LivenessRecord record = LivenessTally.of(history, 0, DAY * SECOND, List.of());

    assertThat(history.samples().size()).isLessThan(DAY * 4 / 20);
    LivenessSummary whole = LivenessSummary.of(all);
    PathSummary fresh = whole.paths().get(Path.FRESH);
    assertThat(record.probes()).isEqualTo((int) fresh.alive().trials());
    assertThat(record.aliveRatio()).isEqualTo(fresh.alive().ratio());
    assertThat(record.servingRatio()).isEqualTo(fresh.serving().ratio());
    assertThat(record.invalidProbes()).isEqualTo(fresh.invalid());
    assertThat(record.gaps()).isEqualTo(fresh.gaps().size()).isEqualTo(12);
    assertThat(record.longestGapMillis())
        .isEqualTo(whole.longestGap().map(Gap::estimateNanos).orElseThrow() / 1e6);
    assertThat(record.state())
        .isEqualTo(whole.stateAt(Long.MAX_VALUE).map(Choices::write).orElseThrow());
    assertThat(record.wouldRestart())
        .isEqualTo(whole.wouldRestart().stream().map(Choices::write).toList())
        .containsExactly("fresh");
    assertThat(record.dependencyServingRatio())
        .isEqualTo(whole.paths().get(Path.DEPENDENCY).serving().ratio());
  }

  /// A minute of silence each two hours, a slow probe each quarter of an hour, and a prober that
  /// was late itself once an hour.
  private static Outcome outcome(Path path, int second) {
    if (path == Path.FRESH && second % 7_200 >= 3_600 && second % 7_200 < 3_660) {
      return Outcome.TIMEOUT;
    }
    if (second % 3_600 == 77) {
      return Outcome.INVALID;
    }
    return second % 900 == 5 ? Outcome.SLOW : Outcome.OK;
  }

  private static LivenessSample probe(Path path, int second, Outcome outcome) {
    long response =
        switch (outcome) {
          case TIMEOUT -> SECOND;
          case SLOW -> SECOND / 2;
          default -> SECOND / 1_000;
        };
    return new LivenessSample(path, second * SECOND, 0, response, outcome, 200, "");
  }

  @Test
  void aDayOfTheMachineStaysWithinTwoHoursOfSamplesAndAddsUp() {
    MachineSeconds seconds = new MachineSeconds();
    for (int second = 0; second < DAY; second++) {
      seconds.add(machine(second));
    }

    List<MachineSample> kept = seconds.all();

    assertThat(kept.size()).isBetween(MachineSeconds.MOST / 2, MachineSeconds.MOST);
    assertThat(kept.stream().mapToLong(MachineSample::intervalNanos).sum()).isEqualTo(DAY * SECOND);
    assertThat(kept.stream().mapToLong(it -> it.cpuTotalNanos().amount().orElseThrow()).sum())
        .isEqualTo(DAY * 2 * SECOND);
    assertThat(kept.stream().mapToLong(MachineSample::hiccupMaxNanos).max()).hasValue(40_000_000);
    assertThat(kept.getLast().atNanos()).isEqualTo((DAY - 1) * SECOND);
  }

  private static MachineSample machine(int second) {
    Reading none = Reading.of(0);
    return new MachineSample(
        second * SECOND,
        second * 1_000L,
        SECOND,
        1_000_000,
        second == 40_000 ? 40_000_000 : 2_000_000,
        Reading.of(900_000),
        Reading.of(2 * SECOND),
        Reading.of(SECOND),
        none,
        none,
        Reading.of(SECOND),
        none,
        none,
        none,
        none,
        none,
        none,
        none,
        none,
        none);
  }

  @Test
  void aDayOfMemoryKnowsItsPeakAndItsLastSeconds() {
    ResidentTally tally = new ResidentTally();
    for (int second = 0; second < DAY; second++) {
      tally.add(
          new TargetSample(
              second * SECOND, Reading.of(second == 100 ? 900 : 500 + second % 2), none(), 1));
    }

    assertThat(tally.unreadable(false)).isEmpty();
    assertThat(tally.count()).isEqualTo(DAY);
    assertThat(tally.peakBytes()).isEqualTo(900);
    assertThat(tally.settledBytes((DAY - 1) * SECOND)).isEqualTo(501);
  }

  @Test
  void oneUnreadableSampleMakesThePhaseUnreadable() {
    ResidentTally tally = new ResidentTally();
    tally.add(new TargetSample(1, Reading.of(5), none(), 1));
    tally.add(new TargetSample(2, Reading.unreadable("statm: gone"), none(), 1));

    assertThat(tally.unreadable(false)).isEqualTo("statm: gone");
    assertThat(tally.unreadable(true)).isEmpty();
  }

  private static Reading none() {
    return Reading.unreadable("not asked");
  }
}
