package rebound.chaos.network.api;

import java.util.Map;

/// A request as it was read.
///
/// @param target as sent, undecoded
/// @param headers by lower-case name; of a repeated one the last
record Request(String method, String target, Map<String, String> headers, String body) {
  Request {
    headers = Map.copyOf(headers);
  }

  /// A header's value, or the empty text.
  String header(String lowerCaseName) {
    return headers.getOrDefault(lowerCaseName, "");
  }

  /// The path without the query.
  String path() {
    int query = target.indexOf('?');
    return query < 0 ? target : target.substring(0, query);
  }
}
