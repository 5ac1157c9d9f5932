package rebound.chaos.network.toxic;

import static rebound.chaos.network.toxic.Attributes.checkMillis;
import static rebound.chaos.network.toxic.Attributes.nanos;

import java.util.Deque;
import java.util.Map;
import java.util.SequencedMap;
import java.util.random.RandomGenerator;

/// Passes bytes at once and the end `delayMillis` late. A change starts the delay again.
public record SlowClose(long delayMillis) implements Toxic {
  public SlowClose {
    checkMillis("delay", delayMillis);
  }

  @Override
  public String type() {
    return "slow_close";
  }

  @Override
  public SequencedMap<String, Long> attributes() {
    return Attributes.of("delay", delayMillis);
  }

  @Override
  public Toxic with(Map<String, Long> attributes) {
    return new SlowClose(attributes.get("delay"));
  }

  @Override
  public Stage stage(RandomGenerator random, long nowNanos, Stage before) {
    return new Closing();
  }

  private final class Closing implements Stage {
    private long dueNanos = NEVER;

    @Override
    public Piece next(Deque<Piece> inbox, long nowNanos) {
      return switch (inbox.peekFirst()) {
        case null -> null;
        case Bytes bytes -> inbox.pollFirst();
        case Piece.Last last -> {
          if (dueNanos == NEVER) {
            dueNanos = nowNanos + nanos(delayMillis);
          }
          yield nowNanos - dueNanos < 0 ? null : inbox.pollFirst();
        }
      };
    }

    @Override
    public long dueNanos() {
      return dueNanos;
    }
  }
}
