package rebound.soak.verdict.liveness;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import rebound.soak.evidence.sample.LivenessSample;
import rebound.soak.evidence.sample.LivenessSample.Outcome;
import rebound.soak.verdict.statistics.Proportion;

/// What one path's probes say about a phase.
///
/// @param alive answered in time, refusals included, of the valid probes
/// @param serving good answers in time, of the valid probes
/// @param slow how many were good but slow
/// @param invalid probes that the prober itself spoiled
/// @param gaps times without life
/// @param statusAfter status of the last probe, 0 where it got none
/// @param wouldRestart a kubelet with its default settings would have restarted the pod
public record PathSummary(
    Proportion alive,
    Proportion serving,
    int slow,
    int invalid,
    List<Gap> gaps,
    int statusAfter,
    boolean wouldRestart) {
  /// Kubernetes' default periodSeconds.
  private static final long KUBELET_PERIOD_NANOS = 10_000_000_000L;

  public PathSummary {
    gaps = List.copyOf(gaps);
  }

  /// Sums up.
  ///
  /// @param samples of one path
  public static PathSummary of(List<LivenessSample> samples) {
    List<LivenessSample> valid =
        samples.stream()
            .filter(sample -> sample.outcome() != Outcome.INVALID)
            .sorted(Comparator.comparingLong(LivenessSample::plannedNanos))
            .toList();
    return new PathSummary(
        new Proportion(count(valid, Outcome::alive), valid.size()),
        new Proportion(count(valid, Outcome::serving), valid.size()),
        (int) count(valid, outcome -> outcome == Outcome.SLOW),
        samples.size() - valid.size(),
        Gap.of(valid),
        valid.isEmpty() ? 0 : valid.getLast().status(),
        wouldRestart(valid));
  }

  /// The longest by the middle of its bounds.
  public Optional<Gap> longestGap() {
    return gaps.stream().max(Comparator.comparingLong(Gap::estimateNanos));
  }

  private static long count(
      List<LivenessSample> samples, java.util.function.Predicate<Outcome> which) {
    return samples.stream().filter(sample -> which.test(sample.outcome())).count();
  }

  /// Three failing probes ten seconds apart, from any starting point. A kubelet takes a refusal
  /// for a failure.
  private static boolean wouldRestart(List<LivenessSample> valid) {
    for (LivenessSample first : valid) {
      if (!first.outcome().serving()
          && failsAt(valid, first.plannedNanos() + KUBELET_PERIOD_NANOS)
          && failsAt(valid, first.plannedNanos() + 2 * KUBELET_PERIOD_NANOS)) {
        return true;
      }
    }
    return false;
  }

  /// Whether the last probe up to that time failed, if there were probes up to then.
  private static boolean failsAt(List<LivenessSample> valid, long nanos) {
    int low = 0;
    int high = valid.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (valid.get(middle).plannedNanos() <= nanos) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    boolean covered = low > 0 && (low < valid.size() || last(valid) == nanos);
    return covered && !valid.get(low - 1).outcome().serving();
  }

  private static long last(List<LivenessSample> valid) {
    return valid.getLast().plannedNanos();
  }
}
