package rebound.fakedb.control;

import java.util.Map;

/// One request.
///
/// @param method in capitals
/// @param path without its query
/// @param query after the question mark; empty where there is none
/// @param headers by name in small letters
/// @param body as text
/// @param keepAlive whether the connection stays open afterwards
record HttpRequest(
    String method,
    String path,
    String query,
    Map<String, String> headers,
    String body,
    boolean keepAlive) {

  /// A parameter of the query, or what stands for it.
  String parameter(String name, String otherwise) {
    for (String pair : query.split("&", -1)) {
      int equals = pair.indexOf('=');
      if (equals > 0 && pair.substring(0, equals).equals(name)) {
        return java.net.URLDecoder.decode(
            pair.substring(equals + 1), java.nio.charset.StandardCharsets.UTF_8);
      }
    }
    return otherwise;
  }
}
