package rebound.chaos.network.link;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import rebound.chaos.network.toxic.Bytes;
import rebound.chaos.network.toxic.Direction;
import rebound.chaos.network.toxic.Piece;
import rebound.chaos.network.toxic.Stage;

/// One direction of one connection: reads from its source, passes through its slots in order, and
/// writes to its sink. A sink that takes nothing stops the reading. Used by the loop's thread only.
final class Pipe {
  /// What is read at a time once all toxics together hold as much as they may.
  private static final int SCARCE_BYTES = 4 * 1024;

  /// What is read at a time for toxics, which delay, draw and cut by the chunk.
  private static final int CHUNK_BYTES = 32 * 1024;

  private final Link link;
  private final Direction direction;
  private final End source;
  private final End sink;
  private final List<Slot> slots = new ArrayList<>(0);
  private Bytes unwritten;
  private Piece.Last arrivedLast;
  private boolean sourceOver;
  private boolean sinkOver;
  private long receivedBytes;
  private long timerNanos = Stage.NEVER;

  Pipe(Link link, Direction direction, End source, End sink) {
    this.link = link;
    this.direction = direction;
    this.source = source;
    this.sink = sink;
  }

  /// True when the direction has ended and all has been written.
  boolean isOver() {
    return sinkOver;
  }

  long receivedBytes() {
    return receivedBytes;
  }

  boolean wantsToRead() {
    if (sourceOver || sinkOver) {
      return false;
    }
    return slots.isEmpty() ? unwritten == null : slots.getFirst().hasRoom() && mayHoldMore();
  }

  boolean wantsToWrite() {
    return unwritten != null && !sinkOver;
  }

  /// Over the bound of all toxics together each direction still moves, one small run at a time.
  private boolean mayHoldMore() {
    return slots.getFirst().isEmpty() || link.blocks().hasRoom();
  }

  void add(NamedToxic toxic, long nowNanos) {
    slots.add(new Slot(toxic, link.draws(toxic), nowNanos));
    pump();
  }

  void change(NamedToxic toxic, long nowNanos) {
    for (Slot slot : slots) {
      if (slot.name().equals(toxic.name())) {
        slot.change(toxic, nowNanos);
      }
    }
    pump();
  }

  void remove(String name) {
    for (Slot slot : slots) {
      if (slot.name().equals(name)) {
        slot.leave();
      }
    }
    pump();
  }

  void readable() {
    if (!wantsToRead()) {
      return;
    }
    ByteBuffer scratch = link.loop().scratch();
    if (!link.blocks().hasRoom()) {
      scratch.limit(SCARCE_BYTES);
    } else if (!slots.isEmpty()) {
      scratch.limit(CHUNK_BYTES);
    }
    int length;
    try {
      length = source.read(scratch);
    } catch (IOException reset) {
      endSource(Piece.Last.RESET);
      return;
    }
    if (length < 0) {
      endSource(source.isBroken() ? Piece.Last.RESET : Piece.Last.END);
      return;
    }
    receivedBytes += length;
    link.traffic().received(direction, length);
    scratch.flip();
    if (slots.isEmpty()) {
      write(scratch);
      if (scratch.hasRemaining() && !sinkOver) {
        unwritten = link.blocks().keep(scratch, 0);
        watch();
      }
    } else {
      slots.getFirst().put(link.blocks().keep(scratch, System.nanoTime()));
      pump();
    }
  }

  void writable() {
    if (unwritten != null) {
      writeUnwritten();
    }
    pump();
  }

  /// Nothing more is read; the end travels behind what has been read.
  void endSource(Piece.Last last) {
    if (sourceOver) {
      return;
    }
    sourceOver = true;
    arrivedLast = last;
    pump();
  }

  /// Lets go of everything; nothing is read or written any more.
  void drop() {
    sourceOver = true;
    sinkOver = true;
    arrivedLast = null;
    if (unwritten != null) {
      unwritten.free();
      unwritten = null;
    }
    slots.forEach(Slot::clear);
    slots.clear();
  }

  /// Moves all that may move now, from the sink backwards, until nothing moves.
  private void pump() {
    if (sinkOver) {
      return;
    }
    long nowNanos = System.nanoTime();
    boolean moved = true;
    while (moved && !sinkOver) {
      moved = moveIntoSink(nowNanos);
      for (int to = slots.size() - 1; to > 0 && !sinkOver; to--) {
        moved |= moveIntoSlot(to, nowNanos);
      }
      moved |= slots.removeIf(Slot::isOver);
    }
    if (!sinkOver) {
      setTimer();
      watch();
    }
  }

  private boolean moveIntoSink(long nowNanos) {
    if (!slots.isEmpty() && arrivedLast != null) {
      slots.getFirst().put(arrivedLast);
      arrivedLast = null;
    }
    if (unwritten != null) {
      return false;
    }
    Piece piece;
    if (slots.isEmpty()) {
      piece = arrivedLast;
      arrivedLast = null;
    } else {
      piece = slots.getLast().next(nowNanos);
    }
    switch (piece) {
      case null -> {
        return false;
      }
      case Bytes bytes -> {
        unwritten = bytes;
        writeUnwritten();
      }
      case Piece.Last last -> finish(last);
    }
    return true;
  }

  private boolean moveIntoSlot(int to, long nowNanos) {
    if (!slots.get(to).hasRoom()) {
      return false;
    }
    Piece piece = slots.get(to - 1).next(nowNanos);
    if (piece == null) {
      return false;
    }
    slots.get(to).put(piece);
    return true;
  }

  private void writeUnwritten() {
    Bytes bytes = unwritten;
    write(bytes.buffer());
    if (unwritten != null && bytes.length() == 0) {
      bytes.free();
      unwritten = null;
    }
  }

  private void write(ByteBuffer buffer) {
    try {
      link.traffic().sent(direction, sink.write(buffer));
    } catch (IOException receiverGone) {
      sink.breakDown();
      drop();
      link.receiverGone(this);
    }
  }

  private void finish(Piece.Last last) {
    switch (last) {
      case END -> endSink();
      case CUT -> {
        sourceOver = true;
        endSink();
        link.cut(this);
      }
      case RESET -> link.reset();
    }
  }

  private void endSink() {
    drop();
    try {
      sink.finishOutput();
    } catch (IOException receiverGone) {
      sink.breakDown();
    }
    link.ended(this);
  }

  private void setTimer() {
    long dueNanos = Stage.NEVER;
    for (int i = 0; i < slots.size(); i++) {
      boolean blocked = i + 1 < slots.size() ? !slots.get(i + 1).hasRoom() : unwritten != null;
      long due = slots.get(i).dueNanos();
      if (!blocked && due != Stage.NEVER && (dueNanos == Stage.NEVER || due - dueNanos < 0)) {
        dueNanos = due;
      }
    }
    if (dueNanos != Stage.NEVER && (timerNanos == Stage.NEVER || dueNanos - timerNanos < 0)) {
      long setForNanos = dueNanos;
      timerNanos = setForNanos;
      link.loop().at(setForNanos, () -> timer(setForNanos));
    }
  }

  private void timer(long setForNanos) {
    if (setForNanos == timerNanos) {
      timerNanos = Stage.NEVER;
      pump();
    }
  }

  private void watch() {
    source.watch();
    sink.watch();
  }
}
