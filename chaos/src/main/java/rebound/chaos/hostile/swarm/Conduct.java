package rebound.chaos.hostile.swarm;

/// How one connection of a hostile client behaves, from the instant it stands until it ends. Called
/// on the swarm's loop alone.
public interface Conduct {

  /// What an answer, or an end, means for the attempt and for the connection.
  enum Meaning {
    /// The target dealt rightly with the client; the connection ends.
    RIGHT,
    /// It did not; the connection ends.
    WRONG,
    /// There is more to come in this place: the conduct itself settles and goes on.
    MORE
  }

  /// The connection stands: time to misbehave.
  void begin(Line line, long nowNanos);

  /// The alarm that it had set is due.
  default void ring(Line line, long nowNanos) {}

  /// A complete response has arrived.
  Meaning answered(Line line, int status, long nowNanos);

  /// The target has closed or reset the connection. To close a hostile client is right by default.
  default Meaning closed(Line line, boolean reset, long nowNanos) {
    return Meaning.RIGHT;
  }

  /// No connection could be opened; the attempt is settled. By default the place is given back.
  default Meaning unopened(Line line, long nowNanos) {
    return Meaning.WRONG;
  }

  /// True when a connection that was rightly answered is kept for the next conduct.
  default boolean keepsConnection() {
    return false;
  }

  /// What was sent, in a few words, for the list of findings.
  String words();
}
