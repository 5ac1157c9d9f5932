package rebound.fakedb.fault;

import rebound.fakedb.words.Durations;

/// One thing that goes wrong. [FaultWords] reads and writes it, [Faults] makes it happen.
public sealed interface Fault {
  /// A share of the queries is answered with an error, after the usual delay.
  ///
  /// @param ratio of the queries, from 0 to 1
  /// @param burst how many fail in a row on average (Gilbert and Elliott's two states); 1 for each
  ///     on its own
  record Errors(double ratio, double burst) implements Fault {
    /// Checks it.
    public Errors {
      checkRatio(ratio);
      if (!(burst >= 1 && burst <= 1e6)) {
        throw new IllegalArgumentException("burst must be from 1 to 1000000, not " + burst);
      }
    }
  }

  /// Nothing is answered until it ends; then all at once, or spread.
  ///
  /// @param rampNanos over how long the answers that waited are spread
  record Stall(long rampNanos) implements Fault {
    /// Checks it.
    public Stall {
      Durations.check(rampNanos);
    }
  }

  /// What comes is read and forgotten. A connection that met it stays silent also afterwards, as
  /// behind a firewall that lost its state; new ones are well again when it has ended.
  record Blackhole() implements Fault {}

  /// New connections are refused; those that exist stay.
  record Refuse() implements Fault {}

  /// Connections are reset when it begins, and then at a share of the queries.
  ///
  /// @param ratio of the queries, from 0 to 1
  record Reset(double ratio) implements Fault {
    /// Checks it.
    public Reset {
      checkRatio(ratio);
    }
  }

  /// Every delay is longer.
  ///
  /// @param factor of each delay
  record Slow(double factor) implements Fault {
    /// Checks it.
    public Slow {
      if (!(factor >= 0 && factor <= 1e6)) {
        throw new IllegalArgumentException("factor must be from 0 to 1000000, not " + factor);
      }
    }
  }

  /// Down and up and down again: connections are reset and new ones refused while it is down.
  ///
  /// @param periodNanos of one down and up
  /// @param duty the share of a period that it is down
  record Flap(long periodNanos, double duty) implements Fault {
    /// Checks it.
    public Flap {
      Durations.check(periodNanos);
      if (periodNanos < 1_000_000) {
        throw new IllegalArgumentException(
            "period must be at least 1ms, not " + Durations.text(periodNanos));
      }
      if (!(duty > 0 && duty < 1)) {
        throw new IllegalArgumentException("duty must be above 0 and below 1, not " + duty);
      }
    }
  }

  /// All connections are closed, and new ones refused until it ends: its length is the down time.
  record Restart() implements Fault {}

  private static void checkRatio(double ratio) {
    if (!(ratio >= 0 && ratio <= 1)) {
      throw new IllegalArgumentException("ratio must be from 0 to 1, not " + ratio);
    }
  }
}
