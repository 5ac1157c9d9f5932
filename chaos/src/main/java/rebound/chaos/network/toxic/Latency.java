package rebound.chaos.network.toxic;

import static rebound.chaos.network.toxic.Attributes.checkMillis;
import static rebound.chaos.network.toxic.Attributes.nanos;

import java.util.Deque;
import java.util.Map;
import java.util.SequencedMap;
import java.util.random.RandomGenerator;

/// Delays each chunk by `latencyMillis`, plus a uniform whole number of milliseconds from
/// `-jitterMillis` to `jitterMillis - 1`, drawn per chunk.
///
/// Order is kept: a short draw waits behind a long one. The waits of chunks that follow each other
/// overlap. An end is not delayed, only queued behind the bytes.
public record Latency(long latencyMillis, long jitterMillis) implements Toxic {
  /// What a fast link with a long delay has under way; a sender that is faster has to wait.
  private static final long MOST_BYTES = 32L * 1024 * 1024;

  public Latency {
    checkMillis("latency", latencyMillis);
    checkMillis("jitter", jitterMillis);
  }

  @Override
  public String type() {
    return "latency";
  }

  @Override
  public SequencedMap<String, Long> attributes() {
    return Attributes.of("latency", latencyMillis, "jitter", jitterMillis);
  }

  @Override
  public Toxic with(Map<String, Long> attributes) {
    return new Latency(attributes.get("latency"), attributes.get("jitter"));
  }

  @Override
  public long roomBytes() {
    return MOST_BYTES;
  }

  @Override
  public Stage stage(RandomGenerator random, long nowNanos, Stage before) {
    return new Delaying(random);
  }

  private final class Delaying implements Stage {
    private final RandomGenerator random;
    private boolean drawn;
    private boolean behind;
    private long dueNanos;

    Delaying(RandomGenerator random) {
      this.random = random;
    }

    @Override
    public Piece next(Deque<Piece> inbox, long nowNanos) {
      return switch (inbox.peekFirst()) {
        case null -> null;
        case Piece.Last last -> inbox.pollFirst();
        case Bytes bytes -> {
          if (!drawn) {
            long ownNanos = bytes.markNanos() + nanos(drawMillis());
            dueNanos = behind && dueNanos - ownNanos > 0 ? dueNanos : ownNanos;
            drawn = true;
          }
          if (nowNanos - dueNanos < 0) {
            yield null;
          }
          inbox.pollFirst();
          drawn = false;
          behind = true;
          // The mark moves by the delay that was asked for, so that delays in a row add up.
          yield bytes.marked(dueNanos);
        }
      };
    }

    @Override
    public long dueNanos() {
      return drawn ? dueNanos : NEVER;
    }

    private long drawMillis() {
      if (jitterMillis == 0) {
        return latencyMillis;
      }
      return Math.max(0, latencyMillis + random.nextLong(-jitterMillis, jitterMillis));
    }
  }
}
