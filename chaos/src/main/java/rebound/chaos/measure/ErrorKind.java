package rebound.chaos.measure;

import java.io.IOException;
import java.net.ConnectException;
import java.util.Locale;

/// Why an attempt ended as `broken`, `timedOut` or `connectFailed`. Each kind names what was seen
/// and in which part of the exchange.
public enum ErrorKind {
  /// Nothing listened.
  CONNECT_REFUSED,
  /// The connection was reset before it stood.
  CONNECT_RESET,
  /// No answer to the connection request in time: the accept queue was full, or packets were lost.
  CONNECT_TIMEOUT,
  /// Any other failure to connect, TLS handshakes included.
  CONNECT_OTHER,
  /// The target reset the connection while the request was being written.
  WRITE_RESET,
  /// The target closed the connection without a byte of a response.
  NO_RESPONSE,
  /// No byte of the response within the timeout.
  FIRST_BYTE_TIMEOUT,
  /// The connection ended within the body.
  BODY_TRUNCATED,
  /// The body did not end within the timeout.
  BODY_TIMEOUT,
  /// The target reset the connection after the request had been sent.
  RESET,
  /// Bytes that are no HTTP response.
  GARBAGE,
  /// A response that nobody had asked for.
  UNASKED_RESPONSE,
  /// The target had closed a kept connection just before it was used again.
  STALE_REUSE;

  /// The kind of a connection that could not be opened: the kernel's words tell, the JDK has one
  /// class for most.
  public static ErrorKind ofConnecting(IOException why) {
    String message = String.valueOf(why.getMessage());
    if (message.contains("timed out")) {
      return CONNECT_TIMEOUT;
    }
    if (message.contains("reset")) {
      return CONNECT_RESET;
    }
    return why instanceof ConnectException && message.contains("refused")
        ? CONNECT_REFUSED
        : CONNECT_OTHER;
  }

  /// The kind as it stands in tables and in `run.json`, for example `connect refused`.
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
