package rebound.soak.plan;

import rebound.chaos.load.LoadModel;

/// How much load a population makes.
public sealed interface LoadPlan {
  /// The model says it all.
  ///
  /// @param model the model
  record Fixed(LoadModel model) implements LoadPlan {}

  /// An open model whose rate is a multiple of what an earlier phase achieved.
  ///
  /// @param times the multiple, above 0
  /// @param phase the earlier phase
  /// @param poisson true for exponential gaps, false for equal ones
  /// @param connections opened before the phase starts
  /// @param maxInFlight bound on requests in flight
  record Relative(double times, String phase, boolean poisson, int connections, int maxInFlight)
      implements LoadPlan {
    /// Refuses a multiple that is not above 0, and a bound below the connections.
    public Relative {
      if (!(times > 0)) {
        throw new IllegalArgumentException("times is " + times + ": use a number above 0");
      }
      if (maxInFlight < connections) {
        throw new IllegalArgumentException(
            "maxInFlight is "
                + maxInFlight
                + " with "
                + connections
                + " connections: use at least as many");
      }
    }
  }

  /// A hostile population's own bounds; it opens nothing before the phase starts.
  ///
  /// @param most connections at once
  record Hostile(int most) implements LoadPlan {}

  /// True where requests are due by a schedule, whatever the answers do.
  default boolean scheduled() {
    return this instanceof Relative || this instanceof Fixed(LoadModel.Open _);
  }

  /// Connections that the load holds before it starts.
  default int connections() {
    return switch (this) {
      case Relative relative -> relative.connections();
      case Hostile hostile -> 0;
      case Fixed(LoadModel.Closed closed) -> closed.connections();
      case Fixed(LoadModel.Open open) -> open.connections();
      case Fixed(LoadModel.Idle idle) -> idle.connections();
      case Fixed(LoadModel.WebSocketEcho echo) -> echo.connections();
    };
  }

  /// The most connections that the load may come to hold.
  default int mostConnections() {
    return switch (this) {
      case Relative relative -> relative.maxInFlight();
      case Hostile hostile -> hostile.most();
      case Fixed(LoadModel.Open open) -> open.maxInFlight();
      case Fixed fixed -> fixed.connections();
    };
  }
}
