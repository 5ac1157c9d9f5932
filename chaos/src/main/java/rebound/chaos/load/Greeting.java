package rebound.chaos.load;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;
import rebound.chaos.websocket.EchoReader;
import rebound.chaos.websocket.Frames;
import rebound.chaos.websocket.Handshake;
import rebound.chaos.wire.Wire;

/// What a WebSocket connection says beside its messages: the opening handshake, pongs, and the
/// closing frame. Used on its loop's thread.
final class Greeting {
  private static final int PONG = 10;

  private final Wire wire;
  private final Handshake handshake;
  private final EchoReader reader;
  private final SplittableRandom random;
  private byte[] heard = new byte[512];
  private int heardLength;
  private boolean over;

  Greeting(Wire wire, Handshake handshake, byte[] payload, SplittableRandom random) {
    this.wire = wire;
    this.handshake = handshake;
    this.reader = new EchoReader(payload);
    this.random = random;
  }

  EchoReader reader() {
    return reader;
  }

  /// True once the connection carries messages.
  boolean isOver() {
    return over;
  }

  /// Sends the opening request.
  void say() throws IOException {
    over = false;
    heardLength = 0;
    write(handshake.request());
  }

  private void write(byte[] bytes) throws IOException {
    ByteBuffer out = ByteBuffer.wrap(bytes);
    wire.write(out);
    if (out.hasRemaining()) {
      throw new IOException("the target does not even take " + bytes.length + " bytes");
    }
  }

  /// Takes bytes of the target's answer.
  ///
  /// @return index of the first byte that is no longer the handshake's, or -1 when it was refused
  int hear(byte[] bytes, int length) {
    int before = heardLength;
    if (heard.length < before + length) {
      heard = Arrays.copyOf(heard, (before + length) * 2);
    }
    System.arraycopy(bytes, 0, heard, before, length);
    heardLength += length;
    int end = handshake.check(heard, heardLength);
    over = end > 0;
    return end > 0 ? end - before : end < 0 ? -1 : length;
  }

  /// Answers a ping that has come with the last bytes; false when the target has closed in order,
  /// which is answered too.
  boolean answerControl() {
    try {
      if (reader.takePing()) {
        write(Frames.masked(PONG, reader.pingPayload(), random));
      }
      if (reader.isClosed()) {
        sayGoodbye();
        return false;
      }
      return true;
    } catch (IOException e) {
      // The socket is done for; its end will be read, and counted, as that of any other.
      return true;
    }
  }

  /// Sends the closing frame, if there is room for it.
  void sayGoodbye() {
    try {
      write(Frames.close(random));
    } catch (IOException e) {
      // A target that has gone already cannot be told.
      over = false;
    }
  }
}
