package rebound.chaos.load;

import java.util.List;
import java.util.Map;

/// One kind of request of a population's mix.
///
/// @param method the method as sent, for example `GET`
/// @param path the request target as sent, for example `/todos/1`
/// @param headers further headers; Host, Content-Length and Connection are the driver's
/// @param body the body, empty for none; handed over, not copied
/// @param expect what a right answer looks like
/// @param weight share in the mix relative to the other requests, at least 1
@SuppressWarnings("ArrayRecordComponent") // a body may be a megabyte and is never compared
public record Request(
    String method,
    String path,
    Map<String, String> headers,
    byte[] body,
    Expectation expect,
    int weight) {

  /// Copies the headers; refuses a path that is no request target and a weight below 1.
  public Request {
    headers = Map.copyOf(headers);
    if (path.isEmpty() || path.chars().anyMatch(c -> c <= ' ' || c > '~')) {
      throw new IllegalArgumentException(
          "path is '" + path + "': use printable ASCII without spaces, percent-encode the rest");
    }
    if (weight < 1) {
      throw new IllegalArgumentException("weight is " + weight + ": use at least 1");
    }
  }

  /// A GET that expects 200.
  public static Request get(String path) {
    return new Request("GET", path, Map.of(), new byte[0], Expectation.status(200), 1);
  }

  /// What a right answer looks like: one of the statuses, and a body that passes its check.
  ///
  /// @param statuses statuses that are right; `2xx` is all of 200 to 299
  /// @param body what the body must be
  public record Expectation(List<StatusRange> statuses, BodyCheck body) {
    /// Copies the statuses; refuses an empty list.
    public Expectation {
      statuses = List.copyOf(statuses);
      if (statuses.isEmpty()) {
        throw new IllegalArgumentException("expect is empty: name a status, for example 200");
      }
    }

    /// Expects this one status and any body.
    public static Expectation status(int status) {
      return new Expectation(List.of(new StatusRange(status, status)), new BodyCheck.Any());
    }

    /// True when the status is one of the expected.
    public boolean accepts(int status) {
      for (int i = 0; i < statuses.size(); i++) {
        if (statuses.get(i).contains(status)) {
          return true;
        }
      }
      return false;
    }
  }

  /// Statuses from one to another, both included.
  ///
  /// @param from lowest status
  /// @param to highest status
  public record StatusRange(int from, int to) {
    /// Refuses what is no status.
    public StatusRange {
      if (from < 100 || to > 599 || from > to) {
        throw new IllegalArgumentException(
            "expect is " + from + " to " + to + ": use statuses from 100 to 599");
      }
    }

    boolean contains(int status) {
      return status >= from && status <= to;
    }
  }

  /// What a body is checked for.
  public sealed interface BodyCheck {
    /// Any body is right.
    record Any() implements BodyCheck {}

    /// The body has exactly this many bytes.
    ///
    /// @param bytes the length after transfer decoding
    record Length(long bytes) implements BodyCheck {}

    /// The body contains this text.
    ///
    /// @param text UTF-8 text
    record Contains(String text) implements BodyCheck {}

    /// The JSON value at a pointer (RFC 6901) equals a value.
    ///
    /// @param pointer for example `/0/title`
    /// @param value the expected value as JSON text, for example `"a"` or `1`
    record JsonPointer(String pointer, String value) implements BodyCheck {}
  }
}
