package rebound.chaos.network.toxic;

import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import java.util.random.RandomGenerator;

/// Passes everything on at once.
public record Noop() implements Toxic {
  @Override
  public String type() {
    return "noop";
  }

  @Override
  public SequencedMap<String, Long> attributes() {
    return Collections.unmodifiableSequencedMap(new LinkedHashMap<>());
  }

  @Override
  public Toxic with(Map<String, Long> attributes) {
    return this;
  }

  @Override
  public Stage stage(RandomGenerator random, long nowNanos, Stage before) {
    return new Passing();
  }

  /// Also the stage of a toxic that does not act on this connection, or is on its way out.
  private static final class Passing implements Stage {
    @Override
    public Piece next(Deque<Piece> inbox, long nowNanos) {
      return inbox.pollFirst();
    }

    @Override
    public long dueNanos() {
      return NEVER;
    }
  }
}
