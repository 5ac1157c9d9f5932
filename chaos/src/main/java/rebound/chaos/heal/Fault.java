package rebound.chaos.heal;

import java.io.IOException;

/// Harm that is in force until it is closed.
public interface Fault extends AutoCloseable {
  /// What was done to whom, for the log: `latency 100 ms downstream on db`.
  String what();

  /// Heals. A second time does nothing.
  ///
  /// @throws IOException when it could not be healed, which has to be said aloud
  @Override
  void close() throws IOException;
}
