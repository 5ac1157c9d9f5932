package rebound.chaos.network.api;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import rebound.chaos.network.proxy.ProxyEntry;
import rebound.chaos.network.proxy.Refusal;
import rebound.chaos.network.proxy.ToxicEntry;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/// Reads what requests ask for.
///
/// As the protocol's own decoder does: keys in any case, unknown ones ignored, of a repeated one
/// the last, null says nothing, and whatever follows the first value is not looked at.
public final class Body {
  private static final JsonFactory JSON = new JsonFactory();

  private Body() {}

  /// The proxy of a body.
  static ProxyEntry proxy(String body) throws Refusal {
    Object value = read(body);
    return proxy(value == null ? Map.of() : object(value, "the proxy"));
  }

  /// The toxic of a body.
  static ToxicEntry toxic(String body) throws Refusal {
    Object value = read(body);
    return toxic(value == null ? Map.of() : object(value, "the toxic"));
  }

  /// The list of proxies of a body or of a configuration file.
  public static List<ProxyEntry> proxies(String body) throws Refusal {
    List<ProxyEntry> entries = new ArrayList<>();
    for (Object value : list(read(body), "the body")) {
      entries.add(proxy(value == null ? Map.of() : object(value, "a proxy")));
    }
    return entries;
  }

  private static ProxyEntry proxy(Map<String, Object> fields) throws Refusal {
    List<ToxicEntry> toxics = new ArrayList<>();
    for (Object value : list(fields.get("toxics"), "toxics")) {
      toxics.add(toxic(value == null ? Map.of() : object(value, "a toxic")));
    }
    return new ProxyEntry(
        text(fields, "name"),
        text(fields, "listen"),
        text(fields, "upstream"),
        flag(fields, "enabled"),
        toxics);
  }

  private static ToxicEntry toxic(Map<String, Object> fields) throws Refusal {
    Map<String, Long> attributes = new LinkedHashMap<>();
    Object given = fields.get("attributes");
    if (given != null) {
      for (Map.Entry<String, Object> entry : object(given, "attributes").entrySet()) {
        attributes.put(entry.getKey(), wholeNumber(entry.getKey(), entry.getValue()));
      }
    }
    return new ToxicEntry(
        text(fields, "name"),
        text(fields, "type"),
        text(fields, "stream"),
        fraction(fields, "toxicity"),
        attributes);
  }

  private static String text(Map<String, Object> fields, String name) throws Refusal {
    return switch (fields.get(name)) {
      case null -> null;
      case String text -> text;
      case Object other -> throw Refusal.badBody(name + " " + other + " is not a text");
    };
  }

  private static Boolean flag(Map<String, Object> fields, String name) throws Refusal {
    return switch (fields.get(name)) {
      case null -> null;
      case Boolean flag -> flag;
      case Object other -> throw Refusal.badBody(name + " " + other + " is not true or false");
    };
  }

  private static Float fraction(Map<String, Object> fields, String name) throws Refusal {
    return switch (fields.get(name)) {
      case null -> null;
      case Digits number -> {
        float value = Float.parseFloat(number.text());
        if (Float.isInfinite(value)) {
          throw Refusal.badBody(name + " " + number.text() + " is out of range");
        }
        yield value;
      }
      case Object other -> throw Refusal.badBody(name + " " + other + " is not a number");
    };
  }

  private static Long wholeNumber(String name, Object value) throws Refusal {
    return switch (value) {
      case null -> null;
      case Digits number -> {
        try {
          yield Long.parseLong(number.text());
        } catch (NumberFormatException fraction) {
          Refusal refusal =
              Refusal.badBody(name + " " + number.text() + " is not a whole number of 64 bits");
          refusal.initCause(fraction);
          throw refusal;
        }
      }
      case Object other -> throw Refusal.badBody(name + " " + other + " is not a whole number");
    };
  }

  private static Map<String, Object> object(Object value, String what) throws Refusal {
    if (!(value instanceof Fields fields)) {
      throw Refusal.badBody(what + " is not an object");
    }
    return fields.byName();
  }

  private static List<Object> list(Object value, String what) throws Refusal {
    return switch (value) {
      case null -> List.of();
      case Items items -> items.values();
      case Object other -> throw Refusal.badBody(what + " is not an array");
    };
  }

  /// A JSON number as it was written.
  private record Digits(String text) {}

  /// A JSON object by lower-case key.
  private record Fields(Map<String, Object> byName) {}

  /// A JSON array.
  private record Items(List<Object> values) {}

  private static Object read(String body) throws Refusal {
    try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), body)) {
      JsonToken first = parser.nextToken();
      if (first == null) {
        throw Refusal.badBody("EOF");
      }
      return value(parser, first);
    } catch (JacksonException malformed) {
      Refusal refusal = Refusal.badBody(malformed.getOriginalMessage());
      refusal.initCause(malformed);
      throw refusal;
    }
  }

  private static Object value(JsonParser parser, JsonToken token) throws Refusal {
    return switch (token) {
      case START_OBJECT -> {
        Map<String, Object> fields = new LinkedHashMap<>();
        for (JsonToken key = next(parser); key != JsonToken.END_OBJECT; key = next(parser)) {
          String name = parser.currentName().toLowerCase(Locale.ROOT);
          fields.put(name, value(parser, next(parser)));
        }
        yield new Fields(fields);
      }
      case START_ARRAY -> {
        List<Object> items = new ArrayList<>();
        for (JsonToken item = next(parser); item != JsonToken.END_ARRAY; item = next(parser)) {
          items.add(value(parser, item));
        }
        yield new Items(items);
      }
      case VALUE_STRING -> parser.getString();
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new Digits(parser.getString());
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NULL -> null;
      case NOT_AVAILABLE, END_OBJECT, END_ARRAY, PROPERTY_NAME, VALUE_EMBEDDED_OBJECT ->
          throw Refusal.badBody("unexpected " + token);
    };
  }

  private static JsonToken next(JsonParser parser) throws Refusal {
    JsonToken token = parser.nextToken();
    if (token == null) {
      throw Refusal.badBody("unexpected EOF");
    }
    return token;
  }
}
