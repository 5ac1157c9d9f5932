package rebound.server.wire;

import io.undertow.server.HttpServerExchange;

/// Takes what became of a body: one of the two, once, on the loop.
public interface BodyTaker {
  /// All of it is there.
  ///
  /// @param exchange the request
  /// @param bytes the body, owned by whoever takes it
  void whole(HttpServerExchange exchange, byte[] bytes);

  /// It is not there.
  ///
  /// @param exchange the request
  /// @param failure why
  void failed(HttpServerExchange exchange, BodyFailure failure);
}
