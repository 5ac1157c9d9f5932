package rebound.server.routes;

import io.undertow.server.HttpServerExchange;
import io.undertow.util.HttpString;
import rebound.server.database.Call;

/// One request on its way through the server. Belongs to its lane's loop, and to its coroutine or
/// thread while that runs.
final class Request {
  private static final HttpString DEADLINE = new HttpString("Rebound-Deadline-Ms");

  private final HttpServerExchange exchange;
  private final Lane lane;
  private final Endpoint endpoint;
  private final byte[] body;
  private final long deadlineNanos;

  Request(HttpServerExchange exchange, Lane lane, Endpoint endpoint, byte[] body) {
    this.exchange = exchange;
    this.lane = lane;
    this.endpoint = endpoint;
    this.body = body;
    this.deadlineNanos = deadline(exchange.getRequestHeaders().getFirst(DEADLINE));
  }

  HttpServerExchange exchange() {
    return exchange;
  }

  Lane lane() {
    return lane;
  }

  Endpoint endpoint() {
    return endpoint;
  }

  byte[] body() {
    return body;
  }

  /// When the client gives up, as `System.nanoTime()`, or [Long#MAX_VALUE].
  long deadlineNanos() {
    return deadlineNanos;
  }

  /// The path as the client sent it.
  String path() {
    return exchange.getRequestPath();
  }

  /// The first value of a query parameter as it stands, or null.
  String query(String name) {
    String query = exchange.getQueryString();
    int length = name.length();
    for (int at = 0; at < query.length(); at = query.indexOf('&', at) + 1) {
      if (query.startsWith(name, at)
          && at + length < query.length()
          && query.charAt(at + length) == '=') {
        int end = query.indexOf('&', at);
        return query.substring(at + length + 1, end < 0 ? query.length() : end);
      }
      if (query.indexOf('&', at) < 0) {
        return null;
      }
    }
    return null;
  }

  /// Sends a call to the lane's database.
  Call send(byte[] command) {
    Call call = new Call(command);
    lane.database().send(call);
    return call;
  }

  private static long deadline(String millis) {
    if (millis == null) {
      return Long.MAX_VALUE;
    }
    try {
      long value = Long.parseLong(millis.strip());
      return value < 0 || value > 86_400_000
          ? Long.MAX_VALUE
          : System.nanoTime() + value * 1_000_000;
    } catch (NumberFormatException e) {
      // A deadline that nobody can read is none: the request is still good.
      return Long.MAX_VALUE;
    }
  }
}
