package rebound.chaos.websocket;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.random.RandomGenerator;
import rebound.chaos.http.RequestBytes;

/// The opening handshake of one population: its request, and the check of what the target answers.
/// One key serves all connections of a population, whose answers nobody caches. Immutable.
public final class Handshake {
  private static final String MAGIC = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
  private static final int MOST_HEAD_BYTES = 16 * 1024;

  private final byte[] request;
  private final String accept;

  /// Makes the request.
  ///
  /// @param target path to ask for
  /// @param host value of the Host header
  /// @param headers further headers
  /// @param random where the key comes from
  public Handshake(
      String target, String host, Map<String, String> headers, RandomGenerator random) {
    byte[] nonce = new byte[16];
    random.nextBytes(nonce);
    String key = Base64.getEncoder().encodeToString(nonce);
    Map<String, String> all = new LinkedHashMap<>(headers);
    all.put("Connection", "Upgrade");
    all.put("Upgrade", "websocket");
    all.put("Sec-WebSocket-Key", key);
    all.put("Sec-WebSocket-Version", "13");
    request = RequestBytes.of("GET", target, host, all, new byte[0], true);
    accept = acceptFor(key);
  }

  static String acceptFor(String key) {
    try {
      MessageDigest sha1 = MessageDigest.getInstance("SHA-1");
      byte[] digest = sha1.digest((key + MAGIC).getBytes(StandardCharsets.US_ASCII));
      return Base64.getEncoder().encodeToString(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-1", e);
    }
  }

  /// The request's bytes; not to be changed.
  public byte[] request() {
    return request;
  }

  /// Looks at what the target has answered so far.
  ///
  /// @param answer all bytes since the request
  /// @param length how many there are
  /// @return length of the head once it is whole and right, 0 while it is not whole, -1 when the
  /// target refuses
  public int check(byte[] answer, int length) {
    String text = new String(answer, 0, length, StandardCharsets.ISO_8859_1);
    int end = text.indexOf("\r\n\r\n");
    if (end < 0) {
      return length > MOST_HEAD_BYTES ? -1 : 0;
    }
    boolean switching = text.startsWith("HTTP/1.1 101");
    boolean accepted = false;
    for (String line : text.substring(0, end).split("\r\n", 0)) {
      int colon = line.indexOf(':');
      accepted |=
          colon > 0
              && line.substring(0, colon).toLowerCase(Locale.ROOT).equals("sec-websocket-accept")
              && line.substring(colon + 1).trim().equals(accept);
    }
    return switching && accepted ? end + 4 : -1;
  }
}
