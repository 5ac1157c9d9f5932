package rebound.chaos.network.link;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.random.RandomGenerator;
import rebound.chaos.network.toxic.Bytes;
import rebound.chaos.network.toxic.Noop;
import rebound.chaos.network.toxic.Piece;
import rebound.chaos.network.toxic.Stage;

/// The place of one toxic in one direction of one connection: what waits for it, and the toxic at
/// work. Used by the loop's thread only.
final class Slot {
  private final RandomGenerator random;
  private final Deque<Piece> inbox = new ArrayDeque<>(2);
  private NamedToxic toxic;
  private Stage stage;
  private boolean active;
  private boolean leaving;
  private boolean ended;
  private long inboxBytes;

  Slot(NamedToxic toxic, RandomGenerator random, long nowNanos) {
    this.toxic = toxic;
    this.random = random;
    this.active = draw(toxic);
    this.stage = begin(nowNanos, null);
  }

  String name() {
    return toxic.name();
  }

  /// True when the slot takes one more run of bytes.
  boolean hasRoom() {
    if (ended || leaving) {
      return false;
    }
    return inbox.isEmpty() || (active && heldBytes() < toxic.toxic().roomBytes());
  }

  boolean isEmpty() {
    return inbox.isEmpty();
  }

  /// True when the toxic was taken away and all that waited for it has gone.
  boolean isOver() {
    return leaving && inbox.isEmpty();
  }

  void put(Piece piece) {
    if (ended) {
      free(piece);
      return;
    }
    inboxBytes += length(piece);
    inbox.addLast(piece);
  }

  /// What leaves the slot now, or null. After an end nothing leaves any more.
  Piece next(long nowNanos) {
    if (ended) {
      return null;
    }
    Piece piece = stage.next(inbox, nowNanos);
    inboxBytes = inbox.isEmpty() ? 0 : inboxBytes - length(piece);
    if (piece instanceof Piece.Last) {
      clear();
      ended = true;
    }
    return piece;
  }

  /// When [#next] has to be asked again if nothing arrives.
  long dueNanos() {
    return ended ? Stage.NEVER : stage.dueNanos();
  }

  /// The toxic's attributes or toxicity were changed. Whether it acts on this connection is drawn
  /// again only when the toxicity is another.
  void change(NamedToxic changed, long nowNanos) {
    boolean wasActive = active;
    if (changed.toxicity() != toxic.toxicity()) {
      active = draw(changed);
    }
    toxic = changed;
    if (wasActive && !active) {
      stopActing();
    } else {
      stage = begin(nowNanos, wasActive ? stage : null);
    }
  }

  /// The toxic was taken away: what waits for it leaves at once and in order.
  void leave() {
    leaving = true;
    if (active) {
      active = false;
      stopActing();
    }
  }

  /// Lets go of all that waits.
  void clear() {
    inbox.forEach(Slot::free);
    inbox.clear();
    inboxBytes = 0;
  }

  static void free(Piece piece) {
    if (piece instanceof Bytes bytes) {
      bytes.free();
    }
  }

  private void stopActing() {
    Piece.Last last = stage.afterRemoval();
    stage = new Noop().stage(random, 0, null);
    if (last != null && !ended) {
      clear();
      inbox.addLast(last);
    }
  }

  private Stage begin(long nowNanos, Stage before) {
    return active
        ? toxic.toxic().stage(random, nowNanos, before)
        : new Noop().stage(random, nowNanos, null);
  }

  private boolean draw(NamedToxic of) {
    return random.nextDouble() < of.toxicity();
  }

  private long heldBytes() {
    return inboxBytes + (long) inbox.size() * Blocks.OVERHEAD_BYTES;
  }

  private static long length(Piece piece) {
    return piece instanceof Bytes bytes ? bytes.length() : 0;
  }
}
