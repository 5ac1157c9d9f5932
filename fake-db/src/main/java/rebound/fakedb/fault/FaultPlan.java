package rebound.fakedb.fault;

import java.util.Optional;
import rebound.fakedb.latency.Draw;
import rebound.fakedb.words.Durations;

/// A fault with its time and its reach.
///
/// @param fault what goes wrong
/// @param atNanos when it begins, after it was ordered (the start, for those of a configuration)
/// @param forNanos how long it lasts; 0 until it is taken away
/// @param share of the connections that it reaches, from 0 to 1
/// @param port that it is confined to: `redis` or `postgres`; empty for both
public record FaultPlan(
    Fault fault, long atNanos, long forNanos, double share, Optional<String> port) {
  /// Checks it.
  public FaultPlan {
    Durations.check(atNanos);
    Durations.check(forNanos);
    if (!(share > 0 && share <= 1)) {
      throw new IllegalArgumentException("share must be above 0 and at most 1, not " + share);
    }
    if (fault instanceof Fault.Restart && forNanos == 0) {
      throw new IllegalArgumentException("restart needs for, its down time, as for: 2s");
    }
    boolean wholePort =
        fault instanceof Fault.Refuse
            || fault instanceof Fault.Restart
            || fault instanceof Fault.Flap;
    if (wholePort && share < 1) {
      throw new IllegalArgumentException(
          "share must be 1 for refuse, flap and restart: a port refuses all or none");
    }
  }

  /// Whether it reaches that connection: always the same ones for the same ordinals.
  ///
  /// @param portName of the connection
  /// @param connection its ordinal
  /// @return true where it does
  public boolean reaches(String portName, long connection) {
    return (port.isEmpty() || port.get().equals(portName))
        && (share == 1 || Draw.unit(Draw.mix64(connection)) < share);
  }
}
