package rebound.soak.run;

import java.util.List;
import rebound.soak.evidence.FaultRecord;
import rebound.soak.verdict.liveness.Gap;

/// A time in which the run itself kept the target from answering.
///
/// @param fromNanos its start
/// @param toNanos its end
record Silence(long fromNanos, long toNanos) {
  /// Those that a phase's faults made.
  ///
  /// @param startNanos the phase's start
  static List<Silence> of(List<FaultRecord> faults, long startNanos) {
    return faults.stream()
        .filter(it -> it.silencedSeconds() != null)
        .map(
            it ->
                new Silence(
                    startNanos + Math.round(1e9 * it.injectedSeconds()),
                    startNanos + Math.round(1e9 * (it.injectedSeconds() + it.silencedSeconds()))))
        .toList();
  }

  /// How much of what is certain of a gap it made.
  long within(Gap gap) {
    long from = Math.max(fromNanos, gap.fromNanos());
    long to = Math.min(toNanos, gap.fromNanos() + gap.lowerNanos());
    return Math.max(0, to - from);
  }
}
