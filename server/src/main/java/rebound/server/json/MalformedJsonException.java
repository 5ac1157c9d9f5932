package rebound.server.json;

import java.io.Serial;

/// A body that is not the JSON it should be: answered with 400. Has no stack trace, since clients
/// can cause it at any rate.
public final class MalformedJsonException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1L;

  /// A complaint.
  ///
  /// @param message what is wrong, for the client
  public MalformedJsonException(String message) {
    super(message, null, false, false);
  }
}
