package rebound.fakedb.wire.resp;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RespParserTest {
  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  private static List<String> words(RespParser parser) {
    List<String> words = new ArrayList<>();
    for (int i = 0; i < parser.count(); i++) {
      words.add(parser.text(i));
    }
    return words;
  }

  @Test
  void readsPipelinedCommandsSplitAtEveryByte() {
    byte[] all =
        bytes(
            String.join("\r\n", "*2", "$3", "GET", "$1", "a", "PING x", "*0", "*1", "$0", "", ""));
    for (int cut = 1; cut < all.length; cut++) {
      RespParser parser = new RespParser(1000);
      List<List<String>> commands = new ArrayList<>();
      int at = 0;
      for (int to : new int[] {cut, all.length}) {
        while (at < to) {
          RespParser.Found found = parser.parse(all, at, to);
          if (found == RespParser.Found.MORE) {
            break;
          }
          assertThat(found).isIn(RespParser.Found.COMMAND, RespParser.Found.NOTHING);
          if (found == RespParser.Found.COMMAND) {
            commands.add(words(parser));
          }
          at = parser.end();
        }
      }
      assertThat(commands)
          .as("cut at %d", cut)
          .containsExactly(List.of("GET", "a"), List.of("PING", "x"), List.of(""));
      assertThat(at).isEqualTo(all.length);
    }
  }

  @Test
  void binaryKeysKeepEveryByte() {
    byte[] key = new byte[256];
    for (int i = 0; i < 256; i++) {
      key[i] = (byte) i;
    }
    byte[] head = bytes("*1\r\n$256\r\n");
    byte[] all = Arrays.copyOf(head, head.length + 258);
    System.arraycopy(key, 0, all, head.length, 256);
    all[all.length - 2] = '\r';
    all[all.length - 1] = '\n';
    RespParser parser = new RespParser(1000);
    assertThat(parser.parse(all, 0, all.length)).isEqualTo(RespParser.Found.COMMAND);
    assertThat(parser.word(0)).isEqualTo(key);
    assertThat(parser.text(0).getBytes(StandardCharsets.ISO_8859_1)).isEqualTo(key);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "*1\r\n$2147483647\r\n",
        "*1\r\n$-5\r\n",
        "*2147483647\r\n",
        "*99999999999999999999999999999999999999999",
        "*x\r\n",
        "*1\r\n+OK\r\n",
        "*1\r\n$1\r\nabc",
        "*1\r\n$99999999999999999999999999999999999999999",
        "*3\r\n$600\r\n"
      })
  void whatCannotBeACommandIsAProblemAtOnce(String text) {
    RespParser parser = new RespParser(500);
    assertThat(parser.parse(bytes(text), 0, text.length())).isEqualTo(RespParser.Found.PROBLEM);
    assertThat(parser.problem()).isNotBlank();
  }

  @Test
  void aLineThatNeverEndsIsAProblem() {
    RespParser parser = new RespParser(1 << 20);
    byte[] all = bytes("a".repeat(70_000));
    assertThat(parser.parse(all, 0, 1_000)).isEqualTo(RespParser.Found.MORE);
    assertThat(parser.parse(all, 0, all.length)).isEqualTo(RespParser.Found.PROBLEM);
  }

  @Test
  void manySmallWordsAreBounded() {
    String text = "*60000\r\n" + "$1\r\na\r\n".repeat(60_000);
    RespParser parser = new RespParser(10_000);
    assertThat(parser.parse(bytes(text), 0, text.length())).isEqualTo(RespParser.Found.PROBLEM);
  }
}
