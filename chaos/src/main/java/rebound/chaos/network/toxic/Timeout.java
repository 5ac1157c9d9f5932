package rebound.chaos.network.toxic;

import static rebound.chaos.network.toxic.Attributes.checkMillis;
import static rebound.chaos.network.toxic.Attributes.nanos;

import java.util.Deque;
import java.util.Map;
import java.util.SequencedMap;
import java.util.random.RandomGenerator;

/// Swallows all bytes, and closes the connection when none came for `timeoutMillis`; 0 never
/// closes it.
///
/// The clock starts with the connection or the toxic, and again at each chunk and each change. An
/// end passes at once. Taking the toxic away closes the connection, because bytes are missing.
public record Timeout(long timeoutMillis) implements Toxic {
  public Timeout {
    checkMillis("timeout", timeoutMillis);
  }

  @Override
  public String type() {
    return "timeout";
  }

  @Override
  public SequencedMap<String, Long> attributes() {
    return Attributes.of("timeout", timeoutMillis);
  }

  @Override
  public Toxic with(Map<String, Long> attributes) {
    return new Timeout(attributes.get("timeout"));
  }

  @Override
  public Stage stage(RandomGenerator random, long nowNanos, Stage before) {
    return new Swallowing(nowNanos);
  }

  private final class Swallowing implements Stage {
    private long dueNanos;

    Swallowing(long nowNanos) {
      restart(nowNanos);
    }

    @Override
    public Piece next(Deque<Piece> inbox, long nowNanos) {
      while (inbox.peekFirst() instanceof Bytes bytes) {
        inbox.pollFirst();
        bytes.free();
        restart(nowNanos);
      }
      if (!inbox.isEmpty()) {
        dueNanos = NEVER;
        return inbox.pollFirst();
      }
      if (dueNanos == NEVER || nowNanos - dueNanos < 0) {
        return null;
      }
      dueNanos = NEVER;
      return Piece.Last.CUT;
    }

    @Override
    public long dueNanos() {
      return dueNanos;
    }

    @Override
    public Piece.Last afterRemoval() {
      return Piece.Last.CUT;
    }

    private void restart(long nowNanos) {
      dueNanos = timeoutMillis == 0 ? NEVER : nowNanos + nanos(timeoutMillis);
    }
  }
}
