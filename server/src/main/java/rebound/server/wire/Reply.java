package rebound.server.wire;

import static java.nio.charset.StandardCharsets.UTF_8;

import rebound.server.json.JsonBytes;

/// An answer, ready to be written: everything but the date, the connection's fate and the length's
/// digits stands in bytes already. Immutable, so one may be built once and sent for ever.
public final class Reply {
  static final byte[] NOTHING = {};
  private static final String TYPE = "Content-Type: ";
  private static final byte[] JSON = type("application/json");
  private static final byte[] PROBLEM = type("application/problem+json");
  private static final byte[] METRICS = type("text/plain; version=0.0.4; charset=utf-8");
  private static final byte[] TEXT = type("text/plain;charset=utf-8");

  private final int status;
  private final byte[] headers;
  private final byte[] body;
  private final boolean closing;

  private Reply(int status, byte[] headers, byte[] body, boolean closing) {
    this.status = status;
    this.headers = headers;
    this.body = body;
    this.closing = closing;
  }

  /// A 200 with JSON.
  public static Reply json(byte[] body) {
    return new Reply(200, JSON, body, false);
  }

  /// JSON under another status.
  public static Reply json(int status, byte[] body) {
    return new Reply(status, JSON, body, false);
  }

  /// A 200 with plain text.
  public static Reply text(byte[] body) {
    return new Reply(200, TEXT, body, false);
  }

  /// A 200 in Prometheus' text format.
  public static Reply metrics(byte[] body) {
    return new Reply(200, METRICS, body, false);
  }

  /// An answer without a body.
  public static Reply empty(int status) {
    return new Reply(status, NOTHING, NOTHING, false);
  }

  /// A complaint as RFC 9457 has it.
  ///
  /// @param status a status of 400 or more
  /// @param detail what is wrong and what to do, in words
  public static Reply problem(int status, String detail) {
    JsonBytes json = new JsonBytes(96 + detail.length());
    json.raw("{\"type\":\"about:blank\",\"title\":").string(Statuses.phrase(status));
    json.raw(",\"status\":").number(status).raw(",\"detail\":").string(detail).raw("}");
    return new Reply(status, PROBLEM, json.toBytes(), false);
  }

  /// The same with one header more.
  public Reply with(String name, String value) {
    byte[] line = (name + ": " + value + "\r\n").getBytes(UTF_8);
    byte[] all = new byte[headers.length + line.length];
    System.arraycopy(headers, 0, all, 0, headers.length);
    System.arraycopy(line, 0, all, headers.length, line.length);
    return new Reply(status, all, body, closing);
  }

  /// The same with header lines that were built before, each ended by CRLF.
  public Reply withLines(byte[] lines) {
    byte[] all = new byte[headers.length + lines.length];
    System.arraycopy(headers, 0, all, 0, headers.length);
    System.arraycopy(lines, 0, all, headers.length, lines.length);
    return new Reply(status, all, body, closing);
  }

  /// The same, and the connection ends with it.
  public Reply thenClose() {
    return new Reply(status, headers, body, true);
  }

  /// The status.
  public int status() {
    return status;
  }

  /// The content type, or null without one.
  String contentType() {
    String lines = new String(headers, UTF_8);
    return lines.startsWith(TYPE) ? lines.substring(TYPE.length(), lines.indexOf('\r')) : null;
  }

  byte[] headers() {
    return headers;
  }

  byte[] body() {
    return body;
  }

  boolean closing() {
    return closing;
  }

  private static byte[] type(String type) {
    return (TYPE + type + "\r\n").getBytes(UTF_8);
  }
}
