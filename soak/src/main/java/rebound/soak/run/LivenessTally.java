package rebound.soak.run;

import java.util.ArrayList;
import java.util.List;
import rebound.soak.evidence.LivenessRecord;
import rebound.soak.evidence.sample.LivenessSample;
import rebound.soak.evidence.sample.LivenessSample.Path;
import rebound.soak.planfile.Choices;
import rebound.soak.verdict.liveness.Gap;
import rebound.soak.verdict.liveness.LivenessSummary;
import rebound.soak.verdict.liveness.PathSummary;
import rebound.soak.verdict.statistics.Proportion;

/// Turns a phase's liveness probes into its record.
final class LivenessTally {
  private LivenessTally() {}

  /// The phase's record.
  ///
  /// @param history all probes since the phase began, those after its end too
  /// @param endNanos its end; the status after it is the first that a fresh probe planned later got
  static LivenessRecord of(LivenessHistory history, long startNanos, long endNanos) {
    List<LivenessSample> inPhase = new ArrayList<>();
    int statusAfter = 0;
    long firstAfter = Long.MAX_VALUE;
    for (LivenessSample sample : history.samples()) {
      if (sample.plannedNanos() < endNanos) {
        if (sample.plannedNanos() >= startNanos) {
          inPhase.add(sample);
        }
      } else if (sample.path() == Path.FRESH
          && sample.status() != 0
          && sample.plannedNanos() < firstAfter) {
        firstAfter = sample.plannedNanos();
        statusAfter = sample.status();
      }
    }
    LivenessSummary summary = LivenessSummary.of(inPhase);
    PathSummary fresh = summary.paths().get(Path.FRESH);
    if (fresh == null) {
      return new LivenessRecord(
          statusAfter, null, null, null, 0, 0, 0, "unknown", null, null, List.of());
    }
    return new LivenessRecord(
        statusAfter,
        ratio(alive(fresh, history.counted(Path.FRESH))),
        ratio(serving(fresh, history.counted(Path.FRESH))),
        summary.longestGap().map(Gap::estimateNanos).orElse(0L) / 1e6,
        fresh.gaps().size(),
        (int) alive(fresh, history.counted(Path.FRESH)).trials(),
        fresh.invalid() + history.counted(Path.FRESH).invalid(),
        summary.stateAfter().map(Choices::write).orElse("unknown"),
        serving(summary, history, Path.KEPT),
        serving(summary, history, Path.DEPENDENCY),
        summary.wouldRestart().stream().map(Choices::write).toList());
  }

  private static Double serving(LivenessSummary summary, LivenessHistory history, Path path) {
    PathSummary of = summary.paths().get(path);
    return of == null ? null : ratio(serving(of, history.counted(path)));
  }

  private static Proportion alive(PathSummary kept, LivenessHistory.Counted more) {
    return new Proportion(kept.alive().hits() + more.alive(), kept.alive().trials() + more.valid());
  }

  private static Proportion serving(PathSummary kept, LivenessHistory.Counted more) {
    return new Proportion(
        kept.serving().hits() + more.serving(), kept.serving().trials() + more.valid());
  }

  private static Double ratio(Proportion proportion) {
    return proportion.trials() == 0 ? null : proportion.ratio();
  }
}
