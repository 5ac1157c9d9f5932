package rebound.chaos.load;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import rebound.chaos.http.BodyCopy;
import rebound.chaos.http.HeadMemo;
import rebound.chaos.http.JsonValue;
import rebound.chaos.http.RequestBytes;
import rebound.chaos.http.RequestMethod;
import rebound.chaos.http.ResponseParser;

/// A request of the mix made ready to send: its bytes, and what its answer must be. Belongs to one
/// lane and its thread.
final class RequestKind {
  final ByteBuffer bytes;
  final int length;
  final RequestMethod method;
  final HeadMemo memo = new HeadMemo();
  private final Request request;
  private final byte[] wanted;
  private final boolean[] accepted = new boolean[600];

  RequestKind(Request request, Endpoint endpoint, boolean keepAlive) {
    this.request = request;
    byte[] encoded =
        RequestBytes.of(
            request.method(),
            request.path(),
            Route.hostHeader(endpoint),
            request.headers(),
            request.body(),
            keepAlive);
    length = encoded.length;
    bytes = ByteBuffer.allocateDirect(length).put(encoded);
    method = RequestMethod.of(request.method());
    wanted =
        switch (request.expect().body()) {
          case Request.BodyCheck.Contains(String text) -> text.getBytes(StandardCharsets.UTF_8);
          case Request.BodyCheck.Any _,
              Request.BodyCheck.Length _,
              Request.BodyCheck.JsonPointer _ ->
              new byte[0];
        };
    for (int status = 100; status < accepted.length; status++) {
      accepted[status] = request.expect().accepts(status);
    }
  }

  /// True when the body has to be kept for its check.
  boolean looksIntoBody() {
    return switch (request.expect().body()) {
      case Request.BodyCheck.Any _, Request.BodyCheck.Length _ -> false;
      case Request.BodyCheck.Contains _, Request.BodyCheck.JsonPointer _ -> true;
    };
  }

  boolean accepts(int status) {
    return accepted[status];
  }

  /// True when the complete response's body is what the plan expects.
  boolean hasRightBody(ResponseParser parser, BodyCopy copy) {
    return switch (request.expect().body()) {
      case Request.BodyCheck.Any _ -> true;
      case Request.BodyCheck.Length(long bytes) -> parser.bodyBytes() == bytes;
      case Request.BodyCheck.Contains _ -> copy.contains(wanted);
      case Request.BodyCheck.JsonPointer(String pointer, String value) ->
          JsonValue.at(copy, pointer, value);
    };
  }
}
