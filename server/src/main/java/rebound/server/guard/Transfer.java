package rebound.server.guard;

/// A body being read or an answer being written that waits for the client.
public interface Transfer {
  /// How many bytes have gone so far.
  long transferredBytes();

  /// False where [#transferredBytes] does not grow while the client takes its bytes: then all of
  /// them have the time that the least rate gives them.
  default boolean tellsProgress() {
    return true;
  }

  /// What the client is given up for when it is too slow.
  GivenUp kind();

  /// The client was too slow: ends the transfer. Called once, on the loop.
  void tooSlow();
}
