package rebound.chaos.http;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// Writes HTTP/1.1 requests as bytes.
public final class RequestBytes {
  private static final Set<String> METHODS_WITH_BODY = Set.of("POST", "PUT", "PATCH");

  private RequestBytes() {}

  /// A whole request. Headers stand in the order of their names, so that the same words always make
  /// the same bytes. A header given as Host, Content-Length or Connection replaces the driver's
  /// own.
  ///
  /// @param method as sent
  /// @param target as sent
  /// @param host value of the Host header
  /// @param headers further headers
  /// @param body empty for none
  /// @param keepAlive false says `Connection: close`
  public static byte[] of(
      String method,
      String target,
      String host,
      Map<String, String> headers,
      byte[] body,
      boolean keepAlive) {
    Set<String> given = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    given.addAll(headers.keySet());
    StringBuilder text = new StringBuilder(128);
    text.append(method).append(' ').append(target).append(" HTTP/1.1\r\n");
    if (!given.contains("Host")) {
      header(text, "Host", host);
    }
    for (String name : new TreeSet<>(headers.keySet())) {
      header(text, name, headers.get(name));
    }
    boolean sized = given.contains("Content-Length") || given.contains("Transfer-Encoding");
    if (!sized && (body.length > 0 || METHODS_WITH_BODY.contains(method))) {
      header(text, "Content-Length", Integer.toString(body.length));
    }
    if (!keepAlive && !given.contains("Connection")) {
      header(text, "Connection", "close");
    }
    text.append("\r\n");
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(text.length() + body.length);
    bytes.writeBytes(text.toString().getBytes(StandardCharsets.UTF_8));
    bytes.writeBytes(body);
    return bytes.toByteArray();
  }

  private static void header(StringBuilder text, String name, String value) {
    text.append(name).append(": ").append(value).append("\r\n");
  }
}
