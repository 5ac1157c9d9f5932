package rebound.chaos.network.toxic;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;

/// A stage with its inbox, under a clock that the test moves.
final class Flow {
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final Deque<Piece> inbox = new ArrayDeque<>();
  private final SplittableRandom random = new SplittableRandom(7);
  private final List<String> left = new ArrayList<>();
  private final Uses uses = new Uses();
  private Stage stage;
  private boolean ended;
  private long nowNanos = 5_000_000_000L;

  /// Counts who holds the memory of all bytes.
  static final class Uses implements Bytes.Memory {
    private int count;

    @Override
    public void share() {
      count++;
    }

    @Override
    public void free() {
      count--;
    }
  }

  Flow(Toxic toxic) {
    stage = toxic.stage(random, nowNanos, null);
  }

  /// Bytes arrive.
  Flow bytes(int length) {
    uses.share();
    inbox.addLast(new Bytes(uses, ByteBuffer.allocate(length), nowNanos));
    return this;
  }

  /// An end arrives.
  Flow last(Piece.Last last) {
    inbox.addLast(last);
    return this;
  }

  Flow change(Toxic toxic) {
    stage = toxic.stage(random, nowNanos, stage);
    return this;
  }

  /// Time passes; all that leaves at the present is noted as `LENGTH@MILLIS` or `END@MILLIS`.
  Flow at(double millis) {
    nowNanos = 5_000_000_000L + Math.round(millis * NANOS_PER_MILLI);
    while (!ended) {
      Piece piece = stage.next(inbox, nowNanos);
      if (piece == null) {
        break;
      }
      switch (piece) {
        case Bytes bytes -> {
          left.add(bytes.length() + "@" + round(millis));
          bytes.free();
        }
        case Piece.Last last -> {
          left.add(last + "@" + round(millis));
          ended = true;
        }
      }
    }
    return this;
  }

  /// Time passes to each moment that the stage itself asks for, up to a limit.
  Flow until(double millis) {
    long endNanos = 5_000_000_000L + Math.round(millis * NANOS_PER_MILLI);
    at((nowNanos - 5_000_000_000L) / (double) NANOS_PER_MILLI);
    while (!ended && stage.dueNanos() != Stage.NEVER && stage.dueNanos() - endNanos <= 0) {
      at((stage.dueNanos() - 5_000_000_000L) / (double) NANOS_PER_MILLI);
    }
    return at(millis);
  }

  List<String> left() {
    return left;
  }

  int waiting() {
    return inbox.size();
  }

  int uses() {
    return uses.count;
  }

  Stage stage() {
    return stage;
  }

  private static String round(double millis) {
    return millis == Math.rint(millis)
        ? Long.toString(Math.round(millis))
        : Double.toString(millis);
  }
}
