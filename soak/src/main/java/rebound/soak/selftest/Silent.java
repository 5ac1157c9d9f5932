package rebound.soak.selftest;

import rebound.soak.evidence.PhaseRecord;
import rebound.soak.evidence.capacity.TrialRecord;
import rebound.soak.journal.Event;
import rebound.soak.plan.Phase;
import rebound.soak.run.RunListener;

/// Nobody watches a control while it runs.
final class Silent implements RunListener {
  @Override
  public void phaseStarted(Phase phase, int index, int count) {}

  @Override
  public void second(Phase phase, double elapsedSeconds, Event.Second second) {}

  @Override
  public void phaseEnded(PhaseRecord record) {}

  @Override
  public void trialEnded(TrialRecord record) {}
}
