package rebound.chaos.arrival;

import java.nio.file.Path;
import java.time.Duration;

/// What a plan says about when requests are due, for the open model. Rates are arrivals per second,
/// at least 0 and finite; rates below one per second are honoured exactly.
public sealed interface Arrivals {

  /// The same gap between any two arrivals.
  ///
  /// @param perSecond arrivals per second
  record Constant(double perSecond) implements Arrivals {
    /// Refuses rates that are not finite or not positive.
    public Constant {
      requireRate("rate", perSecond);
    }
  }

  /// Independent arrivals with exponential gaps: public traffic.
  ///
  /// @param perSecond mean arrivals per second
  record Poisson(double perSecond) implements Arrivals {
    /// Refuses rates that are not finite or not positive.
    public Poisson {
      requireRate("rate", perSecond);
    }
  }

  /// A rate that moves in a straight line over the whole phase.
  ///
  /// @param fromPerSecond rate at the start, may be 0
  /// @param toPerSecond rate at the end, may be 0
  record Ramp(double fromPerSecond, double toPerSecond) implements Arrivals {
    /// Refuses rates that are not finite or negative.
    public Ramp {
      requireRateOrZero("from", fromPerSecond);
      requireRateOrZero("to", toPerSecond);
    }
  }

  /// A staircase of equally long steps with equal height.
  ///
  /// @param fromPerSecond rate of the first step
  /// @param toPerSecond rate of the last step
  /// @param steps how many steps, at least 2
  record Stairs(double fromPerSecond, double toPerSecond, int steps) implements Arrivals {
    /// Refuses rates that are not finite or negative, and fewer than two steps.
    public Stairs {
      requireRateOrZero("from", fromPerSecond);
      requireRateOrZero("to", toPerSecond);
      if (steps < 2) {
        throw new IllegalArgumentException("steps is " + steps + ": use at least 2");
      }
    }
  }

  /// A steady rate with one burst in it.
  ///
  /// @param perSecond rate outside the burst
  /// @param burstPerSecond rate inside the burst
  /// @param at when the burst begins, from the phase's start
  /// @param lasting how long it lasts
  record Burst(double perSecond, double burstPerSecond, Duration at, Duration lasting)
      implements Arrivals {
    /// Refuses rates that are not finite or negative, and negative times.
    public Burst {
      requireRateOrZero("rate", perSecond);
      requireRate("burst", burstPerSecond);
      requirePositive("for", lasting);
      if (at.isNegative()) {
        throw new IllegalArgumentException("at is " + at + ": use 0s or more");
      }
    }
  }

  /// Two rates that alternate, with exponential stays in each (a Markov-modulated Poisson process).
  ///
  /// @param highPerSecond rate while on
  /// @param lowPerSecond rate while off, may be 0
  /// @param meanHigh mean stay in the high state
  /// @param meanLow mean stay in the low state
  record OnOff(double highPerSecond, double lowPerSecond, Duration meanHigh, Duration meanLow)
      implements Arrivals {
    /// Refuses rates that are not finite or negative, and stays that are not positive.
    public OnOff {
      requireRate("high", highPerSecond);
      requireRateOrZero("low", lowPerSecond);
      requirePositive("meanHigh", meanHigh);
      requirePositive("meanLow", meanLow);
    }
  }

  /// Offsets read from a file: one number a line, in seconds from the phase's start.
  ///
  /// @param file the file
  /// @param scale what each offset is multiplied by; 0.5 replays twice as fast
  record Replay(Path file, double scale) implements Arrivals {
    /// Refuses a scale that is not finite or not positive.
    public Replay {
      requireRate("scale", scale);
    }
  }

  private static void requireRate(String name, double value) {
    if (!(value > 0) || Double.isInfinite(value)) {
      throw new IllegalArgumentException(name + " is " + value + ": use a number above 0");
    }
  }

  private static void requireRateOrZero(String name, double value) {
    if (!(value >= 0) || Double.isInfinite(value)) {
      throw new IllegalArgumentException(name + " is " + value + ": use 0 or more");
    }
  }

  private static void requirePositive(String name, Duration value) {
    if (value.isNegative() || value.isZero()) {
      throw new IllegalArgumentException(name + " is " + value + ": use more than 0s");
    }
  }
}
