package rebound.chaos.network.link;

import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import rebound.chaos.network.toxic.Bytes;

/// The memory of bytes that wait inside the proxy: for a toxic, or for a receiver that does not
/// read.
///
/// Small runs stand on the heap in their own size, others in blocks outside of it, which are used
/// again. Blocks beyond a small reserve go back to the system as soon as they are free, so that a
/// burst leaves nothing behind. Used by the loop's thread only.
final class Blocks implements AutoCloseable {
  private static final int SMALL_BYTES = 1024;
  private static final int[] BLOCK_BYTES = {8 * 1024, 64 * 1024, 256 * 1024};
  private static final int RESERVE_BYTES = 1024 * 1024;

  /// The most that is kept in one piece.
  static final int LARGEST_BYTES = BLOCK_BYTES[BLOCK_BYTES.length - 1];

  /// About what the objects around a run of bytes take.
  static final int OVERHEAD_BYTES = 128;

  private final long mostHeldBytes;
  private final List<ArrayDeque<Block>> reserves = new ArrayList<>();
  private long heldBytes;

  Blocks(long mostHeldBytes) {
    if (mostHeldBytes < LARGEST_BYTES) {
      throw new IllegalArgumentException(
          "held bytes " + mostHeldBytes + " are too few; use at least " + LARGEST_BYTES);
    }
    this.mostHeldBytes = mostHeldBytes;
    for (int i = 0; i < BLOCK_BYTES.length; i++) {
      reserves.add(new ArrayDeque<>());
    }
  }

  /// True while the sum of what is held is below its bound.
  boolean hasRoom() {
    return heldBytes < mostHeldBytes;
  }

  long heldBytes() {
    return heldBytes;
  }

  /// Copies what is left in a buffer; the copy lives until it is freed.
  ///
  /// @param from at most [#LARGEST_BYTES]
  /// @param markNanos when the bytes were read
  Bytes keep(ByteBuffer from, long markNanos) {
    int length = from.remaining();
    Block block = take(length);
    heldBytes += block.capacityBytes + OVERHEAD_BYTES;
    ByteBuffer buffer = block.memory.duplicate();
    buffer.put(from).flip();
    return new Bytes(block, buffer, markNanos);
  }

  private Block take(int length) {
    if (length <= SMALL_BYTES) {
      return new Block(null, ByteBuffer.allocate(length), null);
    }
    int size = 0;
    while (BLOCK_BYTES[size] < length) {
      size++;
    }
    ArrayDeque<Block> reserve = reserves.get(size);
    Block kept = reserve.pollLast();
    if (kept != null) {
      kept.users = 1;
      return kept;
    }
    Arena arena = Arena.ofConfined();
    return new Block(arena, arena.allocate(BLOCK_BYTES[size]).asByteBuffer(), reserve);
  }

  private void giveBack(Block block) {
    heldBytes -= block.capacityBytes + OVERHEAD_BYTES;
    if (block.arena == null) {
      return;
    }
    if ((block.reserve.size() + 1) * block.capacityBytes <= RESERVE_BYTES) {
      block.reserve.addLast(block);
    } else {
      block.arena.close();
    }
  }

  @Override
  public void close() {
    for (ArrayDeque<Block> reserve : reserves) {
      reserve.forEach(block -> block.arena.close());
      reserve.clear();
    }
  }

  /// A piece of memory and how many runs of bytes stand in it.
  private final class Block implements Bytes.Memory {
    private final Arena arena;
    private final ByteBuffer memory;
    private final ArrayDeque<Block> reserve;
    private final int capacityBytes;
    private int users = 1;

    Block(Arena arena, ByteBuffer memory, ArrayDeque<Block> reserve) {
      this.arena = arena;
      this.memory = memory;
      this.reserve = reserve;
      this.capacityBytes = memory.capacity();
    }

    @Override
    public void share() {
      users++;
    }

    @Override
    public void free() {
      if (users <= 0) {
        throw new IllegalStateException("bytes were freed twice");
      }
      users--;
      if (users == 0) {
        giveBack(this);
      }
    }
  }
}
