package rebound.soak.probe.target;

import rebound.soak.evidence.sample.MemoryDetail;
import rebound.soak.evidence.sample.TargetSample;

/// Where the target's memory is read. A source never throws for a target that is gone or a file
/// that is forbidden: it answers with an unreadable value.
public interface TargetSource {
  /// The cheap look, for once a second or oftener.
  TargetSample sample();

  /// The split.
  ///
  /// @param exact also what has to walk the target's page tables, and resets the peak: at marks
  ///     only
  MemoryDetail detail(boolean exact);
}
