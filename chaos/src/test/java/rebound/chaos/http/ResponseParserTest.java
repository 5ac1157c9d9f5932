package rebound.chaos.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ResponseParserTest {
  private static final String OK = "HTTP/1.1 200 OK\r\n";

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  /// name, method, bytes, status, body, reusable
  static Stream<Arguments> framings() {
    return Stream.of(
        Arguments.of("length", "GET", OK + "Content-Length: 5\r\n\r\nhello", 200, "hello", true),
        Arguments.of("length 0", "GET", OK + "Content-Length: 0\r\n\r\n", 200, "", true),
        Arguments.of(
            "no reason", "GET", "HTTP/1.1 200\r\nContent-Length: 0\r\n\r\n", 200, "", true),
        Arguments.of("bare LF", "GET", "HTTP/1.1 200 OK\nContent-Length: 2\n\nhi", 200, "hi", true),
        Arguments.of("case", "GET", OK + "cOnTeNt-LeNgTh:5\r\n\r\nhello", 200, "hello", true),
        Arguments.of(
            "spaces", "GET", OK + "Content-Length: \t 5 \t\r\n\r\nhello", 200, "hello", true),
        Arguments.of(
            "space name", "GET", OK + "Content-Length : 5\r\n\r\nhello", 200, "hello", true),
        Arguments.of("same twice", "GET", OK + "Content-Length: 2, 2\r\n\r\nhi", 200, "hi", true),
        Arguments.of("HEAD", "HEAD", OK + "Content-Length: 500\r\n\r\n", 200, "", true),
        Arguments.of(
            "HEAD chunked", "HEAD", OK + "Transfer-Encoding: chunked\r\n\r\n", 200, "", true),
        Arguments.of("204", "GET", "HTTP/1.1 204 No Content\r\n\r\n", 204, "", true),
        Arguments.of("205", "GET", "HTTP/1.1 205 Reset Content\r\n\r\n", 205, "", true),
        Arguments.of(
            "304 with length",
            "GET",
            "HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n",
            304,
            "",
            true),
        Arguments.of(
            "100 first",
            "POST",
            "HTTP/1.1 100 Continue\r\n\r\n" + OK + "Content-Length: 1\r\n\r\nx",
            200,
            "x",
            true),
        Arguments.of(
            "103 first",
            "GET",
            "HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\n"
                + OK
                + "Content-Length: 1\r\n\r\nx",
            200,
            "x",
            true),
        Arguments.of(
            "101", "GET", "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n", 101, "", true),
        Arguments.of(
            "chunked",
            "GET",
            OK + "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
            200,
            "hello",
            true),
        Arguments.of(
            "chunk extensions and trailers",
            "GET",
            OK
                + "Transfer-Encoding: gzip, Chunked\r\n\r\n"
                + "A ; a=\"b\"\r\n0123456789\r\n1;x\r\n!\r\n00;last\r\nExpires: never\r\nX: y\r\n\r\n",
            200,
            "0123456789!",
            true),
        Arguments.of(
            "chunked with length: not kept",
            "GET",
            OK + "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n",
            200,
            "x",
            false),
        Arguments.of(
            "close",
            "GET",
            OK + "Connection: close\r\nContent-Length: 1\r\n\r\nx",
            200,
            "x",
            false),
        Arguments.of(
            "close in a list",
            "GET",
            OK + "Connection: Foo , Close\r\nContent-Length: 1\r\n\r\nx",
            200,
            "x",
            false),
        Arguments.of(
            "HTTP/1.0", "GET", "HTTP/1.0 200 OK\r\nContent-Length: 1\r\n\r\nx", 200, "x", false),
        Arguments.of(
            "HTTP/1.0 kept",
            "GET",
            "HTTP/1.0 200 OK\r\nConnection: Keep-Alive\r\nContent-Length: 1\r\n\r\nx",
            200,
            "x",
            true),
        Arguments.of(
            "CONNECT", "CONNECT", "HTTP/1.1 200 Connection established\r\n\r\n", 200, "", false));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("framings")
  void findsTheEndWhereverTheBytesAreSplit(
      String name, String method, String text, int status, String body, boolean reusable) {
    byte[] one = ascii(text);
    byte[] two = ascii(text + text);
    for (int cut = 1; cut <= one.length; cut++) {
      ResponseParser parser = new ResponseParser();
      BodyCopy copy = new BodyCopy();
      HeadMemo memo = new HeadMemo();
      for (int round = 0; round < 2; round++) {
        copy.clear();
        parser.begin(RequestMethod.of(method), memo, copy);
        int at = feedInPieces(parser, two, one.length * round, cut);
        assertThat(parser.failure()).as("%s cut at %d", name, cut).isEmpty();
        assertThat(parser.isComplete()).as("%s cut at %d", name, cut).isTrue();
        assertThat(at).as("%s cut at %d", name, cut).isEqualTo(one.length * (round + 1));
        assertThat(parser.status()).isEqualTo(status);
        assertThat(copy.toString()).isEqualTo(body);
        assertThat(parser.bodyBytes()).isEqualTo(body.length());
        assertThat(parser.isReusable()).as("%s reusable", name).isEqualTo(reusable);
      }
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("framings")
  void findsTheEndByteByByte(
      String name, String method, String text, int status, String body, boolean reusable) {
    byte[] bytes = ascii(text);
    ResponseParser parser = new ResponseParser();
    parser.begin(RequestMethod.of(method), new HeadMemo(), null);
    for (int i = 0; i < bytes.length; i++) {
      assertThat(parser.isComplete()).as("%s before byte %d", name, i).isFalse();
      assertThat(parser.feed(bytes, i, i + 1)).isEqualTo(i + 1);
    }
    assertThat(parser.isComplete()).isTrue();
    assertThat(parser.status()).isEqualTo(status);
    assertThat(parser.isReusable()).isEqualTo(reusable);
  }

  /// Feeds from `from`: first `cut` bytes, then the rest, as far as the parser takes them.
  private static int feedInPieces(ResponseParser parser, byte[] bytes, int from, int cut) {
    int middle = Math.min(bytes.length, from + cut);
    int at = parser.feed(bytes, from, middle);
    return at == middle && !parser.isComplete() ? parser.feed(bytes, at, bytes.length) : at;
  }

  @Test
  void takesABodyThatEndsWithTheConnection() {
    ResponseParser parser = new ResponseParser();
    BodyCopy copy = new BodyCopy();
    parser.begin(RequestMethod.OTHER, null, copy);
    byte[] bytes = ascii(OK + "Content-Type: text/plain\r\n\r\nall there is");
    assertThat(parser.feed(bytes, 0, bytes.length)).isEqualTo(bytes.length);
    assertThat(parser.isComplete()).isFalse();
    assertThat(parser.endOfStream()).isTrue();
    assertThat(copy.toString()).isEqualTo("all there is");
    assertThat(parser.isReusable()).isFalse();
  }

  @Test
  void doesNotCallATruncatedBodyComplete() {
    for (String text :
        new String[] {
          OK + "Content-Length: 5\r\n\r\nhell",
          OK + "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n",
          OK + "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n",
          OK + "Content-Length: 5\r\n"
        }) {
      ResponseParser parser = new ResponseParser();
      parser.begin(RequestMethod.OTHER, null, null);
      byte[] bytes = ascii(text);
      parser.feed(bytes, 0, bytes.length);
      assertThat(parser.endOfStream()).as(text).isFalse();
      assertThat(parser.isStarted()).isTrue();
    }
  }

  static Stream<String> rubbish() {
    return Stream.of(
        "SSH-2.0-OpenSSH_9\r\n",
        "\u0000\u0001\u0002",
        "HTTP/2.0 200 OK\r\n\r\n",
        "HTTP/1.1 20 OK\r\n\r\n",
        "HTTP/1.1 999 No\r\n\r\n",
        "HTTP/1.1  200 OK\r\n\r\n",
        OK + "no colon\r\n\r\n",
        OK + ": no name\r\n\r\n",
        OK + "A: b\r\n folded\r\n\r\n",
        OK + "Content-Length: x\r\n\r\n",
        OK + "Content-Length: -1\r\n\r\n",
        OK + "Content-Length: \r\n\r\n",
        OK + "Content-Length: 9223372036854775808\r\n\r\n",
        OK + "Content-Length: 1\r\nContent-Length: 2\r\n\r\n",
        OK + "Transfer-Encoding: chunked\r\n\r\nx\r\n",
        OK + "Transfer-Encoding: chunked\r\n\r\n5 5\r\n",
        OK + "Transfer-Encoding: chunked\r\n\r\n-5\r\n",
        OK + "Transfer-Encoding: chunked\r\n\r\n2\r\nabc\r\n",
        OK + "Transfer-Encoding: chunked\r\n\r\nffffffffffffffffffff\r\n",
        OK + "Transfer-Encoding: chunked\r\n\r\n0\r\nno trailer\r\n\r\n",
        OK + "A: " + "b".repeat(70_000) + "\r\n\r\n");
  }

  @ParameterizedTest
  @MethodSource("rubbish")
  void refusesRubbish(String text) {
    byte[] bytes = ascii(text);
    ResponseParser whole = new ResponseParser();
    whole.begin(RequestMethod.OTHER, new HeadMemo(), null);
    whole.feed(bytes, 0, bytes.length);
    assertThat(whole.isFailed()).isTrue();
    assertThat(whole.failure()).isNotEmpty();

    ResponseParser single = new ResponseParser();
    single.begin(RequestMethod.OTHER, null, null);
    for (int i = 0; i < bytes.length && !single.isFailed(); i++) {
      single.feed(bytes, i, i + 1);
    }
    assertThat(single.isFailed()).isTrue();
  }

  @Test
  void remembersHeadsWithoutMistakingOneForAnother() {
    HeadMemo memo = new HeadMemo();
    ResponseParser parser = new ResponseParser();
    String[] texts = {
      OK + "Content-Length: 5\r\n\r\nhello",
      OK + "Content-Length: 5\r\n\r\nworld",
      OK + "Content-Length: 4\r\n\r\nfour",
      "HTTP/1.1 503 No\r\nRetry-After: 1\r\nContent-Length: 0\r\n\r\n",
      OK + "Content-Length: 5\r\n\r\nhello"
    };
    int[] statuses = {200, 200, 200, 503, 200};
    int[] lengths = {5, 5, 4, 0, 5};
    for (int i = 0; i < texts.length; i++) {
      parser.begin(RequestMethod.OTHER, memo, null);
      byte[] bytes = ascii(texts[i]);
      assertThat(parser.feed(bytes, 0, bytes.length)).isEqualTo(bytes.length);
      assertThat(parser.status()).isEqualTo(statuses[i]);
      assertThat(parser.bodyBytes()).isEqualTo(lengths[i]);
    }
    // The same bytes frame another response when they answer HEAD.
    parser.begin(RequestMethod.HEAD, memo, null);
    byte[] head = ascii(OK + "Content-Length: 5\r\n\r\n");
    parser.feed(head, 0, head.length);
    assertThat(parser.isComplete()).isTrue();
  }
}
