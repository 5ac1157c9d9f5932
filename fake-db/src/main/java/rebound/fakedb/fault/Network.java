package rebound.fakedb.fault;

import java.util.function.Predicate;

/// What a fault can do to the ports. The predicates take the ordinal of a connection.
public interface Network {
  /// Opens or closes a port for new connections.
  ///
  /// @param port its name
  /// @param open whether it listens
  void listen(String port, boolean open);

  /// Ends connections of a port.
  ///
  /// @param port its name
  /// @param which of them
  /// @param how they end
  void end(String port, Predicate<Long> which, End how);

  /// How a connection ends.
  enum End {
    /// With a reset.
    RESET,
    /// In an orderly way.
    CLOSE,
    /// Not at all, but it never answers again.
    DEAFEN
  }
}
