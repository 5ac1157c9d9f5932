package rebound.server.guard;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/// Counts of rare events, one for each kind. Thread-safe.
public final class Tally<E extends Enum<E>> {
  private final Map<E, LongAdder> counts;

  /// All at zero.
  ///
  /// @param kinds what there is to count
  public Tally(Class<E> kinds) {
    counts = new EnumMap<>(kinds);
    for (E kind : kinds.getEnumConstants()) {
      counts.put(kind, new LongAdder());
    }
  }

  /// One more.
  public void count(E kind) {
    counts.get(kind).increment();
  }

  /// How many there were.
  public long get(E kind) {
    return counts.get(kind).sum();
  }
}
