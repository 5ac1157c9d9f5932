package rebound.chaos.load;

import java.time.Duration;

/// Decides when a lane's next request goes out, and on which connection. All methods are called on
/// the loop's thread.
sealed interface Demand permits ClosedDemand, OpenDemand, IdleDemand {

  /// The demand of a population's model on one loop.
  static Demand of(Lane lane, Population population, Share share, long seed) {
    return switch (population.model()) {
      case LoadModel.Closed closed ->
          new ClosedDemand(
              lane,
              share.of(closed.connections()),
              closed.pipelining(),
              closed.think(),
              closed.requests() == 0 ? Long.MAX_VALUE : requests(closed, share),
              Mix.of(population.requests(), seed));
      case LoadModel.Open open ->
          new OpenDemand(lane, open, population.catchUp(), share, population.requests(), seed);
      case LoadModel.Idle idle -> new IdleDemand(share.of(idle.connections()));
      case LoadModel.WebSocketEcho messages ->
          new ClosedDemand(
              lane,
              share.of(messages.connections()),
              1,
              Duration.ZERO,
              Long.MAX_VALUE,
              Echo.mix(messages, seed));
    };
  }

  /// A loop without connections sends nothing, so that requests follow the connections.
  private static long requests(LoadModel.Closed closed, Share share) {
    int carrying = Math.min(closed.connections(), share.loops());
    return share.index() < carrying ? new Share(share.index(), carrying).of(closed.requests()) : 0;
  }

  /// Connections that are opened before the phase starts.
  int connections();

  /// Requests in flight that a connection may carry.
  int depth();

  /// Reckons what a phase of this length needs; called before [#begin], by the thread that runs the
  /// phase, because a long schedule takes longer to add up than a loop may stand still.
  void plan(long durationNanos);

  /// The phase starts.
  void begin(long startNanos);

  /// Nothing new is to be sent from now on.
  void end(long nowNanos);

  /// Arrivals that wait for a connection.
  int pending();

  /// At the end of the drain: what waits is given up.
  void abandon(long nowNanos);

  /// A connection stands.
  void connected(Connection connection, long nowNanos);

  /// A connection could not be opened.
  void connectFailed(Connection connection, long nowNanos);

  /// A connection has room for a request.
  void free(Connection connection, long nowNanos);

  /// A connection is gone.
  void lost(Connection connection, long nowNanos);

  /// A request is to be sent a second time.
  void retry(Connection connection, int kind, long intendedNanos, long nowNanos);

  /// An alarm that the demand has set on a connection rings.
  void wake(Connection connection, long nowNanos);

  /// Arrivals planned for the phase, on all loops, or NaN where none are.
  double offered();
}
