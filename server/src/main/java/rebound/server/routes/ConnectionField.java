package rebound.server.routes;

import io.undertow.util.HeaderMap;
import io.undertow.util.HeaderValues;
import io.undertow.util.Headers;

/// The Connection field as the list that it is; Undertow compares it as a whole.
final class ConnectionField {
  private ConnectionField() {}

  /// True when one of the field's options is the given one, in any case.
  static boolean has(HeaderMap headers, String option) {
    HeaderValues values = headers.get(Headers.CONNECTION);
    if (values == null) {
      return false;
    }
    for (int i = 0; i < values.size(); i++) {
      if (has(values.get(i), option)) {
        return true;
      }
    }
    return false;
  }

  private static boolean has(String list, String option) {
    int from = 0;
    while (from <= list.length()) {
      int comma = list.indexOf(',', from);
      int end = comma < 0 ? list.length() : comma;
      if (list.substring(from, end).strip().equalsIgnoreCase(option)) {
        return true;
      }
      from = end + 1;
    }
    return false;
  }
}
