package rebound.chaos.load;

import java.nio.ByteBuffer;

/// The buffers of a loop, shared by all its connections: what is read is used up before the next
/// read. Used on the loop's thread.
final class Buffers {
  private static final int BYTES = 64 * 1024;

  private final ByteBuffer input = ByteBuffer.allocateDirect(BYTES);
  private final byte[] inputBytes = new byte[BYTES];
  private final ByteBuffer output = ByteBuffer.allocateDirect(BYTES);

  ByteBuffer input() {
    return input;
  }

  byte[] inputBytes() {
    return inputBytes;
  }

  ByteBuffer output() {
    return output;
  }
}
