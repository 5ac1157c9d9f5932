package rebound.chaos.load;

import java.time.Duration;
import java.util.List;
import rebound.chaos.arrival.CatchUp;

/// Who sends what, and how: one population of a phase, with its own connections, ledger and
/// percentiles.
///
/// @param name matches `[a-z0-9-]+`
/// @param model when requests are due
/// @param requests the mix, chosen by weight with the seed; empty only in `idle` and WebSocket
/// @param deadline past it a right answer is `late`
/// @param timeout past it a request is `timedOut` and its connection closed
/// @param catchUp what happens to arrivals that the driver itself delayed
/// @param keepAlive false sends `Connection: close` and opens a connection per request
/// @param openPerSecond bound on connections opened a second before the start; 0 for no bound
public record Population(
    String name,
    LoadModel model,
    List<Request> requests,
    Duration deadline,
    Duration timeout,
    CatchUp catchUp,
    boolean keepAlive,
    int openPerSecond) {

  /// Copies the requests; refuses a deadline that is not positive and a timeout below it.
  public Population {
    requests = List.copyOf(requests);
    if (!name.matches("[a-z0-9-]+")) {
      throw new IllegalArgumentException(
          "population '" + name + "': use small letters, digits and hyphens");
    }
    if (deadline.isNegative() || deadline.isZero() || timeout.compareTo(deadline) < 0) {
      throw new IllegalArgumentException(
          "deadline is "
              + deadline
              + " and timeout "
              + timeout
              + ": use a deadline above 0s and a timeout at least as long");
    }
  }
}
