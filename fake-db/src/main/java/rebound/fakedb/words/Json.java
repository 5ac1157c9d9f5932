package rebound.fakedb.words;

import java.util.List;
import java.util.Map;

/// Writes JSON: mappings, lists, texts, numbers, booleans and null.
public final class Json {
  private final StringBuilder text = new StringBuilder();

  private Json() {}

  /// Writes a value.
  ///
  /// @param value a [Map], [List], [String], [Number], [Boolean] or null, nested as you like
  /// @return its JSON, indented, with a line end
  /// @throws IllegalArgumentException for anything else
  public static String text(Object value) {
    Json json = new Json();
    json.write(value, 0);
    return json.text.append('\n').toString();
  }

  private void write(Object value, int depth) {
    switch (value) {
      case null -> text.append("null");
      case String string -> quote(string);
      case Double number -> text.append(Double.isFinite(number) ? number.toString() : "null");
      case Number number -> text.append(number);
      case Boolean flag -> text.append(flag);
      case Map<?, ?> map -> writeMap(map, depth);
      case List<?> list -> writeList(list, depth);
      default -> throw new IllegalArgumentException("no JSON for a " + value.getClass());
    }
  }

  private void writeMap(Map<?, ?> map, int depth) {
    text.append('{');
    String separator = "";
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      text.append(separator);
      line(depth + 1);
      quote(entry.getKey().toString());
      text.append(": ");
      write(entry.getValue(), depth + 1);
      separator = ",";
    }
    if (!map.isEmpty()) {
      line(depth);
    }
    text.append('}');
  }

  private void writeList(List<?> list, int depth) {
    text.append('[');
    String separator = "";
    for (Object item : list) {
      text.append(separator);
      line(depth + 1);
      write(item, depth + 1);
      separator = ",";
    }
    if (!list.isEmpty()) {
      line(depth);
    }
    text.append(']');
  }

  private void line(int depth) {
    text.append('\n').append("  ".repeat(depth));
  }

  private void quote(String string) {
    text.append('"');
    for (int i = 0; i < string.length(); i++) {
      char c = string.charAt(i);
      switch (c) {
        case '"' -> text.append("\\\"");
        case '\\' -> text.append("\\\\");
        case '\n' -> text.append("\\n");
        case '\r' -> text.append("\\r");
        case '\t' -> text.append("\\t");
        default -> {
          if (c < ' ' || Character.isSurrogate(c)) {
            text.append("\\u").append(Integer.toHexString(0x10000 | c), 1, 5);
          } else {
            text.append(c);
          }
        }
      }
    }
    text.append('"');
  }
}
