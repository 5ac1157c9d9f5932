package rebound.soak.run;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import rebound.soak.journal.DatabaseSecond;
import rebound.soak.plan.Phase;
import rebound.soak.target.FakeDatabase;
import rebound.soak.target.FakeDatabase.Delays;

/// Makes the fake database what a phase asks for, and watches its delays second by second. Used
/// by the run's one thread.
final class DatabaseWatch {
  // Longer than the longest request of the plans: three calls of 5 s in sequence.
  private static final Duration IDLE_WITHIN = Duration.ofSeconds(20);
  // The probe through the target to the database goes on, and with a slow one is nearly always
  // there.
  private static final int PROBES = 1;

  private final Optional<FakeDatabase> database;
  private Delays before;

  DatabaseWatch(Optional<FakeDatabase> database) {
    this.database = database;
  }

  /// Gives it the phase's setting. Where the phase is held against a ceiling, waits until it is
  /// idle before: calls that an earlier phase left under way hold connections to it.
  ///
  /// @return what to note where it did not get idle in time
  Optional<String> prepare(Phase phase) throws IOException, InterruptedException {
    if (database.isEmpty()) {
      return Optional.empty();
    }
    int left = phase.ceiling().isPresent() ? database.get().awaitIdle(IDLE_WITHIN, PROBES) : 0;
    database.get().apply(phase.database());
    return left == 0
        ? Optional.empty()
        : Optional.of(
            "phase "
                + phase.name()
                + " starts with "
                + left
                + " earlier queries still at the fake database after "
                + IDLE_WITHIN.toSeconds()
                + " s");
  }

  /// What it did between the last two looks; null without answers, and without a database.
  DatabaseSecond second() {
    Delays now = database.flatMap(FakeDatabase::delays).orElse(null);
    if (now == null) {
      return null;
    }
    Delays since = before;
    before = now;
    long answered = since == null ? 0 : now.answered() - since.answered();
    return answered <= 0
        ? null
        : new DatabaseSecond(
            answered,
            (now.askedMillis() - since.askedMillis()) / answered,
            (now.appliedMillis() - since.appliedMillis()) / answered);
  }
}
