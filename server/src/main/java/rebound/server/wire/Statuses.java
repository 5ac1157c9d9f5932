package rebound.server.wire;

import static java.nio.charset.StandardCharsets.US_ASCII;

/// The status lines that this server sends, as bytes.
final class Statuses {
  private static final byte[][] LINES = new byte[600][];

  private Statuses() {}

  static byte[] line(int status) {
    byte[] line = LINES[status];
    if (line == null) {
      line = "HTTP/1.1 %d %s\r\n".formatted(status, phrase(status)).getBytes(US_ASCII);
      LINES[status] = line;
    }
    return line;
  }

  static String phrase(int status) {
    return switch (status) {
      case 101 -> "Switching Protocols";
      case 200 -> "OK";
      case 201 -> "Created";
      case 204 -> "No Content";
      case 400 -> "Bad Request";
      case 404 -> "Not Found";
      case 405 -> "Method Not Allowed";
      case 408 -> "Request Timeout";
      case 409 -> "Conflict";
      case 413 -> "Content Too Large";
      case 415 -> "Unsupported Media Type";
      case 417 -> "Expectation Failed";
      case 426 -> "Upgrade Required";
      case 429 -> "Too Many Requests";
      case 431 -> "Request Header Fields Too Large";
      case 414 -> "URI Too Long";
      case 500 -> "Internal Server Error";
      case 502 -> "Bad Gateway";
      case 503 -> "Service Unavailable";
      case 504 -> "Gateway Timeout";
      default -> throw new IllegalArgumentException("status: %d is never sent".formatted(status));
    };
  }
}
