package rebound.soak.run;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import rebound.soak.evidence.sample.Reading;
import rebound.soak.evidence.sample.TargetSample;

/// Resident memory of a phase: how many samples, the highest, and the newest of them, since the
/// phase's last seconds are known at its end only. Used by the run's one thread.
final class ResidentTally {
  private static final long SETTLE_NANOS = 5_000_000_000L;
  private static final long RECENT_NANOS = 60_000_000_000L;

  private final Deque<TargetSample> recent = new ArrayDeque<>();
  private long peakBytes;
  private int count;
  private String unreadable = "";

  void add(TargetSample sample) {
    switch (sample.residentBytes()) {
      case Reading.Unreadable(String reason) ->
          unreadable = unreadable.isEmpty() ? reason : unreadable;
      case Reading.Value(long bytes) -> {
        count++;
        peakBytes = Math.max(peakBytes, bytes);
        recent.addLast(sample);
        while (recent.getFirst().atNanos() < sample.atNanos() - RECENT_NANOS) {
          recent.removeFirst();
        }
      }
    }
  }

  /// Why the phase has no memory figures; empty where it has.
  ///
  /// @param away true where the target was away for a while on purpose: that is no gap
  String unreadable(boolean away) {
    String why = away ? "" : unreadable;
    return why.isEmpty() && count == 0 ? "no sample fell into the phase" : why;
  }

  int count() {
    return count;
  }

  long peakBytes() {
    return peakBytes;
  }

  /// The median of the last five seconds before an instant, or null.
  Long settledBytes(long endNanos) {
    List<Long> settled = new ArrayList<>();
    for (TargetSample sample : recent) {
      if (sample.atNanos() > endNanos - SETTLE_NANOS && sample.atNanos() <= endNanos) {
        sample.residentBytes().amount().ifPresent(settled::add);
      }
    }
    if (settled.isEmpty()) {
      return null;
    }
    List<Long> sorted = settled.stream().sorted().toList();
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(middle)
        : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
  }
}
