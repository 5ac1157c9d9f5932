package rebound.soak.run;

import java.io.IOException;
import java.util.Optional;
import rebound.soak.evidence.sample.JvmSample;
import rebound.soak.evidence.sample.TargetMark;
import rebound.soak.journal.Event;
import rebound.soak.journal.Journal;
import rebound.soak.plan.Phase;

/// The thorough looks at the target where a phase begins or ends, outside its clock; the journal
/// keeps them. Used by the run's one thread.
final class Marks {
  private final Probes probes;
  private final JvmWatch jvm;
  private final RunnerCost cost;
  private final Journal journal;

  Marks(Probes probes, JvmWatch jvm, RunnerCost cost, Journal journal) {
    this.probes = probes;
    this.jvm = jvm;
    this.cost = cost;
    this.journal = journal;
  }

  /// Looks.
  ///
  /// @return null where the target's memory is not watched
  TargetMark look(String name) throws IOException {
    Optional<Event.JvmMarked> inside = jvm.mark(name);
    if (inside.isPresent()) {
      journal.write(inside.get());
    }
    if (probes.target.isEmpty()) {
      return null;
    }
    TargetMark mark = probes.target.get().mark(name);
    cost.marked(mark.costNanos());
    journal.write(new Event.Marked(mark));
    return mark;
  }

  /// A phase is over, and its last mark taken.
  void ended(Phase phase) {
    cost.look();
    jvm.ended(phase);
  }

  /// What a target that is a JVM said last, or null.
  JvmSample jvm() {
    return jvm.latest();
  }
}
