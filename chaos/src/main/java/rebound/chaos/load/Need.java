package rebound.chaos.load;

import java.time.Duration;
import rebound.chaos.arrival.Schedule;

/// What one population of a phase asks of this machine.
///
/// @param name of the population
/// @param sockets the most it may hold at once
/// @param openedAtOnce how many are opened before the start with nothing that bounds how fast
/// @param newPerSecond connections that it opens and closes each second; 0 where it keeps them, or
///     where nobody can know
/// @param offeredPerSecond mean arrivals a second in the open model, 0 in others
/// @param deadline until when an answer counts as in time
public record Need(
    String name,
    int sockets,
    int openedAtOnce,
    double newPerSecond,
    double offeredPerSecond,
    Duration deadline) {

  /// What a population needs in a phase of this length.
  public static Need of(Population population, Duration length) {
    return of(
        population.name(),
        population.model(),
        length,
        population.keepAlive(),
        population.openPerSecond(),
        population.deadline());
  }

  /// The same from what a plan says.
  ///
  /// @param keepAlive false for a connection per request; the closed model's follow from the
  ///     target's speed, which nobody knows yet
  /// @param openPerSecond bound on connections opened a second before the start, 0 for none
  public static Need of(
      String name,
      LoadModel model,
      Duration length,
      boolean keepAlive,
      int openPerSecond,
      Duration deadline) {
    double offered =
        model instanceof LoadModel.Open open
            ? Schedule.expected(open.arrivals(), length.toNanos()) / (length.toNanos() / 1e9)
            : 0;
    return new Need(
        name,
        sockets(model),
        openPerSecond == 0 ? opened(model) : 0,
        keepAlive ? 0 : offered,
        offered,
        deadline);
  }

  private static int opened(LoadModel model) {
    return model instanceof LoadModel.Open open ? open.connections() : sockets(model);
  }

  private static int sockets(LoadModel model) {
    return switch (model) {
      case LoadModel.Closed closed -> closed.connections();
      case LoadModel.Open open -> open.maxInFlight();
      case LoadModel.Idle idle -> idle.connections();
      case LoadModel.WebSocketEcho echo -> echo.connections();
    };
  }
}
