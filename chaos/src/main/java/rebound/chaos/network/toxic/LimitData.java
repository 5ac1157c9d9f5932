package rebound.chaos.network.toxic;

import static rebound.chaos.network.toxic.Attributes.checkAmount;

import java.util.Deque;
import java.util.Map;
import java.util.SequencedMap;
import java.util.random.RandomGenerator;

/// Passes `limitBytes` bytes of its direction, then closes the connection.
///
/// The last chunk is cut where the limit is reached. With a limit of 0 an idle connection stays,
/// and its first bytes close it. What has passed is counted on through changes of the limit.
public record LimitData(long limitBytes) implements Toxic {
  public LimitData {
    checkAmount("bytes", limitBytes);
  }

  @Override
  public String type() {
    return "limit_data";
  }

  @Override
  public SequencedMap<String, Long> attributes() {
    return Attributes.of("bytes", limitBytes);
  }

  @Override
  public Toxic with(Map<String, Long> attributes) {
    return new LimitData(attributes.get("bytes"));
  }

  @Override
  public Stage stage(RandomGenerator random, long nowNanos, Stage before) {
    return new Counting(before instanceof Counting old ? old : null);
  }

  private final class Counting implements Stage {
    private long passedBytes;
    private boolean full;

    Counting(Counting before) {
      if (before != null) {
        passedBytes = before.passedBytes;
        full = before.full && passedBytes >= limitBytes;
      }
    }

    @Override
    public Piece next(Deque<Piece> inbox, long nowNanos) {
      if (full) {
        full = false;
        return Piece.Last.CUT;
      }
      return switch (inbox.peekFirst()) {
        case null -> null;
        case Piece.Last last -> inbox.pollFirst();
        case Bytes bytes -> {
          long left = limitBytes - passedBytes;
          if (left <= 0) {
            yield Piece.Last.CUT;
          }
          int length = (int) Math.min(left, bytes.length());
          passedBytes += length;
          full = passedBytes >= limitBytes;
          yield length == bytes.length() ? inbox.pollFirst() : bytes.cut(length);
        }
      };
    }

    @Override
    public long dueNanos() {
      return NEVER;
    }
  }
}
