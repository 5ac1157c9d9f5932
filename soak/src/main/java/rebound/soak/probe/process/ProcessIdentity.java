package rebound.soak.probe.process;

/// A process that cannot be mistaken for another with the same pid.
///
/// @param pid its id
/// @param startTicks when it began, in clock ticks since boot (field 22 of `/proc/PID/stat`)
public record ProcessIdentity(long pid, long startTicks) {
  public ProcessIdentity {
    if (pid <= 0 || startTicks < 0) {
      throw new IllegalArgumentException("pid " + pid + " with start " + startTicks);
    }
  }
}
