package rebound.chaos.websocket;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import rebound.chaos.http.RequestMethod;

class EchoReaderTest {
  private static final byte[] PAYLOAD =
      "a message of some length".getBytes(java.nio.charset.StandardCharsets.US_ASCII);

  private static byte[] frames(int... parts) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(frame(true, Frames.PING, new byte[] {1, 2}));
    int at = 0;
    for (int i = 0; i < parts.length; i++) {
      byte[] part = java.util.Arrays.copyOfRange(PAYLOAD, at, at + parts[i]);
      at += parts[i];
      boolean last = i == parts.length - 1;
      out.writeBytes(frame(last, i == 0 ? Frames.BINARY : Frames.CONTINUATION, part));
    }
    return out.toByteArray();
  }

  private static byte[] frame(boolean last, int opcode, byte[] payload) {
    byte[] frame = new byte[2 + payload.length];
    frame[0] = (byte) ((last ? 0x80 : 0) | opcode);
    frame[1] = (byte) payload.length;
    System.arraycopy(payload, 0, frame, 2, payload.length);
    return frame;
  }

  private static EchoReader reading() {
    EchoReader reader = new EchoReader(PAYLOAD);
    reader.begin(RequestMethod.OTHER, null, null);
    return reader;
  }

  @Test
  void findsTheEndOfAMessageWhereverItIsSplit() {
    byte[] bytes = frames(4, 0, 12, PAYLOAD.length - 16);
    for (int cut = 0; cut <= bytes.length; cut++) {
      EchoReader reader = reading();
      int at = reader.feed(bytes, 0, cut);
      at = reader.feed(bytes, at, bytes.length);
      assertThat(at).isEqualTo(bytes.length);
      assertThat(reader.isComplete()).as("cut at %d", cut).isTrue();
      assertThat(reader.status()).isEqualTo(EchoReader.RIGHT);
      assertThat(reader.bodyBytes()).isEqualTo(PAYLOAD.length);
      assertThat(reader.takePing()).isTrue();
      assertThat(reader.takePing()).isFalse();
      assertThat(reader.pingPayload()).containsExactly(1, 2);
    }
  }

  @Test
  void tellsAWrongEcho() {
    for (byte[] wrong : new byte[][] {{}, {1}, new byte[PAYLOAD.length + 1]}) {
      EchoReader reader = reading();
      byte[] bytes = frame(true, Frames.TEXT, wrong);
      reader.feed(bytes, 0, bytes.length);
      assertThat(reader.isComplete()).isTrue();
      assertThat(reader.status()).isEqualTo(EchoReader.WRONG);
    }
  }

  @Test
  void refusesFramesThatMayNotCome() {
    byte[][] rubbish = {
      {(byte) 0xc2, 0}, // a reserved bit
      {(byte) 0x82, (byte) 0x81, 0, 0, 0, 0, 0}, // masked by a server
      {(byte) 0x80, 0}, // continues nothing
      {(byte) 0x83, 0}, // an opcode of nobody
      {0x09, 0}, // a ping in pieces
      {(byte) 0x89, 126, 0, (byte) 200} // a long ping
    };
    for (byte[] bytes : rubbish) {
      EchoReader reader = reading();
      reader.feed(bytes, 0, bytes.length);
      assertThat(reader.isFailed()).isTrue();
    }
  }

  @Test
  void aCloseFrameEndsTheConnection() {
    EchoReader reader = reading();
    byte[] bytes = frame(true, Frames.CLOSE, new byte[] {3, (byte) 0xe8});
    reader.feed(bytes, 0, bytes.length);
    assertThat(reader.isClosed()).isTrue();
    assertThat(reader.isReusable()).isFalse();
  }

  @Test
  void framesOfAClientAreMasked() {
    byte[] frame = Frames.masked(Frames.BINARY, PAYLOAD, new SplittableRandom(1));
    assertThat(frame[0]).isEqualTo((byte) 0x82);
    assertThat(frame[1]).isEqualTo((byte) (0x80 | PAYLOAD.length));
    for (int i = 0; i < PAYLOAD.length; i++) {
      assertThat((byte) (frame[6 + i] ^ frame[2 + (i & 3)])).isEqualTo(PAYLOAD[i]);
    }
    assertThat(Frames.masked(Frames.BINARY, new byte[200], new SplittableRandom(1)))
        .hasSize(2 + 2 + 4 + 200);
    assertThat(Frames.masked(Frames.BINARY, new byte[70_000], new SplittableRandom(1)))
        .hasSize(2 + 8 + 4 + 70_000);
  }

  /// The example of RFC 6455, section 1.3.
  @Test
  void theHandshakesAnswerIsTheRfcs() {
    assertThat(Handshake.acceptFor("dGhlIHNhbXBsZSBub25jZQ=="))
        .isEqualTo("s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
  }

  @Test
  void anAnswerWithoutTheRightKeyIsRefused() {
    Handshake handshake = new Handshake("/ws", "h", Map.of(), new SplittableRandom(1));
    byte[] wrong =
        "HTTP/1.1 101 x\r\nSec-WebSocket-Accept: nonsense\r\n\r\n"
            .getBytes(java.nio.charset.StandardCharsets.US_ASCII);
    assertThat(handshake.check(wrong, wrong.length)).isEqualTo(-1);
    assertThat(handshake.check(wrong, 20)).isZero();
  }
}
