package rebound.chaos.network.api;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/// An answer. With an empty body it has no content type either.
///
/// @param headers in the order in which they are sent
record Response(int status, Map<String, String> headers, String body) {
  private static final String JSON = "application/json";

  static Response json(int status, String body) {
    return new Response(status, contentType(JSON), body);
  }

  static Response json(int status, String contentType, String body) {
    return new Response(status, contentType(contentType), body);
  }

  static Response empty(int status) {
    return new Response(status, new LinkedHashMap<>(), "");
  }

  static Response text(int status, String body) {
    Map<String, String> headers = contentType("text/plain; charset=utf-8");
    headers.put("X-Content-Type-Options", "nosniff");
    return new Response(status, headers, body);
  }

  /// An error as the protocol sends it: JSON in an envelope of plain text.
  static Response error(int status, String message) {
    return text(status, Json.error(status, message) + "\n");
  }

  Response with(String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(name, value);
    return new Response(status, more, body);
  }

  /// The bytes on the wire.
  byte[] bytes(boolean keepAlive) {
    byte[] content = body.getBytes(StandardCharsets.UTF_8);
    StringBuilder head = new StringBuilder(160);
    head.append("HTTP/1.1 ").append(status).append(' ').append(reason()).append("\r\n");
    headers.forEach((name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
    if (status != 204) {
      head.append("Content-Length: ").append(content.length).append("\r\n");
    }
    if (!keepAlive) {
      head.append("Connection: close\r\n");
    }
    byte[] start = head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
    byte[] all = new byte[start.length + content.length];
    System.arraycopy(start, 0, all, 0, start.length);
    System.arraycopy(content, 0, all, start.length, content.length);
    return all;
  }

  private static Map<String, String> contentType(String type) {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("Content-Type", type);
    return headers;
  }

  private String reason() {
    return switch (status) {
      case 200 -> "OK";
      case 201 -> "Created";
      case 204 -> "No Content";
      case 301 -> "Moved Permanently";
      case 400 -> "Bad Request";
      case 403 -> "Forbidden";
      case 404 -> "Not Found";
      case 405 -> "Method Not Allowed";
      case 409 -> "Conflict";
      case 413 -> "Content Too Large";
      case 431 -> "Request Header Fields Too Large";
      default -> "Internal Server Error";
    };
  }
}
