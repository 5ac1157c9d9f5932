package rebound.soak.evidence;

import java.util.List;
import rebound.soak.evidence.sample.ObserverCost;

/// What watching cost, over the whole run.
///
/// @param runnerCpuRatio CPU of the runner's process beside the threads that make load, as a share
///     of one core; null where it could not be read
/// @param peakHeapBytes most that its heap held after a collection
/// @param longestMarkMillis longest thorough look at the target; taken between phases
/// @param probes what each probe's thread used
public record ObserverRecord(
    Double runnerCpuRatio,
    long peakHeapBytes,
    double longestMarkMillis,
    List<ObserverCost> probes) {
  /// Copies the list.
  public ObserverRecord {
    probes = List.copyOf(probes);
  }
}
