package rebound.soak.verdict.liveness;

import java.util.ArrayList;
import java.util.List;
import rebound.soak.evidence.sample.LivenessSample;
import rebound.soak.evidence.sample.LivenessSample.Outcome;

/// A time without life on one path, with what is certain about its length.
///
/// At least: from the first bad probe's planned time to the last's, and where that one was met
/// with silence, to the end of its timeout. At most: from the good answer before to the good
/// answer after. (Planned times alone, as METHODOLOGY 6 has them, would miss one timeout: probes
/// that a stall holds up for less than the timeout are answered in time.)
///
/// @param fromNanos planned time of the first bad probe
/// @param lowerNanos it was at least so long
/// @param upperNanos it was at most so long; where no good answer is known before or after, up to
///     the first or last probe
/// @param badProbes how many
/// @param open true when no good answer followed
public record Gap(long fromNanos, long lowerNanos, long upperNanos, int badProbes, boolean open) {
  public Gap {
    if (lowerNanos < 0 || badProbes < 1) {
      throw new IllegalArgumentException(
          "gap of " + lowerNanos + " ns with " + badProbes + " bad probes is none");
    }
    upperNanos = Math.max(lowerNanos, upperNanos);
  }

  /// The middle of the two bounds.
  public long estimateNanos() {
    return lowerNanos + (upperNanos - lowerNanos) / 2;
  }

  /// The gaps of one path.
  ///
  /// @param samples valid ones of one path, by planned time
  static List<Gap> of(List<LivenessSample> samples) {
    List<Gap> gaps = new ArrayList<>();
    int first = 0;
    while (first < samples.size()) {
      if (samples.get(first).outcome().alive()) {
        first++;
        continue;
      }
      int last = first;
      while (last + 1 < samples.size() && !samples.get(last + 1).outcome().alive()) {
        last++;
      }
      gaps.add(between(samples, first, last));
      first = last + 1;
    }
    return List.copyOf(gaps);
  }

  private static Gap between(List<LivenessSample> samples, int first, int last) {
    long from = samples.get(first).plannedNanos();
    long lower = 0;
    long end = from;
    for (LivenessSample bad : samples.subList(first, last + 1)) {
      boolean silent = bad.outcome() == Outcome.TIMEOUT || bad.outcome() == Outcome.CONNECT_TIMEOUT;
      lower = Math.max(lower, (silent ? done(bad) : bad.plannedNanos()) - from);
      end = Math.max(end, done(bad));
    }
    long previous = samples.subList(0, first).stream().mapToLong(Gap::done).max().orElse(from);
    boolean open = last + 1 == samples.size();
    long next =
        samples.subList(last + 1, samples.size()).stream()
            .filter(sample -> sample.outcome().alive())
            .mapToLong(Gap::done)
            .min()
            .orElse(end);
    return new Gap(from, lower, next - Math.min(previous, from), last - first + 1, open);
  }

  private static long done(LivenessSample sample) {
    return sample.plannedNanos() + sample.responseNanos();
  }
}
