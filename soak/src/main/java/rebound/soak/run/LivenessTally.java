package rebound.soak.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import rebound.soak.evidence.GapRecord;
import rebound.soak.evidence.LivenessRecord;
import rebound.soak.evidence.StateChangeRecord;
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

  /// The phase's record. Ratios are those of probes within it. A state, and a time without an
  /// answer, do not stop at its ends: the latter counts whole, from the good answer before to the
  /// good one after, where it began in the phase or while its connections opened.
  ///
  /// @param history all probes since the phase before was left, those after this one's end too
  /// @param endNanos its end; the status after it is the first that a fresh probe planned later got
  /// @param silences what the run itself made of them
  static LivenessRecord of(
      LivenessHistory history, long startNanos, long endNanos, List<Silence> silences) {
    List<LivenessSample> inPhase = new ArrayList<>();
    List<LivenessSample> around = new ArrayList<>(history.before());
    int statusAfter = 0;
    long firstAfter = Long.MAX_VALUE;
    for (LivenessSample sample : history.samples()) {
      around.add(sample);
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
      return LivenessRecord.unseen(statusAfter, "unknown");
    }
    LivenessSummary beyond = LivenessSummary.of(around);
    Map<Path, PathSummary> paths = beyond.paths();
    List<Gap> freshGaps = gaps(paths, Path.FRESH, endNanos);
    List<Gap> gaps = new ArrayList<>(freshGaps);
    gaps.addAll(gaps(paths, Path.KEPT, endNanos));
    int probes = (int) alive(fresh, history.counted(Path.FRESH)).trials();
    return new LivenessRecord(
        statusAfter,
        ratio(alive(fresh, history.counted(Path.FRESH))),
        ratio(serving(fresh, history.counted(Path.FRESH))),
        longest(gaps, probes, Gap::estimateNanos),
        freshGaps.size(),
        probes,
        fresh.invalid() + history.counted(Path.FRESH).invalid(),
        beyond.stateAt(endNanos).map(Choices::write).orElse("unknown"),
        serving(summary, history, Path.KEPT),
        serving(summary, history, Path.DEPENDENCY),
        summary.wouldRestart().stream().map(Choices::write).toList(),
        longest(gaps, probes, Gap::lowerNanos),
        longest(gaps, probes, Gap::upperNanos),
        probes(summary, history, Path.KEPT),
        probes(summary, history, Path.DEPENDENCY),
        changes(beyond, startNanos, endNanos),
        probes == 0 || silences.isEmpty() ? null : own(gaps, silences));
  }

  /// The longest of what is left of the gaps without the silences.
  private static GapRecord own(List<Gap> gaps, List<Silence> silences) {
    long lower = 0;
    long upper = 0;
    long middle = 0;
    for (Gap gap : gaps) {
      long made = silences.stream().mapToLong(it -> it.within(gap)).sum();
      lower = Math.max(lower, gap.lowerNanos() - made);
      upper = Math.max(upper, gap.upperNanos() - made);
      middle = Math.max(middle, gap.estimateNanos() - made);
    }
    return new GapRecord(middle / 1e6, lower / 1e6, upper / 1e6);
  }

  private static List<StateChangeRecord> changes(
      LivenessSummary beyond, long startNanos, long endNanos) {
    // The first says how the probes began and is no change.
    return beyond.changes().stream()
        .skip(1)
        .filter(it -> it.atNanos() >= startNanos && it.atNanos() < endNanos)
        .map(
            it ->
                new StateChangeRecord((it.atNanos() - startNanos) / 1e9, Choices.write(it.state())))
        .toList();
  }

  /// The gaps of a path that had begun when the phase ended.
  private static List<Gap> gaps(Map<Path, PathSummary> paths, Path path, long endNanos) {
    PathSummary of = paths.get(path);
    return of == null
        ? List.of()
        : of.gaps().stream().filter(it -> it.fromNanos() < endNanos).toList();
  }

  /// @return null without a valid probe: a prober that was itself late has seen no silence, and
  ///   no life either
  private static Double longest(List<Gap> gaps, int probes, ToLongFunction<Gap> length) {
    return probes == 0 ? null : gaps.stream().mapToLong(length).max().orElse(0) / 1e6;
  }

  private static Integer probes(LivenessSummary summary, LivenessHistory history, Path path) {
    PathSummary of = summary.paths().get(path);
    return of == null ? null : (int) serving(of, history.counted(path)).trials();
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
