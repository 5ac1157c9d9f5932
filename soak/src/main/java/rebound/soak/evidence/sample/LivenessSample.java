package rebound.soak.evidence.sample;

/// One probe of liveness, with the time that it was planned for (coordinated omission applies to
/// probes too).
///
/// @param path which way was probed
/// @param plannedNanos `System.nanoTime` that the schedule named
/// @param lagNanos how much later the prober began: its own fault
/// @param responseNanos from the planned time to the complete answer, or to giving up
/// @param outcome how it ended
/// @param status the HTTP status, 0 without one
/// @param detail what went wrong, in words; "" where nothing did
public record LivenessSample(
    Path path,
    long plannedNanos,
    long lagNanos,
    long responseNanos,
    Outcome outcome,
    int status,
    String detail) {
  public LivenessSample {
    if (lagNanos < 0 || responseNanos < 0) {
      throw new IllegalArgumentException(
          "lagNanos is " + lagNanos + ", responseNanos is " + responseNanos + "; both are from 0");
    }
  }

  /// The ways that are probed.
  public enum Path {
    /// A new connection each time: the accept queue, the accepting thread.
    FRESH,
    /// A connection that is kept: the event loop.
    KEPT,
    /// Through the target's dependency: the service.
    DEPENDENCY,
    /// No request at all: does the process exist?
    PROCESS
  }

  /// How a probe ended.
  public enum Outcome {
    /// A good answer in time.
    OK,
    /// A good answer within the timeout, but slower than the baseline allows.
    SLOW,
    /// Refused on purpose (503 or 429) in time: alive, not available.
    SHED,
    /// Another status or a body that does not end.
    ERROR,
    /// Connected, then silent.
    TIMEOUT,
    /// The connection did not open in time: the accept queue is full.
    CONNECT_TIMEOUT,
    /// Nobody listens.
    REFUSED,
    /// The connection was cut.
    RESET,
    /// The process is gone.
    GONE,
    /// The process is another one than before.
    RESTARTED,
    /// The prober itself was late or out of resources: says nothing about the target.
    INVALID;

    /// The target was there to answer, be it with a refusal.
    public boolean alive() {
      return this == OK || this == SLOW || this == SHED;
    }

    /// The target served.
    public boolean serving() {
      return this == OK || this == SLOW;
    }
  }
}
