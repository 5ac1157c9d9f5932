package rebound.chaos.network.toxic;

import static rebound.chaos.network.toxic.Attributes.checkAmount;
import static rebound.chaos.network.toxic.Attributes.checkMillis;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import java.util.random.RandomGenerator;

/// Cuts each chunk into pieces and waits `delayMicros` after each of them, also after the last.
///
/// A piece is final when it is no longer than `averageBytes + variationBytes`; a longer one is cut
/// at its middle, moved by a uniform number of bytes from `-variationBytes` to
/// `variationBytes - 1`. So the average is close to an upper bound. An average of 0 acts as 1, and
/// a variation acts as at most one less than the average, so that each cut makes two pieces.
public record Slicer(long averageBytes, long variationBytes, long delayMicros) implements Toxic {
  private static final long NANOS_PER_MICRO = 1_000;

  public Slicer {
    checkAmount("average_size", averageBytes);
    checkAmount("size_variation", variationBytes);
    checkAmount("delay", delayMicros);
    checkMillis("delay", delayMicros / 1_000);
  }

  @Override
  public String type() {
    return "slicer";
  }

  @Override
  public SequencedMap<String, Long> attributes() {
    SequencedMap<String, Long> attributes = new LinkedHashMap<>();
    attributes.put("average_size", averageBytes);
    attributes.put("size_variation", variationBytes);
    attributes.put("delay", delayMicros);
    return attributes;
  }

  @Override
  public Toxic with(Map<String, Long> attributes) {
    return new Slicer(
        attributes.get("average_size"), attributes.get("size_variation"), attributes.get("delay"));
  }

  @Override
  public Stage stage(RandomGenerator random, long nowNanos, Stage before) {
    return new Slicing(random);
  }

  private final class Slicing implements Stage {
    private final RandomGenerator random;
    private final long average = Math.max(1, averageBytes);
    private final long variation = Math.min(variationBytes, average - 1);
    private final Deque<Integer> lengths = new ArrayDeque<>();
    private boolean waiting;
    private long dueNanos = NEVER;

    Slicing(RandomGenerator random) {
      this.random = random;
    }

    @Override
    public Piece next(Deque<Piece> inbox, long nowNanos) {
      if (waiting && nowNanos - dueNanos < 0) {
        return null;
      }
      waiting = false;
      dueNanos = NEVER;
      return switch (inbox.peekFirst()) {
        case null -> null;
        case Piece.Last last -> inbox.pollFirst();
        case Bytes bytes -> {
          if (lengths.isEmpty()) {
            slice(bytes.length());
          }
          if (delayMicros > 0) {
            waiting = true;
            dueNanos = nowNanos + delayMicros * NANOS_PER_MICRO;
          }
          int length = lengths.pollFirst();
          yield length == bytes.length() ? inbox.pollFirst() : bytes.cut(length);
        }
      };
    }

    @Override
    public long dueNanos() {
      return dueNanos;
    }

    private void slice(int length) {
      if (length <= average + variation) {
        lengths.addLast(length);
        return;
      }
      long shift = variation == 0 ? 0 : random.nextLong(-variation, variation);
      int middle = Math.clamp(length / 2 + shift, 1, length - 1);
      slice(middle);
      slice(length - middle);
    }
  }
}
