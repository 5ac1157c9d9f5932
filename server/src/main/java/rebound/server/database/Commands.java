package rebound.server.database;

import static java.nio.charset.StandardCharsets.UTF_8;

/// The commands this server sends, in RESP.
public final class Commands {
  private Commands() {}

  /// Reads a key; the database takes its configured latency.
  public static byte[] get(String key) {
    return encode("GET", key);
  }

  /// Has the database answer after a time of our choice.
  ///
  /// @param millis a decimal number, as the client sent it
  public static byte[] delay(String millis) {
    return encode("DELAY", millis);
  }

  private static byte[] encode(String... words) {
    StringBuilder text = new StringBuilder(48).append('*').append(words.length).append("\r\n");
    for (String word : words) {
      text.append('$').append(word.length()).append("\r\n").append(word).append("\r\n");
    }
    return text.toString().getBytes(UTF_8);
  }
}
