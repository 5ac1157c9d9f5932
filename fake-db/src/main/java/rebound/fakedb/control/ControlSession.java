package rebound.fakedb.control;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import rebound.fakedb.wire.Connection;
import rebound.fakedb.wire.Session;

/// HTTP/1.1 as far as the control API needs it: no chunks, one request at a time. Event loop thread
/// only.
public final class ControlSession implements Session {
  private static final int HEAD_MAX_BYTES = 16 * 1024;
  private static final int BODY_MAX_BYTES = 1024 * 1024;

  private final Connection connection;
  private final ControlApi api;
  private boolean busy;

  /// The session of a new connection.
  ///
  /// @param connection of the client
  /// @param api answers
  public ControlSession(Connection connection, ControlApi api) {
    this.connection = connection;
    this.api = api;
  }

  @Override
  public int receive(byte[] bytes, int from, int to) {
    if (busy) {
      return from;
    }
    int headEnd = headEnd(bytes, from, to);
    if (headEnd < 0) {
      return to - from > HEAD_MAX_BYTES ? refuse(431, "the head is too large", to) : from;
    }
    String head = new String(bytes, from, headEnd - from, StandardCharsets.ISO_8859_1);
    String[] lines = head.split("\r\n", -1);
    String[] start = lines[0].split(" ", -1);
    if (start.length != 3 || !start[2].startsWith("HTTP/1.") || !start[1].startsWith("/")) {
      return refuse(400, "this is no HTTP request; the control API speaks HTTP/1.1", to);
    }
    Map<String, String> headers = new HashMap<>();
    for (int i = 1; i < lines.length; i++) {
      int colon = lines[i].indexOf(':');
      if (colon <= 0) {
        return refuse(400, "a header has no colon", to);
      }
      headers.put(
          lines[i].substring(0, colon).toLowerCase(Locale.ROOT),
          lines[i].substring(colon + 1).strip());
    }
    if (headers.containsKey("transfer-encoding")) {
      return refuse(411, "send the body with a Content-Length", to);
    }
    String length = headers.getOrDefault("content-length", "0");
    if (!length.matches("[0-9]{1,9}")) {
      return refuse(400, "Content-Length is no number: '" + length + "'", to);
    }
    int bodyBytes = Integer.parseInt(length);
    if (bodyBytes > BODY_MAX_BYTES) {
      return refuse(413, "the body is larger than " + BODY_MAX_BYTES + " bytes", to);
    }
    int bodyFrom = headEnd + 4;
    if (to - bodyFrom < bodyBytes) {
      return from;
    }
    String body = new String(bytes, bodyFrom, bodyBytes, StandardCharsets.UTF_8);
    handle(start[0], start[1], headers, body, !start[2].equals("HTTP/1.0"));
    return bodyFrom + bodyBytes;
  }

  private void handle(
      String method, String target, Map<String, String> headers, String body, boolean persistent) {
    int question = target.indexOf('?');
    boolean keepAlive =
        persistent && !"close".equalsIgnoreCase(headers.getOrDefault("connection", ""));
    HttpRequest request =
        new HttpRequest(
            method,
            question < 0 ? target : target.substring(0, question),
            question < 0 ? "" : target.substring(question + 1),
            headers,
            body,
            keepAlive);
    busy = true;
    connection.hold();
    // Ports open and close only between two turns of the selector.
    connection.loop().execute(() -> answer(request));
  }

  private void answer(HttpRequest request) {
    connection.write(api.answer(request).bytes(request.keepAlive()));
    busy = false;
    if (request.keepAlive()) {
      connection.loop().flush();
      connection.release();
    } else {
      connection.closeAfterWrites();
    }
  }

  private int refuse(int status, String why, int to) {
    connection.write(HttpAnswer.error(status, why).bytes(false));
    connection.closeAfterWrites();
    return to;
  }

  private static int headEnd(byte[] bytes, int from, int to) {
    for (int i = from; i + 3 < to; i++) {
      if (bytes[i] == '\r'
          && bytes[i + 1] == '\n'
          && bytes[i + 2] == '\r'
          && bytes[i + 3] == '\n') {
        return i;
      }
    }
    return -1;
  }

  @Override
  public void closed() {
    busy = true;
  }
}
