package rebound.chaos.network.toxic;

import static rebound.chaos.network.toxic.Attributes.checkMillis;
import static rebound.chaos.network.toxic.Attributes.nanos;

import java.util.Deque;
import java.util.Map;
import java.util.SequencedMap;
import java.util.random.RandomGenerator;

/// Resets the connection `timeoutMillis` after the first bytes or the end in its direction, and
/// swallows them. An idle connection is never reset.
///
/// A change of the timeout counts from the same first bytes. Taking the toxic away after them
/// resets the connection at once, because bytes are missing.
public record ResetPeer(long timeoutMillis) implements Toxic {
  public ResetPeer {
    checkMillis("timeout", timeoutMillis);
  }

  @Override
  public String type() {
    return "reset_peer";
  }

  @Override
  public SequencedMap<String, Long> attributes() {
    return Attributes.of("timeout", timeoutMillis);
  }

  @Override
  public Toxic with(Map<String, Long> attributes) {
    return new ResetPeer(attributes.get("timeout"));
  }

  @Override
  public Stage stage(RandomGenerator random, long nowNanos, Stage before) {
    return before instanceof Resetting old && old.triggered
        ? new Resetting(old.firstNanos)
        : new Resetting();
  }

  private final class Resetting implements Stage {
    private boolean triggered;
    private long firstNanos;
    private long dueNanos = NEVER;

    Resetting() {}

    Resetting(long firstNanos) {
      trigger(firstNanos);
    }

    @Override
    public Piece next(Deque<Piece> inbox, long nowNanos) {
      while (!inbox.isEmpty()) {
        if (inbox.pollFirst() instanceof Bytes bytes) {
          bytes.free();
        }
        if (!triggered) {
          trigger(nowNanos);
        }
      }
      if (!triggered || dueNanos == NEVER || nowNanos - dueNanos < 0) {
        return null;
      }
      dueNanos = NEVER;
      return Piece.Last.RESET;
    }

    @Override
    public long dueNanos() {
      return dueNanos;
    }

    @Override
    public Piece.Last afterRemoval() {
      return triggered ? Piece.Last.RESET : null;
    }

    private void trigger(long nowNanos) {
      triggered = true;
      firstNanos = nowNanos;
      dueNanos = nowNanos + nanos(timeoutMillis);
    }
  }
}
