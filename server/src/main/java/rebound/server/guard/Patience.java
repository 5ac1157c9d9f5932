package rebound.server.guard;

/// How long the server waits for a client, in milliseconds.
///
/// @param idleMillis for a first byte on an open connection
/// @param headMillis for a head, once it has begun
/// @param bodyMillis for a body or for the reading of an answer, besides its minimum rate
/// @param leastBytesPerSecond the minimum rate of bodies and of answers
/// @param lingerMillis for the client's side to close after the last answer
/// @param tunnelMillis for a byte on an upgraded connection
public record Patience(
    int idleMillis,
    int headMillis,
    int bodyMillis,
    int leastBytesPerSecond,
    int lingerMillis,
    int tunnelMillis) {
  /// Refuses times and rates that are not positive.
  public Patience {
    need("idle-timeout-millis", idleMillis);
    need("head-timeout-millis", headMillis);
    need("body-timeout-millis", bodyMillis);
    need("least-bytes-per-second", leastBytesPerSecond);
    need("linger", lingerMillis);
    need("tunnel-timeout", tunnelMillis);
  }

  /// The defaults: 15 s idle, 5 s for a head, 10 s and a second for each 1,000 bytes for a body.
  public static Patience usual() {
    return new Patience(15_000, 5_000, 10_000, 1_000, 2_000, 120_000);
  }

  /// How long a transfer of so many bytes may take.
  long transferMillis(long bytes) {
    return bodyMillis + bytes * 1_000 / leastBytesPerSecond;
  }

  private static void need(String name, long value) {
    if (value < 1) {
      throw new IllegalArgumentException(
          "%s: %d is too small; use 1 or more".formatted(name, value));
    }
  }
}
