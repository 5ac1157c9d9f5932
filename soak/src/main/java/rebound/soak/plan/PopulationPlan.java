package rebound.soak.plan;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import rebound.chaos.arrival.CatchUp;

/// Who sends what in a phase.
///
/// @param name matches `[a-z0-9-]+`
/// @param load how much
/// @param hostile how it harms, where it does
/// @param requests the mix; empty in hostile, idle and WebSocket populations
/// @param deadline past it a right answer is late
/// @param timeout past it a request is timed out
/// @param catchUp what happens to arrivals that the driver delayed
/// @param keepAlive false for a connection per request
/// @param openPerSecond bound on connections opened a second before the start, 0 for none
public record PopulationPlan(
    String name,
    LoadPlan load,
    Optional<HostilePlan> hostile,
    List<RequestPlan> requests,
    Duration deadline,
    Duration timeout,
    CatchUp catchUp,
    boolean keepAlive,
    int openPerSecond) {

  /// Copies the requests; refuses a name that files could not carry.
  public PopulationPlan {
    requests = List.copyOf(requests);
    Phase.requireName("population", name);
    if (timeout.compareTo(deadline) < 0) {
      throw new IllegalArgumentException(
          "timeout is " + timeout + " and deadline " + deadline + ": use a longer timeout");
    }
  }
}
