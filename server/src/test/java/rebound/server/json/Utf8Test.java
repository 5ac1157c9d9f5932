package rebound.server.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class Utf8Test {
  @Test
  void agreesWithTheStrictDecoderOfTheJdkOnAllShortSequences() {
    byte[] edges = {
      0,
      0x22,
      0x7f,
      (byte) 0x80,
      (byte) 0x8f,
      (byte) 0x90,
      (byte) 0x9f,
      (byte) 0xa0,
      (byte) 0xbf,
      (byte) 0xc0,
      (byte) 0xc1,
      (byte) 0xc2,
      (byte) 0xdf,
      (byte) 0xe0,
      (byte) 0xe2,
      (byte) 0xed,
      (byte) 0xef,
      (byte) 0xf0,
      (byte) 0xf3,
      (byte) 0xf4,
      (byte) 0xf5,
      (byte) 0xff
    };
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 200_000; i++) {
      byte[] bytes = new byte[random.nextInt(6)];
      for (int at = 0; at < bytes.length; at++) {
        bytes[at] = edges[random.nextInt(edges.length)];
      }
      assertThat(Utf8.isWellFormed(bytes))
          .describedAs(Arrays.toString(bytes))
          .isEqualTo(decodes(bytes));
    }
  }

  private static boolean decodes(byte[] bytes) {
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
      return true;
    } catch (CharacterCodingException wrong) {
      return false;
    }
  }
}
