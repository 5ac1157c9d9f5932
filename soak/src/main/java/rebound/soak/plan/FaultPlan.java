package rebound.soak.plan;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import rebound.chaos.network.toxic.Direction;
import rebound.chaos.network.toxic.Toxic;

/// Harm to the target, its network or its database, while a phase's load goes on.
///
/// @param harm what is done
/// @param at when, from the phase's start
/// @param lasting for how long; empty lasts to the phase's end
public record FaultPlan(Harm harm, Duration at, Optional<Duration> lasting) {

  /// What is done.
  public sealed interface Harm {
    /// A toxic on the connections between target and database.
    ///
    /// @param toxic the protocol's toxic
    /// @param direction whose bytes it harms
    /// @param toxicity share of the connections that it harms, above 0 and at most 1
    record Network(Toxic toxic, Direction direction, double toxicity) implements Harm {}

    /// No connection between target and database.
    record NetworkDown() implements Harm {}

    /// The target's processes stand still.
    record Pause() implements Harm {}

    /// The target's process is ended, and started again when the fault is over.
    ///
    /// @param signal `KILL`, or `TERM` to let it drain first
    record Restart(String signal) implements Harm {}

    /// The target's processes have less processor time.
    ///
    /// @param cores may be a fraction
    record CpuQuota(double cores) implements Harm {}

    /// The machine has less memory.
    ///
    /// @param bytes taken away
    record MemoryPressure(long bytes) implements Harm {}

    /// A fault that the fake database makes itself.
    ///
    /// @param words as its control API takes them, for example `kind: stall`
    record Database(Map<String, Object> words) implements Harm {
      /// Copies the words.
      public Database {
        words = Map.copyOf(words);
      }
    }
  }

  /// True where the target must be reached by its database through a proxy.
  public boolean needsProxy() {
    return harm instanceof Harm.Network || harm instanceof Harm.NetworkDown;
  }

  /// True where the run must have started the target itself.
  public boolean needsStartedTarget() {
    return harm instanceof Harm.Restart;
  }

  /// True where the target's process must be known.
  public boolean needsProcess() {
    return harm instanceof Harm.Pause || harm instanceof Harm.CpuQuota;
  }

  /// True where the target cannot answer while it is in force, whatever the target does.
  public boolean silencesTarget() {
    return harm instanceof Harm.Pause || harm instanceof Harm.Restart;
  }
}
