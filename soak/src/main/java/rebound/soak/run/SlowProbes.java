package rebound.soak.run;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import rebound.soak.evidence.sample.LivenessSample;
import rebound.soak.evidence.sample.LivenessSample.Path;
import rebound.soak.plan.Phase;
import rebound.soak.plan.PhaseKind;
import rebound.soak.probe.liveness.LivenessProbe;

/// From which time on a good answer to a probe is SLOW: max(200 ms, 5 × the baseline's p99)
/// (METHODOLOGY 6). The baseline is the first load phase without harm. Used by the run's one
/// thread.
final class SlowProbes {
  private static final Duration LEAST = Duration.ofMillis(200);
  private static final int TIMES = 5;
  // One slow answer of a few is no percentile.
  private static final int LEAST_PROBES = 20;

  private final LivenessProbe probe;
  private boolean known;

  SlowProbes(LivenessProbe probe) {
    this.probe = probe;
  }

  /// Learns from a phase that ended; only the first that can tell counts.
  ///
  /// @return what to note, where a probe may now take longer than it might before
  Optional<String> learn(Phase phase, List<LivenessSample> samples) {
    boolean harmless =
        phase.kind() == PhaseKind.LOAD
            && phase.faults().isEmpty()
            && phase.populations().stream().allMatch(it -> it.hostile().isEmpty());
    Optional<Duration> above = harmless && !known ? above(samples) : Optional.empty();
    if (above.isEmpty()) {
      return Optional.empty();
    }
    known = true;
    probe.slowAbove(above.get());
    return above
        .filter(it -> it.compareTo(LEAST) > 0)
        .map(
            it ->
                String.format(
                    Locale.ROOT,
                    "from here on a probe is slow above %d ms, %d times the p99 of phase %s",
                    it.toMillis(),
                    TIMES,
                    phase.name()));
  }

  /// The limit that a baseline's probes set; empty with too few.
  static Optional<Duration> above(List<LivenessSample> baseline) {
    long[] nanos =
        baseline.stream()
            .filter(it -> it.path() != Path.PROCESS && it.outcome().serving())
            .mapToLong(LivenessSample::responseNanos)
            .sorted()
            .toArray();
    if (nanos.length < LEAST_PROBES) {
      return Optional.empty();
    }
    long p99 = nanos[(int) Math.ceil(0.99 * nanos.length) - 1];
    return Optional.of(Duration.ofNanos(Math.max(LEAST.toNanos(), TIMES * p99)));
  }
}
