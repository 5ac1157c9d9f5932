package rebound.chaos.websocket;

import java.nio.ByteBuffer;
import java.util.random.RandomGenerator;

/// Frames of a client: final, and masked as RFC 6455 5.3 demands.
public final class Frames {
  /// A binary message.
  public static final int BINARY = 2;

  static final int CONTINUATION = 0;
  static final int TEXT = 1;
  static final int CLOSE = 8;
  static final int PING = 9;
  static final int PONG = 10;

  private static final int FINAL = 0x80;
  private static final int MASKED = 0x80;
  private static final int SHORT = 126;
  private static final int LONG = 127;

  private Frames() {}

  /// A whole frame.
  ///
  /// @param opcode what it is
  /// @param payload its content, before masking
  /// @param random where its mask comes from
  public static byte[] masked(int opcode, byte[] payload, RandomGenerator random) {
    int length = payload.length;
    int extended = length < SHORT ? 0 : length <= 0xffff ? 2 : 8;
    ByteBuffer frame = ByteBuffer.allocate(2 + extended + 4 + length);
    frame.put((byte) (FINAL | opcode));
    switch (extended) {
      case 0 -> frame.put((byte) (MASKED | length));
      case 2 -> frame.put((byte) (MASKED | SHORT)).putShort((short) length);
      default -> frame.put((byte) (MASKED | LONG)).putLong(length);
    }
    byte[] mask = new byte[4];
    random.nextBytes(mask);
    frame.put(mask);
    for (int i = 0; i < length; i++) {
      frame.put((byte) (payload[i] ^ mask[i & 3]));
    }
    return frame.array();
  }

  /// The frame that ends a connection in order (status 1000).
  public static byte[] close(RandomGenerator random) {
    return masked(CLOSE, new byte[] {0x03, (byte) 0xe8}, random);
  }
}
