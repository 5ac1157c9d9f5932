package rebound.chaos.network.toxic;

import static rebound.chaos.network.toxic.Attributes.checkAmount;

import java.util.Deque;
import java.util.Map;
import java.util.SequencedMap;
import java.util.random.RandomGenerator;

/// Paces each connection to `kilobytesPerSecond` times 1,000 bytes a second; 0 passes nothing.
///
/// No burst at the beginning: the first byte waits for its own cost. A chunk that costs more than
/// 100 ms leaves in pieces of 100 ms. What the loop came late is credited to the next piece, so the
/// rate is met and never exceeded over time.
public record Bandwidth(long kilobytesPerSecond) implements Toxic {
  private static final long PIECE_MILLIS = 100;
  private static final double NANOS_PER_MILLI = 1e6;

  /// The most lateness that is made up for: a longer one was a stall, and no link bursts after it.
  private static final long MOST_CREDIT_NANOS = 50_000_000;

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
  public Stage stage(RandomGenerator random, long nowNanos, Stage before) {
    return new Pacing();
  }

  private final class Pacing implements Stage {
    private int pieceBytes;
    private long creditNanos;
    private long dueNanos = NEVER;

    @Override
    public Piece next(Deque<Piece> inbox, long nowNanos) {
      return switch (inbox.peekFirst()) {
        case null -> {
          dueNanos = NEVER;
          yield null;
        }
        case Piece.Last last -> inbox.pollFirst();
        case Bytes bytes -> {
          if (kilobytesPerSecond == 0) {
            yield null;
          }
          if (pieceBytes == 0) {
            begin(bytes, nowNanos);
          }
          if (nowNanos - dueNanos < 0) {
            yield null;
          }
          creditNanos = Math.min(nowNanos - dueNanos, MOST_CREDIT_NANOS);
          int length = pieceBytes;
          pieceBytes = 0;
          yield length == bytes.length() ? inbox.pollFirst() : bytes.cut(length);
        }
      };
    }

    @Override
    public long dueNanos() {
      return dueNanos;
    }

    private void begin(Bytes bytes, long nowNanos) {
      // A rate of K KB/s is K bytes a millisecond.
      pieceBytes = (int) Math.min(bytes.length(), (double) kilobytesPerSecond * PIECE_MILLIS);
      long costNanos = (long) Math.ceil(pieceBytes * NANOS_PER_MILLI / kilobytesPerSecond);
      dueNanos = nowNanos - creditNanos + costNanos;
    }
  }
}
