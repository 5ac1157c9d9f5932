package rebound.soak.experiment;

import java.io.IOException;
import java.util.Locale;
import java.util.function.Predicate;
import rebound.chaos.measure.IntervalSample;
import rebound.soak.evidence.PhaseRecord;
import rebound.soak.journal.Event;
import rebound.soak.plan.Phase;

/// What an experiment may ask for: real phases against a running target, or simulated ones. Used by
/// one thread.
public interface Stage {
  /// From so long a silence on it is said of a phase that does not count.
  double SILENCE_MILLIS = 1_000;

  /// Performs a phase once. What it showed is not a phase of the run before it is [kept][#keep].
  ///
  /// @param attempt 1, or more where it is done again
  /// @param seed of its schedule and mix
  Performed perform(Phase phase, int attempt, long seed) throws IOException, InterruptedException;

  /// The same, and ends it early once enough is known.
  ///
  /// @param enough hears what each second showed, in order
  default Performed perform(Phase phase, int attempt, long seed, Predicate<IntervalSample> enough)
      throws IOException, InterruptedException {
    return perform(phase, attempt, seed);
  }

  /// Puts an event into the run's journal; a phase that ended is then one of the run's.
  void keep(Event event) throws IOException;

  /// True when nothing more may be sent: somebody asked for the end, or the target died.
  boolean over();

  /// What must not be lost with a phase that does not count: it may have been the target's doing.
  private static String silence(PhaseRecord discarded) {
    Double millis =
        discarded.liveness() == null ? null : discarded.liveness().longestGapLowerMillis();
    return millis == null || millis < SILENCE_MILLIS
        ? ""
        : String.format(Locale.ROOT, "; in it no probe was answered for at least %.0f ms", millis);
  }

  /// Performs a phase, again where it was disturbed, and keeps the last one.
  ///
  /// @param attempts at most
  default Performed settle(Phase phase, int attempts, long seed)
      throws IOException, InterruptedException {
    for (int attempt = 1; ; attempt++) {
      Performed performed = perform(phase, attempt, seed);
      if (performed.record().trusted() || attempt >= attempts || over()) {
        keep(new Event.PhaseEnded(performed.record()));
        return performed;
      }
      keep(
          new Event.Noted(
              System.nanoTime(),
              "phase "
                  + phase.title()
                  + " is done again, it was disturbed: "
                  + String.join("; ", performed.record().reasons())
                  + silence(performed.record())));
    }
  }
}
