package rebound.soak.judge;

import java.util.List;
import rebound.soak.evidence.PhaseRecord;

/// Whether descriptors came back as memory should: what is open at the end of the last rest against
/// the end of the first, after the warm-up (METHODOLOGY 5.3 allows five more). Sockets are among
/// them; the kernel's own counts are of the whole machine and prove nothing about one target.
final class Descriptors {
  private Descriptors() {}

  /// How many more are open.
  ///
  /// @return null without two rests or where they could not be counted
  static Long left(List<PhaseRecord> phases) {
    List<PhaseRecord> rests = phases.stream().filter(it -> it.kind().equals("rest")).toList();
    if (rests.size() < 2) {
      return null;
    }
    Long first = rests.getFirst().memory().fileDescriptors();
    Long last = rests.getLast().memory().fileDescriptors();
    return first == null || last == null ? null : Long.valueOf(last - first);
  }

  /// Why a gate on them cannot be judged here; empty where it can. Not every source counts them:
  /// a cgroup does not.
  static String notOffered(String metric, List<PhaseRecord> phases) {
    boolean read = phases.stream().anyMatch(it -> it.memory().afterBytes() != null);
    return metric.equals("memoryReturn.descriptorsLeft")
            && read
            && phases.stream().allMatch(it -> it.memory().fileDescriptors() == null)
        ? "where this target's memory is read nobody counts descriptors"
        : "";
  }
}
