package rebound.chaos.network.toxic;

import java.nio.ByteBuffer;

/// A run of bytes that is held in the proxy, and the moment that its delays count from.
///
/// Used by the loop's thread only. Whoever takes it out of the flow calls [#free] exactly once.
public final class Bytes implements Piece {
  private final Memory memory;
  private final ByteBuffer buffer;
  private final long markNanos;

  /// @param memory told when the bytes are let go
  /// @param buffer the bytes, from its position to its limit
  /// @param markNanos when they were read, on the clock of [System#nanoTime]
  public Bytes(Memory memory, ByteBuffer buffer, long markNanos) {
    this.memory = memory;
    this.buffer = buffer;
    this.markNanos = markNanos;
  }

  /// The bytes that are left, from the position to the limit.
  public ByteBuffer buffer() {
    return buffer;
  }

  /// How many bytes are left.
  public int length() {
    return buffer.remaining();
  }

  /// When the bytes were read, moved on by each delay that they have served.
  public long markNanos() {
    return markNanos;
  }

  /// Cuts the first `length` bytes off; this object keeps the rest.
  Bytes cut(int length) {
    ByteBuffer head = buffer.slice(buffer.position(), length);
    buffer.position(buffer.position() + length);
    memory.share();
    return new Bytes(memory, head, markNanos);
  }

  /// The same bytes with another mark; this object is not to be used afterwards.
  Bytes marked(long nanos) {
    return new Bytes(memory, buffer, nanos);
  }

  /// Lets the bytes go.
  public void free() {
    memory.free();
  }

  /// The memory under one or more runs of bytes.
  public interface Memory {
    /// One more run of bytes stands in this memory.
    void share();

    /// One run less; the last one gives the memory back.
    void free();
  }
}
