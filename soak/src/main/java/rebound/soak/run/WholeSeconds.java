package rebound.soak.run;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import rebound.chaos.measure.IntervalSample;

/// Puts samples that are shorter than a second together again: journal, logs and those who listen
/// want a second each. Samples of a second pass as they are. Used by the run's one thread.
final class WholeSeconds {
  // A slice may end a little early; a second that misses a twentieth is one.
  private static final long WHOLE_NANOS = 950_000_000L;

  private final Map<String, IntervalSample> begun = new LinkedHashMap<>();

  /// Takes samples in the order of time.
  ///
  /// @return the seconds that are whole now
  List<IntervalSample> add(List<IntervalSample> samples) {
    List<IntervalSample> whole = new ArrayList<>();
    for (IntervalSample sample : samples) {
      IntervalSample second =
          begun.containsKey(sample.population())
              ? begun.remove(sample.population()).and(sample)
              : sample;
      if (second.endNanos() - second.startNanos() >= WHOLE_NANOS) {
        whole.add(second);
      } else {
        begun.put(sample.population(), second);
      }
    }
    return whole;
  }

  /// What is left at a phase's end.
  List<IntervalSample> rest() {
    List<IntervalSample> rest = List.copyOf(begun.values());
    begun.clear();
    return rest;
  }
}
