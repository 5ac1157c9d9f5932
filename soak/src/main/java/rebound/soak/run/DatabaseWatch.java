package rebound.soak.run;

import java.util.Optional;
import rebound.soak.journal.DatabaseSecond;
import rebound.soak.target.FakeDatabase;
import rebound.soak.target.FakeDatabase.Delays;

/// The fake database's delays, second by second. Used by the run's one thread.
final class DatabaseWatch {
  private final Optional<FakeDatabase> database;
  private Delays before;

  DatabaseWatch(Optional<FakeDatabase> database) {
    this.database = database;
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
