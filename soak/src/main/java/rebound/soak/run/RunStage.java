package rebound.soak.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import rebound.chaos.measure.IntervalSample;
import rebound.soak.evidence.PhaseRecord;
import rebound.soak.experiment.Performed;
import rebound.soak.experiment.Stage;
import rebound.soak.journal.Event;
import rebound.soak.journal.Journal;
import rebound.soak.plan.Phase;
import rebound.soak.target.RunningTarget;

/// The stage on which a run's phases happen: real load on a running target. Used by the run's one
/// thread.
final class RunStage implements Stage {
  private static final Logger LOG = LoggerFactory.getLogger(RunStage.class);

  private final PhaseRunner runner;
  private final RunningTarget target;
  private final Journal journal;
  private final RunListener listener;
  private final Interruption interruption;
  private final List<PhaseRecord> records;
  private final int planned;
  private String performing = "none";
  private boolean died;

  /// @param done phases that ended before a gap
  /// @param planned how many phases the plan names
  RunStage(
      PhaseRunner runner,
      RunningTarget target,
      Journal journal,
      RunListener listener,
      Interruption interruption,
      List<PhaseRecord> done,
      int planned) {
    this.runner = runner;
    this.target = target;
    this.journal = journal;
    this.listener = listener;
    this.interruption = interruption;
    this.records = new ArrayList<>(done);
    this.planned = planned;
  }

  /// How many phases ended.
  int ended() {
    return records.size();
  }

  /// True when the target is gone, in a phase that was kept or in one that was not.
  boolean died() throws IOException {
    seeWhetherItLives();
    return died;
  }

  @Override
  public Performed perform(Phase phase, int attempt, long seed)
      throws IOException, InterruptedException {
    return perform(phase, attempt, seed, _ -> false);
  }

  @Override
  public Performed perform(Phase phase, int attempt, long seed, Predicate<IntervalSample> enough)
      throws IOException, InterruptedException {
    performing = phase.name();
    listener.phaseStarted(phase, records.size() + 1, Math.max(planned, records.size() + 1));
    return runner.run(phase, records, attempt, seed, enough);
  }

  @Override
  public void keep(Event event) throws IOException {
    journal.write(event);
    switch (event) {
      case Event.PhaseEnded(PhaseRecord record) -> {
        records.add(record);
        listener.phaseEnded(record);
        seeWhetherItLives();
      }
      case Event.TrialEnded ended -> listener.trialEnded(ended.record());
      default -> {}
    }
  }

  @Override
  public boolean over() {
    return interruption.asked() || !target.alive();
  }

  private void seeWhetherItLives() throws IOException {
    if (target.alive() || died) {
      return;
    }
    died = true;
    String words = String.join(" | ", target.lastWords());
    journal.write(
        new Event.Noted(
            System.nanoTime(), "the target died in phase " + performing + ": " + words));
    LOG.error("the target died in phase {}; its last words: {}", performing, words);
  }
}
