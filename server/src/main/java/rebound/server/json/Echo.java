package rebound.server.json;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/// Any JSON value, read and written again without its white space; of two members of an object with
/// the same name the last wins.
///
/// Small documents are built as a tree, as other servers do it. A tree of a large one would be many
/// times its size, so those go from token to token, and keep their double names: for a reader who
/// takes the last, they mean the same.
public final class Echo {
  private static final int LARGEST_TREE_BYTES = 32 * 1024;

  private Echo() {}

  /// Reads a document and writes it again.
  ///
  /// @param body UTF-8
  /// @throws MalformedJsonException when it is no JSON
  public static byte[] of(byte[] body) {
    JsonBytes out = new JsonBytes(body.length + 16);
    if (body.length <= LARGEST_TREE_BYTES) {
      write(out, Json.read(body, json -> tree(json, json.nextToken())));
    } else {
      Json.read(body, json -> copy(json, out));
    }
    return out.toBytes();
  }

  /// A number as the client wrote it: no digit is lost.
  private record Digits(String text) {}

  private enum Word {
    TRUE,
    FALSE,
    NULL
  }

  private static Object tree(JsonParser json, JsonToken token) {
    return switch (token) {
      case null -> throw new MalformedJsonException("the body is empty");
      case START_OBJECT -> members(json);
      case START_ARRAY -> items(json);
      case VALUE_STRING -> json.getString();
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new Digits(json.getString());
      case VALUE_TRUE -> Word.TRUE;
      case VALUE_FALSE -> Word.FALSE;
      case VALUE_NULL -> Word.NULL;
      default -> throw new IllegalStateException("no value begins with " + token);
    };
  }

  private static Map<String, Object> members(JsonParser json) {
    Map<String, Object> members = new LinkedHashMap<>(4);
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String name = json.currentName();
      members.put(name, tree(json, json.nextToken()));
    }
    return members;
  }

  private static List<Object> items(JsonParser json) {
    List<Object> items = new ArrayList<>(4);
    for (JsonToken token = json.nextToken();
        token != JsonToken.END_ARRAY;
        token = json.nextToken()) {
      items.add(tree(json, token));
    }
    return items;
  }

  private static void write(JsonBytes out, Object value) {
    // Not a switch over types: that makes the JDK spin a class, which no AOT cache keeps.
    if (value instanceof String text) {
      out.string(text);
    } else if (value instanceof Digits digits) {
      out.raw(digits.text());
    } else if (value instanceof Word word) {
      out.raw(word(word));
    } else if (value instanceof List<?> items) {
      writeItems(out, items);
    } else {
      writeMembers(out, (Map<?, ?>) value);
    }
  }

  private static void writeItems(JsonBytes out, List<?> items) {
    String separator = "[";
    for (Object item : items) {
      write(out.raw(separator), item);
      separator = ",";
    }
    out.raw(items.isEmpty() ? "[]" : "]");
  }

  private static void writeMembers(JsonBytes out, Map<?, ?> members) {
    String separator = "{";
    for (Map.Entry<?, ?> member : members.entrySet()) {
      write(out.raw(separator).string((String) member.getKey()).raw(":"), member.getValue());
      separator = ",";
    }
    out.raw(members.isEmpty() ? "{}" : "}");
  }

  private static String word(Word word) {
    return switch (word) {
      case TRUE -> "true";
      case FALSE -> "false";
      case NULL -> "null";
    };
  }

  private static boolean copy(JsonParser json, JsonBytes out) {
    int depth = 0;
    boolean separated = true;
    do {
      JsonToken token = json.nextToken();
      if (token == null) {
        throw new MalformedJsonException("the body is empty");
      }
      if (!separated && !token.isStructEnd()) {
        out.raw(",");
      }
      separated = token.isStructStart() || token == JsonToken.PROPERTY_NAME;
      depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
      switch (token) {
        case PROPERTY_NAME -> out.string(json.currentName()).raw(":");
        case VALUE_STRING -> out.string(json.getString());
        default -> out.raw(json.getString());
      }
    } while (depth > 0);
    return true;
  }
}
