package rebound.chaos.http;

import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Looks a value up in a JSON body.
public final class JsonValue {
  private static final JsonMapper JSON = new JsonMapper();

  private JsonValue() {}

  /// True when the body is JSON and the value at the pointer (RFC 6901) equals the wanted one.
  ///
  /// @param wanted JSON text, for example `"a"` or `1`
  public static boolean at(BodyCopy body, String pointer, String wanted) {
    if (body.isCut()) {
      return false;
    }
    try {
      JsonNode found = JSON.readTree(body.toBytes()).at(JsonPointer.compile(pointer));
      return found.equals(JSON.readTree(wanted));
    } catch (JacksonException e) {
      return false;
    }
  }
}
