package rebound.peer;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.ObjectMapper;

/// An answer, before a framework writes it.
///
/// @param status the status
/// @param type the media type, empty for none
/// @param headers further headers, in order
/// @param body the body
@SuppressWarnings("ArrayRecordComponent") // bodies are never compared
public record Reply(int status, String type, List<Map.Entry<String, String>> headers, byte[] body) {
  static final ObjectMapper JSON = new ObjectMapper();

  static Reply text(String text) {
    return new Reply(200, "text/plain;charset=utf-8", List.of(), bytes(text));
  }

  static Reply json(int status, Object value) {
    return new Reply(status, "application/json", List.of(), JSON.writeValueAsBytes(value));
  }

  static Reply json(Object value) {
    return json(200, value);
  }

  static Reply problem(int status, String detail) {
    Map<String, Object> problem = Map.of("type", "about:blank", "status", status, "detail", detail);
    return new Reply(
        status, "application/problem+json", List.of(), JSON.writeValueAsBytes(problem));
  }

  static Reply empty(int status) {
    return new Reply(status, "", List.of(), new byte[0]);
  }

  Reply with(List<Map.Entry<String, String>> more) {
    return new Reply(status, type, more, body);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
