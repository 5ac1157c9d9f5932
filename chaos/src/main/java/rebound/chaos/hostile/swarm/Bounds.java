package rebound.chaos.hostile.swarm;

import java.time.Duration;
import java.util.Locale;

/// The hard bounds of a hostile population. Nothing goes beyond them, whatever the target does.
///
/// @param connections most connections at once
/// @param opensPerSecond most connections opened, or requests begun, a second
/// @param limit how long the target may take to deal with a connection, by an answer or by closing
/// it; zero where it owes nothing
public record Bounds(int connections, double opensPerSecond, Duration limit) {
  private static final int MOST_CONNECTIONS = 100_000;
  private static final double MOST_PER_SECOND = 100_000;

  /// Refuses bounds that bound nothing.
  public Bounds {
    if (connections < 1 || connections > MOST_CONNECTIONS) {
      throw new IllegalArgumentException(
          "connections is " + connections + ": use 1 to " + MOST_CONNECTIONS);
    }
    if (!(opensPerSecond > 0 && opensPerSecond <= MOST_PER_SECOND)) {
      throw new IllegalArgumentException(
          "rate is " + opensPerSecond + "/s: use more than 0/s and at most 100000/s");
    }
    if (limit.isNegative()) {
      throw new IllegalArgumentException("limit is " + limit + ": use 0s or more");
    }
  }

  /// The most connections that a phase of this length can open.
  public long mostOpened(Duration phase) {
    return connections + (long) Math.ceil(opensPerSecond * phase.toNanos() / 1e9);
  }

  /// The bounds in words, said before the first connection.
  public String words(Duration phase) {
    return String.format(
        Locale.ROOT,
        "at most %,d connections at once and %,.0f opened a second, for %.1f s",
        connections,
        opensPerSecond,
        phase.toNanos() / 1e9);
  }
}
