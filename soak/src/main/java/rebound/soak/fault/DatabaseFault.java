package rebound.soak.fault;

import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import rebound.chaos.heal.Fault;
import rebound.soak.target.FakeDatabase;

/// A fault that the fake database makes. It needs no watchdog: the database ends with the run.
final class DatabaseFault implements Fault {
  private final FakeDatabase database;
  private final Map<String, Object> words;
  private final String id;
  private boolean healed;

  private DatabaseFault(FakeDatabase database, Map<String, Object> words, String id) {
    this.database = database;
    this.words = words;
    this.id = id;
  }

  /// Orders a fault.
  ///
  /// @param words `kind` and what belongs to it
  /// @param lasting how long it is to last, where that is known: a restart has to know it itself
  static DatabaseFault order(
      FakeDatabase database, Map<String, Object> words, Optional<Duration> lasting)
      throws IOException, InterruptedException {
    Map<String, Object> order = new LinkedHashMap<>(words);
    lasting.ifPresent(it -> order.put("for", it.toMillis() + "ms"));
    return new DatabaseFault(database, words, database.orderFault(order));
  }

  @Override
  public String what() {
    return words.get("kind") + " of the database";
  }

  @Override
  public void close() throws IOException {
    if (healed) {
      return;
    }
    try {
      database.removeFault(id);
      healed = true;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while the database's fault was taken back", interrupted);
    }
  }
}
