package rebound.chaos.load;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import rebound.chaos.http.AnswerReader;
import rebound.chaos.http.BodyCopy;
import rebound.chaos.http.HeadMemo;
import rebound.chaos.http.JsonValue;
import rebound.chaos.http.RequestBytes;
import rebound.chaos.http.RequestMethod;

/// A request of the mix made ready to send: its bytes, and what its answer must be. Belongs to one
/// lane and its thread.
final class RequestKind {
  final ByteBuffer bytes;
  final int length;
  final RequestMethod method;
  final HeadMemo memo = new HeadMemo();
  private final Request.Expectation expect;
  private final byte[] wanted;
  private final boolean[] accepted = new boolean[600];

  RequestKind(byte[] encoded, RequestMethod method, Request.Expectation expect) {
    this.method = method;
    this.expect = expect;
    length = encoded.length;
    bytes = ByteBuffer.allocateDirect(length).put(encoded);
    wanted =
        switch (expect.body()) {
          case Request.BodyCheck.Contains(String text) -> text.getBytes(StandardCharsets.UTF_8);
          case Request.BodyCheck.Any _,
              Request.BodyCheck.Length _,
              Request.BodyCheck.JsonPointer _ ->
              new byte[0];
        };
    for (int status = 100; status < accepted.length; status++) {
      accepted[status] = expect.accepts(status);
    }
  }

  /// All requests of a population's mix.
  static RequestKind[] all(Population population, Endpoint endpoint) {
    RequestKind[] kinds = new RequestKind[population.requests().size()];
    for (int i = 0; i < kinds.length; i++) {
      Request request = population.requests().get(i);
      byte[] encoded =
          RequestBytes.of(
              request.method(),
              request.path(),
              endpoint.authority(),
              request.headers(),
              request.body(),
              population.keepAlive());
      kinds[i] = new RequestKind(encoded, RequestMethod.of(request.method()), request.expect());
    }
    return kinds;
  }

  /// True when the body has to be kept for its check.
  boolean looksIntoBody() {
    return switch (expect.body()) {
      case Request.BodyCheck.Any _, Request.BodyCheck.Length _ -> false;
      case Request.BodyCheck.Contains _, Request.BodyCheck.JsonPointer _ -> true;
    };
  }

  boolean accepts(int status) {
    return accepted[status];
  }

  /// True when the complete response's body is what the plan expects.
  boolean hasRightBody(AnswerReader answer, BodyCopy copy) {
    return switch (expect.body()) {
      case Request.BodyCheck.Any _ -> true;
      case Request.BodyCheck.Length(long bytes) -> answer.bodyBytes() == bytes;
      case Request.BodyCheck.Contains _ -> copy.contains(wanted);
      case Request.BodyCheck.JsonPointer(String pointer, String value) ->
          JsonValue.at(copy, pointer, value);
    };
  }
}
