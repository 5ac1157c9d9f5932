package rebound.soak.journal;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Optional;
import java.util.zip.CRC32C;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.json.JsonMapper;

/// An event as a line of JSON whose last key is the checksum of all before it, so that a torn or
/// damaged line is noticed and every line stays JSON for other tools.
final class JournalLine {
  private static final String KEY = ",\"crc32c\":\"";
  private static final int CHECK_CHARACTERS = KEY.length() + 8 + 2;
  private static final ObjectMapper JSON = JsonMapper.builder().build();

  private JournalLine() {}

  static String write(Event event) {
    String json = JSON.writerFor(Event.class).writeValueAsString(event);
    String body = json.substring(0, json.length() - 1);
    return body + KEY + checksum(body) + "\"}\n";
  }

  /// Reads a line back.
  ///
  /// @return empty when the line is torn or damaged
  static Optional<Event> read(String line) {
    int cut = line.length() - CHECK_CHARACTERS;
    if (cut < 1 || !line.startsWith(KEY, cut) || !line.endsWith("\"}")) {
      return Optional.empty();
    }
    String body = line.substring(0, cut);
    String check = line.substring(cut + KEY.length(), line.length() - 2);
    if (!checksum(body).equals(check)) {
      return Optional.empty();
    }
    try {
      return Optional.of(JSON.readValue(body + "}", Event.class));
    } catch (JacksonException foreign) {
      throw new IllegalStateException(
          "the journal holds an event of another version of Rebound: " + body, foreign);
    }
  }

  private static String checksum(String body) {
    CRC32C crc = new CRC32C();
    crc.update(body.getBytes(StandardCharsets.UTF_8));
    return HexFormat.of().toHexDigits((int) crc.getValue());
  }
}
