package rebound.chaos.hostile;

import java.util.Arrays;
import java.util.SplittableRandom;

/// Makes requests that break or bend the rules of HTTP/1.1 (RFC 9110, RFC 9112), and mutations of
/// valid ones, from a seed: the same seed makes the same requests. Used by one thread.
final class MalformedRequests {
  /// What a target may do with a request, besides closing the connection.
  enum Rule {
    /// It must refuse it, and must not take any of its bytes for another request.
    REFUSE,
    /// The rules leave it a choice.
    TOLERATE,
    /// It is odd and legal, and gets its normal answer.
    SERVE;

    boolean accepts(int status) {
      boolean refused = (status >= 400 && status < 500) || status == 501 || status == 505;
      return switch (this) {
        case REFUSE -> refused;
        case TOLERATE, SERVE -> refused || status < 400;
      };
    }
  }

  /// A request.
  static final class Sample {
    private final String words;
    private final byte[] bytes;
    private final Rule rule;

    Sample(String words, byte[] bytes, Rule rule) {
      this.words = words;
      this.bytes = bytes;
      this.rule = rule;
    }

    /// What is wrong with it.
    String words() {
      return words;
    }

    /// As it is sent.
    byte[] bytes() {
      return bytes;
    }

    /// What may be done with it.
    Rule rule() {
      return rule;
    }
  }

  private static final int KINDS = 41;
  private static final String SMUGGLED = "GET /rebound-smuggled HTTP/1.1\r\nHost: t\r\n\r\n";

  private final String host;
  private final String path;
  private final SplittableRandom random;

  MalformedRequests(Addressee to, String path, long seed) {
    this.host = to.lines();
    this.path = path;
    this.random = new SplittableRandom(seed);
  }

  /// The next one.
  ///
  /// @param mutatedRatio share of mutations
  Sample next(double mutatedRatio) {
    return random.nextDouble() < mutatedRatio ? mutated() : broken(random.nextInt(KINDS));
  }

  /// One of each kind but mutations.
  static int kinds() {
    return KINDS;
  }

  /// A request of one kind.
  Sample broken(int kind) {
    String get = "GET " + path + " HTTP/1.1\r\n";
    String post = "POST " + path + " HTTP/1.1\r\n" + host;
    String chunked = post + "Transfer-Encoding: chunked\r\n\r\n";
    return switch (kind) {
      case 0 -> tolerate("bare LF", "GET " + path + " HTTP/1.1\n" + host.replace("\r", "") + "\n");
      case 1 -> tolerate("a folded field", get + host + "X-A: b\r\n c" + letters() + "\r\n\r\n");
      case 2 -> refuse("a space before the colon", get + "X-A : b\r\n" + host + "\r\n");
      case 3 ->
          refuse(
              "Content-Length and Transfer-Encoding",
              post + "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + SMUGGLED);
      case 4 ->
          refuse(
              "two Content-Lengths",
              post + "Content-Length: 1\r\nContent-Length: 6\r\n\r\n1" + SMUGGLED);
      case 5 ->
          refuse(
              "a Content-Length past 64 bits",
              post + "Content-Length: 1844674407370955161" + digit() + digit() + "\r\n\r\n1");
      case 6 -> refuse("a negative Content-Length", post + "Content-Length: -" + number() + END);
      case 7 -> refuse("a Content-Length with a sign", post + "Content-Length: +1\r\n\r\n1");
      case 8 -> refuse("a hexadecimal Content-Length", post + "Content-Length: 0x1\r\n\r\n1");
      case 9 ->
          refuse(
              "a chunk size past 64 bits",
              chunked + "1000000000000000" + digit() + "1\r\n1\r\n0" + END);
      case 10 -> refuse("junk in a chunk size", chunked + "1z\r\n1\r\n0" + END);
      case 11 -> refuse("a negative chunk size", chunked + "-1\r\n1\r\n0" + END);
      case 12 -> refuse("a chunk without its end", chunked + "1\r\n10\r\n\r\n" + SMUGGLED);
      case 13 -> refuse("a nonsense last chunk", chunked + "1\r\n1\r\n0 " + letters() + END);
      case 14 ->
          refuse(
              "an unknown transfer coding",
              post + "Transfer-Encoding: x" + letters() + "\r\n\r\n0" + END);
      case 15 ->
          refuse("chunked not last", post + "Transfer-Encoding: chunked, identity\r\n\r\n0" + END);
      case 16 ->
          refuse(
              "two Transfer-Encodings",
              post
                  + "Transfer-Encoding: chunked\r\nTransfer-Encoding: x"
                  + letters()
                  + "\r\n\r\n0"
                  + END);
      case 17 ->
          refuse(
              "a vertical tab in Transfer-Encoding",
              post + "Transfer-Encoding:\u000bchunked\r\n\r\n0" + END);
      case 18 ->
          tolerate(
              "chunked in HTTP/1.0",
              "POST "
                  + path
                  + " HTTP/1.0\r\n"
                  + host
                  + "Transfer-Encoding: chunked\r\n\r\n0"
                  + END);
      case 19 ->
          refuse("authority form", "CONNECT " + letters() + ":80 HTTP/1.1\r\n" + host + "\r\n");
      case 20 -> refuse("no Host", get + "\r\n");
      case 21 -> refuse("two Hosts", get + host + "Host: " + letters() + "\r\n\r\n");
      case 22 -> refuse("a Host that is none", get + "Host: a b/c?d\r\n\r\n");
      case 23 -> refuse("HTTP/0.9", "GET " + path + "\r\n\r\n");
      case 24 -> refuse("the HTTP/2 preface", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
      case 25 ->
          refuse(
              "an unknown version",
              "GET " + path + " HTTP/" + (3 + random.nextInt(7)) + ".0\r\n" + host + "\r\n");
      case 26 -> refuse("a version that is none", "GET " + path + " HTTP/x.y\r\n" + host + "\r\n");
      case 27 -> refuse("NUL in the target", "GET " + path + "\0 HTTP/1.1\r\n" + host + "\r\n");
      case 28 -> refuse("NUL in a field", get + host + "X-A: a\0" + letters() + "\r\n\r\n");
      case 29 -> refuse("a bare CR in a field", get + host + "X-A: a\rb" + "\r\n\r\n");
      case 30 -> refuse("a field without a name", get + host + ": " + letters() + "\r\n\r\n");
      case 31 -> refuse("a field without a colon", get + host + letters() + "\r\n\r\n");
      case 32 ->
          refuse(
              "a control character in the method",
              "G\u0001T " + path + " HTTP/1.1\r\n" + host + "\r\n");
      case 33 -> refuse("raw octets", octets() + "\r\n\r\n");
      case 34 ->
          refuse(
              "a TLS hello",
              "\u0016\u0003\u0001\u0002\0\u0001\0\u0001\u00fc\u0003\u0003" + octets() + "\r\n\r\n");
      case 35 -> tolerate("half a head", get + host + "X-A: " + letters());
      case 36 ->
          tolerate("half a request line", get.substring(0, 1 + random.nextInt(get.length() - 3)));
      case 37 -> serve("an unknown method", "BREW" + " " + path + " HTTP/1.1\r\n" + host + "\r\n");
      case 38 ->
          serve(
              "an unknown upgrade",
              get + host + "Connection: Upgrade\r\nUpgrade: " + letters() + "/1\r\n\r\n");
      case 39 ->
          serve(
              "absolute form", "GET http://" + letters() + path + " HTTP/1.1\r\n" + host + "\r\n");
      case 40 -> serve("an empty line first", "\r\n" + get + host + "\r\n");
      default -> throw new IllegalArgumentException("kind " + kind + ": use 0 to " + (KINDS - 1));
    };
  }

  private static final String END = "\r\n\r\n";

  /// A valid request with one to four random changes of its bytes.
  Sample mutated() {
    String body = "{\"title\":\"" + letters() + "\",\"done\":false}";
    String valid =
        random.nextBoolean()
            ? "GET " + path + " HTTP/1.1\r\n" + host + "Accept: */*\r\n\r\n"
            : "PUT "
                + path
                + " HTTP/1.1\r\n"
                + host
                + "Content-Type: application/json\r\nContent-Length: "
                + body.length()
                + END
                + body;
    byte[] bytes = Paths.ascii(valid);
    int changes = 1 + random.nextInt(4);
    for (int i = 0; i < changes; i++) {
      bytes = change(bytes);
    }
    return new Sample("a mutated request", bytes, Rule.TOLERATE);
  }

  private byte[] change(byte[] bytes) {
    int at = random.nextInt(bytes.length);
    switch (random.nextInt(5)) {
      case 0 -> {
        byte[] flipped = bytes.clone();
        flipped[at] ^= (byte) (1 << random.nextInt(8));
        return flipped;
      }
      case 1 -> {
        return joined(bytes, at, new byte[] {(byte) random.nextInt(256)}, at);
      }
      case 2 -> {
        return bytes.length < 2 ? bytes : joined(bytes, at, new byte[0], at + 1);
      }
      case 3 -> {
        int end = Math.min(bytes.length, at + 1 + random.nextInt(32));
        return joined(bytes, end, Arrays.copyOfRange(bytes, at, end), end);
      }
      default -> {
        return at == 0 ? bytes : Arrays.copyOf(bytes, at);
      }
    }
  }

  /// What stands before one place, something new, and what stands from another place on.
  private static byte[] joined(byte[] bytes, int before, byte[] middle, int after) {
    byte[] all = Arrays.copyOf(bytes, before + middle.length + bytes.length - after);
    System.arraycopy(middle, 0, all, before, middle.length);
    System.arraycopy(bytes, after, all, before + middle.length, bytes.length - after);
    return all;
  }

  private static Sample refuse(String words, String text) {
    return new Sample(words, Paths.ascii(text), Rule.REFUSE);
  }

  private static Sample tolerate(String words, String text) {
    return new Sample(words, Paths.ascii(text), Rule.TOLERATE);
  }

  private static Sample serve(String words, String text) {
    return new Sample(words, Paths.ascii(text), Rule.SERVE);
  }

  private String letters() {
    StringBuilder letters = new StringBuilder();
    int length = 1 + random.nextInt(12);
    for (int i = 0; i < length; i++) {
      letters.append((char) ('a' + random.nextInt(26)));
    }
    return letters.toString();
  }

  /// Bytes from 128 to 255: none of them may begin a request.
  private String octets() {
    StringBuilder octets = new StringBuilder();
    int length = 1 + random.nextInt(64);
    for (int i = 0; i < length; i++) {
      octets.append((char) (128 + random.nextInt(128)));
    }
    return octets.toString();
  }

  private int digit() {
    return random.nextInt(10);
  }

  private int number() {
    return 1 + random.nextInt(1_000);
  }
}
