package rebound.fakedb.control;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import rebound.fakedb.words.Json;

/// One answer.
///
/// @param status as 200
/// @param type of the body
/// @param body as text
record HttpAnswer(int status, String type, String body) {
  static HttpAnswer json(int status, Object value) {
    return new HttpAnswer(status, "application/json", Json.text(value));
  }

  static HttpAnswer text(String type, String body) {
    return new HttpAnswer(200, type, body);
  }

  /// A refusal, one line a complaint.
  static HttpAnswer error(int status, String why) {
    Map<String, Object> error = new LinkedHashMap<>();
    error.put("error", why.lines().findFirst().orElse(""));
    error.put("complaints", List.of(why.split("\n", -1)));
    return json(status, error);
  }

  byte[] bytes(boolean keepAlive) {
    byte[] content = body.getBytes(StandardCharsets.UTF_8);
    String head =
        "HTTP/1.1 "
            + status
            + " "
            + reason()
            + "\r\nContent-Type: "
            + type
            + "\r\nContent-Length: "
            + content.length
            + "\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nConnection: "
            + (keepAlive ? "keep-alive" : "close")
            + "\r\n\r\n";
    byte[] start = head.getBytes(StandardCharsets.ISO_8859_1);
    byte[] all = java.util.Arrays.copyOf(start, start.length + content.length);
    System.arraycopy(content, 0, all, start.length, content.length);
    return all;
  }

  private String reason() {
    return switch (status) {
      case 200 -> "OK";
      case 201 -> "Created";
      case 400 -> "Bad Request";
      case 403 -> "Forbidden";
      case 404 -> "Not Found";
      case 405 -> "Method Not Allowed";
      case 411 -> "Length Required";
      case 413 -> "Content Too Large";
      case 431 -> "Request Header Fields Too Large";
      default -> "Internal Server Error";
    };
  }
}
