package rebound.soak.probe.liveness;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProbeAnswerTest {
  private static ProbeAnswer read(String text, boolean byteByByte) {
    ProbeAnswer answer = new ProbeAnswer();
    byte[] bytes = text.replace("|", "\r\n").getBytes(StandardCharsets.ISO_8859_1);
    if (byteByByte) {
      for (byte b : bytes) {
        answer.take(ByteBuffer.wrap(new byte[] {b}));
      }
    } else {
      answer.take(ByteBuffer.wrap(bytes));
    }
    return answer;
  }

  @ParameterizedTest
  @CsvSource({
    "'HTTP/1.1 200 OK|Content-Length: 2||ok', true, true",
    "'HTTP/1.1 200 OK|Content-Length: 2||o', false, true",
    "'HTTP/1.1 200 OK|content-length: 0||', true, true",
    "'HTTP/1.1 204 No Content||', true, true",
    "'HTTP/1.1 304 Not Modified|Content-Length: 9||', true, true",
    "'HTTP/1.1 503 Busy|Content-Length: 0|Connection: close||', true, false",
    "'HTTP/1.0 200 OK|Content-Length: 0||', true, false",
    "'HTTP/1.1 200 OK|Transfer-Encoding: chunked||2;x=y|ok|0||', true, true",
    "'HTTP/1.1 200 OK|Transfer-Encoding: chunked||2|ok|0|Trailer: x||', true, true",
    "'HTTP/1.1 200 OK|Transfer-Encoding: chunked||2|ok|', false, true",
    "'HTTP/1.1 103 Early||HTTP/1.1 200 OK|Content-Length: 0||', true, true",
  })
  void knowsWhenAnAnswerIsComplete(String text, boolean complete, boolean keepable) {
    for (boolean byteByByte : new boolean[] {false, true}) {
      ProbeAnswer answer = read(text, byteByByte);

      assertThat(answer.complete()).isEqualTo(complete);
      assertThat(answer.keepable()).isEqualTo(keepable);
      assertThat(answer.broken()).isFalse();
    }
  }

  @Test
  void aBodyWithoutALengthEndsWithTheConnection() {
    ProbeAnswer answer = read("HTTP/1.1 200 OK||body", false);
    assertThat(answer.complete()).isFalse();

    answer.end();

    assertThat(answer.complete()).isTrue();
    assertThat(answer.keepable()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "'SSH-2.0-OpenSSH||'",
    "'HTTP/1.1 200 OK|Content-Length: many||'",
    "'HTTP/1.1 200 OK|Transfer-Encoding: chunked||zz|'"
  })
  void whatIsNoHttpIsBrokenWithAReason(String text) {
    ProbeAnswer answer = read(text, false);

    assertThat(answer.broken()).isTrue();
    assertThat(answer.problem()).isNotBlank();
  }

  @Test
  void moreThanTheAnswerIsNotKept() {
    ProbeAnswer answer = read("HTTP/1.1 200 OK|Content-Length: 0||HTTP/1.1 408 Late||", false);

    assertThat(answer.complete()).isTrue();
    assertThat(answer.keepable()).isFalse();
  }
}
