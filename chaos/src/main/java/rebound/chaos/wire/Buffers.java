package rebound.chaos.wire;

import java.nio.ByteBuffer;

/// The buffers of a loop, shared by all its connections: what is read is used up before the next
/// read. Used on the loop's thread.
public final class Buffers {
  private static final int BYTES = 64 * 1024;

  private final ByteBuffer input = ByteBuffer.allocateDirect(BYTES);
  private final byte[] inputBytes = new byte[BYTES];
  private final ByteBuffer output = ByteBuffer.allocateDirect(BYTES);

  /// Makes the buffers of a loop.
  public Buffers() {}

  /// What was read last.
  public ByteBuffer input() {
    return input;
  }

  /// A copy of what was read last, for parsers.
  public byte[] inputBytes() {
    return inputBytes;
  }

  /// Where several requests are gathered for one write.
  public ByteBuffer output() {
    return output;
  }
}
