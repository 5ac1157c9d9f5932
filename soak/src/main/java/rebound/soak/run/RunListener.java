package rebound.soak.run;

import rebound.chaos.measure.IntervalSample;
import rebound.soak.evidence.PhaseRecord;
import rebound.soak.evidence.capacity.TrialRecord;
import rebound.soak.journal.Event;
import rebound.soak.plan.Phase;

/// Hears what a run does, while it does it. Called by the run's one thread.
public interface RunListener {
  /// A phase's measured time begins.
  void phaseStarted(Phase phase, int index, int count);

  /// About a second of a phase went by.
  void second(Phase phase, double elapsedSeconds, Event.Second second);

  /// What a population did in that second, with its histograms. Comes before [#second].
  default void traffic(Phase phase, IntervalSample sample) {}

  /// A phase ended.
  void phaseEnded(PhaseRecord record);

  /// A trial of an experiment ended; a valid one's phase ended just before.
  void trialEnded(TrialRecord record);
}
