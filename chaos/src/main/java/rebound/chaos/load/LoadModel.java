package rebound.chaos.load;

import java.time.Duration;
import rebound.chaos.arrival.Arrivals;

/// How a population decides when its next request is due.
public sealed interface LoadModel {

  /// N connections, each waits for its answers: hides overload, shows saturation.
  ///
  /// @param connections sockets, kept open
  /// @param pipelining requests in flight on each, 1 to 64
  /// @param think pause between an answer and the next request
  /// @param requests the phase ends when so many are answered; 0 for as many as its time allows
  record Closed(int connections, int pipelining, Duration think, long requests)
      implements LoadModel {
    /// As many requests as the phase's time allows.
    public Closed(int connections, int pipelining, Duration think) {
      this(connections, pipelining, think, 0);
    }

    /// Refuses no connections, a depth outside 1 to 64, a negative pause and fewer requests than
    /// connections.
    public Closed {
      requireConnections(connections);
      if (pipelining < 1 || pipelining > 64) {
        throw new IllegalArgumentException("pipelining is " + pipelining + ": use 1 to 64");
      }
      if (think.isNegative()) {
        throw new IllegalArgumentException("think is " + think + ": use 0s or more");
      }
      if (requests != 0 && requests < connections) {
        throw new IllegalArgumentException(
            "requests is "
                + requests
                + " on "
                + connections
                + " connections: use at least one for each, or 0 for no limit");
      }
    }
  }

  /// Arrivals that do not wait for answers: public traffic, overload, recovery.
  ///
  /// @param arrivals when requests are due
  /// @param connections sockets opened before the phase starts; more are opened when all are busy
  /// @param maxInFlight bound on requests in flight; an arrival above it is `unsent`
  record Open(Arrivals arrivals, int connections, int maxInFlight) implements LoadModel {
    /// Refuses a bound below the connections opened at the start.
    public Open {
      if (connections < 0 || maxInFlight < Math.max(1, connections)) {
        throw new IllegalArgumentException(
            "maxInFlight is "
                + maxInFlight
                + " with "
                + connections
                + " connections: use at least as many as connections, and at least 1");
      }
    }
  }

  /// Connections that stand and say nothing.
  ///
  /// @param connections sockets
  record Idle(int connections) implements LoadModel {
    /// Refuses no connections.
    public Idle {
      requireConnections(connections);
    }
  }

  /// A closed loop of WebSocket messages that the target echoes (RFC 6455).
  ///
  /// @param connections sockets
  /// @param messageBytes payload of each message
  record WebSocketEcho(int connections, int messageBytes) implements LoadModel {
    /// Refuses no connections and messages outside 1 byte to 1 MiB.
    public WebSocketEcho {
      requireConnections(connections);
      if (messageBytes < 1 || messageBytes > 1 << 20) {
        throw new IllegalArgumentException(
            "messageBytes is " + messageBytes + ": use 1 to 1048576");
      }
    }
  }

  private static void requireConnections(int connections) {
    if (connections < 1) {
      throw new IllegalArgumentException("connections is " + connections + ": use at least 1");
    }
  }
}
