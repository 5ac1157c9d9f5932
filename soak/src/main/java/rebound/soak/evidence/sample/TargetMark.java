package rebound.soak.evidence.sample;

/// The thorough look at the target where a phase begins or ends. It walks page tables, so it is
/// taken at marks only.
///
/// @param phase the name given to the mark
/// @param atNanos `System.nanoTime` of the look
/// @param residentBytes resident memory
/// @param cpuNanos CPU time since the target began, a counter
/// @param memory the exact split
/// @param busiestThread the thread that used most CPU since the mark before, "" where unknown
/// @param busiestThreadNanos its CPU time since the mark before: over wall time this is the event
///     loop share
/// @param costNanos what taking this mark cost, in wall time
public record TargetMark(
    String phase,
    long atNanos,
    Reading residentBytes,
    Reading cpuNanos,
    MemoryDetail memory,
    String busiestThread,
    Reading busiestThreadNanos,
    long costNanos) {
  public TargetMark {
    if (phase.isBlank()) {
      throw new IllegalArgumentException("phase of a mark is blank; name it");
    }
  }
}
