package rebound.soak.evidence.sample;

/// One cheap look at the target, taken once a second and five times a second in short phases.
///
/// @param atNanos `System.nanoTime` of the look
/// @param residentBytes resident memory of the whole tree (or of the container, or the metric)
/// @param cpuNanos CPU time that the target has used since it began, a counter
/// @param processes how many processes were summed; 0 where the source is not a process tree
public record TargetSample(long atNanos, Reading residentBytes, Reading cpuNanos, int processes) {
  public TargetSample {
    if (processes < 0) {
      throw new IllegalArgumentException("processes is " + processes + "; it counts from 0");
    }
  }
}
