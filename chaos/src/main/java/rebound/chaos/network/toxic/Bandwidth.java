package rebound.chaos.network.toxic;

import static rebound.chaos.network.toxic.Attributes.checkAmount;

import java.util.Deque;
import java.util.Map;
import java.util.SequencedMap;
import java.util.random.RandomGenerator;

/// Paces each connection to `kilobytesPerSecond` times 1,000 bytes a second; 0 passes nothing.
///
/// No burst at the beginning: the first byte waits for its own cost. A chunk that costs more than
/// 100 ms leaves in pieces of 100 ms. A piece begins when it has come and the one before has paid,
/// not when the loop gets to it, so lateness does not add up.
public record Bandwidth(long kilobytesPerSecond) implements Toxic {
  private static final long PIECE_MILLIS = 100;
  private static final double NANOS_PER_MILLI = 1e6;

  /// What waits for its turn: one chunk, and at high rates what passes in this time, so that a loop
  /// that comes a little late still finds enough to keep the rate.
  private static final long CHUNK_BYTES = 40 * 1024;

  private static final long AHEAD_MILLIS = 20;
  private static final long MOST_AHEAD_BYTES = 4 * 1024 * 1024;

  public Bandwidth {
    checkAmount("rate", kilobytesPerSecond);
  }

  @Override
  public String type() {
    return "bandwidth";
  }

  @Override
  public SequencedMap<String, Long> attributes() {
    return Attributes.of("rate", kilobytesPerSecond);
  }

  @Override
  public Toxic with(Map<String, Long> attributes) {
    return new Bandwidth(attributes.get("rate"));
  }

  @Override
  public long roomBytes() {
    return CHUNK_BYTES
        + Math.min(MOST_AHEAD_BYTES, (long) ((double) kilobytesPerSecond * AHEAD_MILLIS));
  }

  @Override
  public Stage stage(RandomGenerator random, long nowNanos, Stage before) {
    return new Pacing(nowNanos);
  }

  private final class Pacing implements Stage {
    private int pieceBytes;
    private long paidNanos;

    Pacing(long nowNanos) {
      this.paidNanos = nowNanos;
    }

    @Override
    public Piece next(Deque<Piece> inbox, long nowNanos) {
      return switch (inbox.peekFirst()) {
        case null -> null;
        case Piece.Last last -> inbox.pollFirst();
        case Bytes bytes -> {
          if (kilobytesPerSecond == 0) {
            yield null;
          }
          if (pieceBytes == 0) {
            begin(bytes);
          }
          if (nowNanos - paidNanos < 0) {
            yield null;
          }
          int length = pieceBytes;
          pieceBytes = 0;
          yield length == bytes.length() ? inbox.pollFirst() : bytes.cut(length);
        }
      };
    }

    @Override
    public long dueNanos() {
      return pieceBytes == 0 ? NEVER : paidNanos;
    }

    private void begin(Bytes bytes) {
      // A rate of K KB/s is K bytes a millisecond.
      pieceBytes = (int) Math.min(bytes.length(), (double) kilobytesPerSecond * PIECE_MILLIS);
      long beginNanos = bytes.markNanos() - paidNanos > 0 ? bytes.markNanos() : paidNanos;
      paidNanos = beginNanos + (long) Math.ceil(pieceBytes * NANOS_PER_MILLI / kilobytesPerSecond);
    }
  }
}
