package rebound.server.guard;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The framing rules, byte by byte.
final class FramingTest {
  private static final String GOOD = "GET /a?b=c HTTP/1.1\r\nHost: t:80\r\n\r\n";

  /// Feeds a framing with bytes as a conduit would and keeps what it hands on.
  private static final class Feed {
    final Framing framing = new Framing(new HeadReader(), 1_000);
    final StringBuilder handedOn = new StringBuilder();
    private String held = "";

    Feed bytes(String more) {
      byte[] all = (held + more).getBytes(ISO_8859_1);
      ByteBuffer in = ByteBuffer.wrap(all);
      int safe = framing.advance(in);
      handedOn.append(new String(all, 0, safe, ISO_8859_1));
      held = new String(all, safe, in.limit() - safe, ISO_8859_1);
      return this;
    }
  }

  private static String text(String escaped) {
    return escaped
        .replace("\\r", "\r")
        .replace("\\n", "\n")
        .replace("\\0", "\0")
        .replace("\\t", "\t")
        .replace("\\x80", "\u0080");
  }

  private static Feed fed(String escaped) {
    return new Feed().bytes(text(escaped));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET / HTTP/1.1\\r\\nHost: t\\r\\n\\r\\n",
        "GET / HTTP/1.0\\r\\n\\r\\n",
        "GET / HTTP/1.1\\r\\nhOST:t\\r\\nX:\\r\\nY: \\t a b \\x80 \\r\\n\\r\\n",
        "BREW /pot HTTP/1.1\\r\\nHost: [::1]:8080\\r\\n\\r\\n",
        "GET / HTTP/1.1\\r\\nHost: [::ffff:192.0.2.1]\\r\\n\\r\\n",
        "GET / HTTP/1.1\\r\\nHost: 192.0.2.1:80\\r\\n\\r\\n",
        "OPTIONS * HTTP/1.1\\r\\nHost: t\\r\\n\\r\\n",
        "GET / HTTP/1.1\\r\\nHost: t\\r\\nExpect: 100-Continue\\r\\nUpgrade: h2c\\r\\n\\r\\n",
        "POST / HTTP/1.1\\r\\nHost: t\\r\\nContent-Length: 3\\r\\n\\r\\nabc",
        "POST / HTTP/1.1\\r\\nHost: t\\r\\nTransfer-Encoding: Chunked\\r\\n\\r\\n3;x=y\\r\\nabc\\r\\n00\\r\\nT: v\\r\\n\\r\\n",
        "GET /%7a;p=1?q=[%00%FF]&&=@ HTTP/1.1\\r\\nHost: a.b-c_d~(x)%41\\r\\n\\r\\n"
      })
  void handsOnWhatIsGoodUnchanged(String escaped) {
    Feed feed = fed(escaped);
    assertThat(feed.framing.refusal()).isNull();
    assertThat(feed.handedOn.toString()).isEqualTo(text(escaped));
    assertThat(feed.framing.isInHead()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "GET /\\r\\n | 400",
        "GET / HTTP/0.9\\r\\n | 400",
        "GET / HTTP/2.0\\r\\n | 400",
        "PRI * HTTP/2.0\\r\\n\\r\\n | 400",
        "GET  / HTTP/1.1\\r\\nHost: t\\r\\n\\r\\n | 400",
        "GET / HTTP/1.1 \\r\\nHost: t\\r\\n\\r\\n | 400",
        "GET / HTTP/1.1\\nHost: t\\n\\n | 400",
        "GET / HTTP/1.1\\r\\nHost: t\\n\\r\\n | 400",
        "GET / HTTP/1.1\\r\\nHost: t\\r\\r\\n | 400",
        "GET / HTTP/1.1\\r\\nHost: t\\r\\nA: b\\r\\n c\\r\\n\\r\\n | 400",
        "GET / HTTP/1.1\\r\\n Host: t\\r\\n\\r\\n | 400",
        "GET / HTTP/1.1\\r\\nHost : t\\r\\n\\r\\n | 400",
        "GET / HTTP/1.1\\r\\nHost: t\\r\\n: v\\r\\n\\r\\n | 400",
        "GET / HTTP/1.1\\r\\nHost: t\\r\\nnocolon\\r\\n\\r\\n | 400",
        "GET / HTTP/1.1\\r\\nHost: t\\r\\nA: \\0\\r\\n\\r\\n | 400",
        "GET /\\0 HTTP/1.1\\r\\nHost: t\\r\\n\\r\\n | 400",
        "GET /\\x80 HTTP/1.1\\r\\nHost: t\\r\\n\\r\\n | 400",
        "G@T / HTTP/1.1\\r\\nHost: t\\r\\n\\r\\n | 400",
        "GET t:80 HTTP/1.1\\r\\nHost: t\\r\\n\\r\\n | 400",
        "CONNECT t:80 HTTP/1.1\\r\\nHost: t\\r\\n\\r\\n | 400",
        "GET * HTTP/1.1\\r\\nHost: t\\r\\n\\r\\n | 400",
        "GET ftp://t/ HTTP/1.1\\r\\nHost: t\\r\\n\\r\\n | 400",
        "GET http:///a HTTP/1.1\\r\\nHost: t\\r\\n\\r\\n | 400",
        "GET /%zz HTTP/1.1\\r\\nHost: t\\r\\n\\r\\n | 400",
        "GET /a?%a HTTP/1.1\\r\\nHost: t\\r\\n\\r\\n | 400",
        "GET /a?{} HTTP/1.1\\r\\nHost: t\\r\\n\\r\\n | 400",
        "GET /#a HTTP/1.1\\r\\nHost: t\\r\\n\\r\\n | 400",
        "GET / HTTP/1.1\\r\\n\\r\\n | 400",
        "GET / HTTP/1.1\\r\\nHost: t\\r\\nHost: t\\r\\n\\r\\n | 400",
        "GET / HTTP/1.1\\r\\nHost:\\r\\n\\r\\n | 400",
        "GET / HTTP/1.1\\r\\nHost: a b\\r\\n\\r\\n | 400",
        "GET / HTTP/1.1\\r\\nHost: user@t\\r\\n\\r\\n | 400",
        "GET / HTTP/1.1\\r\\nHost: t/path\\r\\n\\r\\n | 400",
        "GET / HTTP/1.1\\r\\nHost: t:65536\\r\\n\\r\\n | 400",
        "GET / HTTP/1.1\\r\\nHost: [::1\\r\\n\\r\\n | 400",
        "GET / HTTP/1.1\\r\\nHost: [1::2::3]\\r\\n\\r\\n | 400",
        "GET / HTTP/1.1\\r\\nHost: [12345::]\\r\\n\\r\\n | 400",
        "GET / HTTP/1.1\\r\\nHost: t\\r\\nExpect: tea\\r\\n\\r\\n | 417",
        "POST / HTTP/1.1\\r\\nHost: t\\r\\nContent-Length: 3\\r\\nContent-Length: 4\\r\\n\\r\\n | 400",
        "POST / HTTP/1.1\\r\\nHost: t\\r\\nContent-Length: 3, 3\\r\\n\\r\\n | 400",
        "POST / HTTP/1.1\\r\\nHost: t\\r\\nContent-Length: -3\\r\\n\\r\\n | 400",
        "POST / HTTP/1.1\\r\\nHost: t\\r\\nContent-Length: +3\\r\\n\\r\\n | 400",
        "POST / HTTP/1.1\\r\\nHost: t\\r\\nContent-Length: 0x3\\r\\n\\r\\n | 400",
        "POST / HTTP/1.1\\r\\nHost: t\\r\\nContent-Length: \\r\\n\\r\\n | 400",
        "POST / HTTP/1.1\\r\\nHost: t\\r\\nContent-Length: 18446744073709551617\\r\\n\\r\\n | 400",
        "POST / HTTP/1.1\\r\\nHost: t\\r\\nContent-Length: 1001\\r\\n\\r\\n | 413",
        "POST / HTTP/1.1\\r\\nHost: t\\r\\nContent-Length: 3\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n | 400",
        "POST / HTTP/1.1\\r\\nHost: t\\r\\nTransfer-Encoding: gzip\\r\\n\\r\\n | 400",
        "POST / HTTP/1.1\\r\\nHost: t\\r\\nTransfer-Encoding: gzip, chunked\\r\\n\\r\\n | 400",
        "POST / HTTP/1.1\\r\\nHost: t\\r\\nTransfer-Encoding: chunked, identity\\r\\n\\r\\n | 400",
        "POST / HTTP/1.1\\r\\nHost: t\\r\\nTransfer-Encoding: chunked\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n | 400",
        "POST / HTTP/1.1\\r\\nHost: t\\r\\nTransfer-Encoding: \\tchunked \\x80\\r\\n\\r\\n | 400",
        "POST / HTTP/1.0\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n | 400",
      })
  void refusesAHeadWholly(String escaped, int status) {
    Feed feed = fed(escaped);
    assertThat(feed.framing.refusal()).isNotNull();
    assertThat(feed.framing.refusal().status()).isEqualTo(status);
    assertThat(feed.handedOn).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "zz\\r\\n || 0\\r\\n\\r\\n",
        "\\r\\n || 0\\r\\n\\r\\n",
        "3 \\r\\nabc || 0\\r\\n\\r\\n",
        "0x3\\r\\nabc || 0\\r\\n\\r\\n",
        "-3\\r\\nabc || 0\\r\\n\\r\\n",
        "3\\nabc || 0\\r\\n\\r\\n",
        "100000000\\r\\n || 0\\r\\n\\r\\n",
        "FFFFFFFFFFFFFFFF\\r\\n || 0\\r\\n\\r\\n",
        "3\\r\\nabcd\\r\\n | 3\\r\\nabc | \\r\\n0\\r\\n\\r\\n",
        "3\\r\\nabc0\\r\\n\\r\\n | 3\\r\\nabc | \\r\\n0\\r\\n\\r\\n",
        "3\\r\\nabc\\n | 3\\r\\nabc | \\r\\n0\\r\\n\\r\\n",
        "0\\r\\nbad trailer\\r\\n\\r\\n | 0\\r\\n | \\r\\n",
        "0\\r\\nT: v\\n\\r\\n | 0\\r\\n | \\r\\n",
        "0\\r\\nGET / HTTP/1.1\\r\\n | 0\\r\\n | \\r\\n"
      })
  void endsABrokenChunkedBodyForTheParserBehind(String chunks, String good, String ending) {
    String head = "POST / HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\n";
    Feed feed = new Feed().bytes(head + text(chunks));
    assertThat(feed.framing.refusal()).isNotNull();
    assertThat(feed.framing.refusal().status()).isEqualTo(400);
    assertThat(feed.handedOn.toString()).isEqualTo(head + (good == null ? "" : text(good)));
    assertThat(new String(feed.framing.ending(), ISO_8859_1)).isEqualTo(text(ending));
  }

  @Test
  void refusesAChunkedBodyOverTheLimit() {
    Feed feed =
        new Feed().bytes("POST / HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\n3e9\r\n");
    assertThat(feed.framing.refusal().status()).isEqualTo(413);
  }

  @Test
  void refusesHeadsThatAreTooLongOrHaveTooManyFields() {
    Feed tooLong = new Feed().bytes("GET / HTTP/1.1\r\nHost: t\r\nA: " + "a".repeat(16 * 1024));
    assertThat(tooLong.framing.refusal().status()).isEqualTo(431);
    Feed tooMany = new Feed().bytes("GET / HTTP/1.1\r\nHost: t\r\n" + "A: b\r\n".repeat(101));
    assertThat(tooMany.framing.refusal().status()).isEqualTo(431);
  }

  @Test
  void aGoodRequestBeforeABadOneIsHandedOn() {
    Feed feed = new Feed().bytes(GOOD + "GET / HTTP/1.1\r\nHost : t\r\n\r\n" + GOOD);
    assertThat(feed.handedOn.toString()).isEqualTo(GOOD);
    assertThat(feed.framing.refusal()).isNotNull();
    assertThat(feed.framing.heads()).isEqualTo(1);
  }

  @Test
  void emptyLinesBeforeARequestAreTakenOut() {
    Feed feed = new Feed().bytes("\r\n\r\n" + GOOD + "\r\n" + GOOD);
    assertThat(feed.handedOn.toString()).isEqualTo(GOOD + GOOD);
    assertThat(feed.framing.refusal()).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "http://other/a?b, /a?b",
    "HTTPS://other:443/, /",
    "http://other, /",
    "http://other?q=1, /?q=1"
  })
  void aWholeUriBecomesItsPath(String uri, String path) {
    String rest = " HTTP/1.1\r\nHost: t\r\n\r\n";
    Feed feed = new Feed().bytes("GET " + uri + rest + GOOD);
    assertThat(feed.framing.refusal()).isNull();
    assertThat(feed.handedOn.toString()).isEqualTo("GET " + path + rest + GOOD);
  }

  @Test
  void anyCutGivesTheSame() {
    String all =
        GOOD
            + "\r\nPOST http://t/x HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\n"
            + "5\r\nhello\r\n1;a=b\r\n!\r\n0\r\nT: v\r\n\r\n"
            + "PUT / HTTP/1.1\r\nHost: t\r\nContent-Length: 4\r\n\r\n\r\n\r\n"
            + GOOD;
    String expected = new Feed().bytes(all).handedOn.toString();
    assertThat(expected).endsWith(GOOD).contains("POST /x HTTP/1.1");
    for (int cut = 1; cut < all.length(); cut++) {
      Feed feed = new Feed().bytes(all.substring(0, cut)).bytes(all.substring(cut));
      assertThat(feed.handedOn.toString()).as("cut at %d", cut).isEqualTo(expected);
    }
    Feed dripped = new Feed();
    all.chars().forEach(c -> dripped.bytes(String.valueOf((char) c)));
    assertThat(dripped.handedOn.toString()).isEqualTo(expected);
    assertThat(dripped.framing.refusal()).isNull();
    assertThat(dripped.framing.heads()).isEqualTo(4);
  }

  @Test
  void aClientThatEndsBetweenChunksHasBrokenItsBody() {
    Feed feed =
        new Feed().bytes("POST / HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na");
    feed.framing.end();
    assertThat(feed.framing.refusal()).isNotNull();
    Feed idle = new Feed().bytes(GOOD);
    idle.framing.end();
    assertThat(idle.framing.refusal()).isNull();
  }
}
