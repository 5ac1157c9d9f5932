package rebound.soak.peers;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/// What matters of a target's answer when two servers are to do equal work. Of a refusal only its
/// status matters: its words are each server's own.
///
/// @param status the status, 0 where there was no answer
/// @param fields headers that matter, names in small letters, values in the order sent
/// @param body the text, JSON without its white space and with its members in order of their names
record RouteAnswer(int status, Map<String, List<String>> fields, String body) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int SHOWN = 80;

  /// Reduces an answer to what matters.
  static RouteAnswer of(int status, Map<String, List<String>> headers, byte[] body) {
    if (status >= 400) {
      return new RouteAnswer(status, Map.of(), "");
    }
    Map<String, List<String>> fields = new TreeMap<>();
    headers.forEach(
        (name, values) -> {
          String small = name.toLowerCase(Locale.ROOT);
          if (small.equals("content-type")) {
            fields.put(small, values.stream().map(RouteAnswer::mediaType).toList());
          } else if (small.equals("location")
              || small.equals("set-cookie")
              || small.startsWith("x-")) {
            fields.put(small, values);
          } else if (small.equals("date")) {
            // To write one is work; what it says differs from second to second.
            fields.put(small, List.of("present"));
          } else if (small.equals("connection") && values.contains("close")) {
            fields.put(small, values);
          }
        });
    return new RouteAnswer(status, fields, text(fields, body));
  }

  /// What differs, seen from the reference; empty where nothing does.
  List<String> differences(RouteAnswer other) {
    List<String> differences = new ArrayList<>();
    if (status != other.status) {
      differences.add("status " + other.status + ", the reference has " + status);
      return differences;
    }
    Map<String, List<String>> all = new TreeMap<>(fields);
    all.putAll(other.fields);
    for (String name : all.keySet()) {
      List<String> own = fields.get(name);
      List<String> theirs = other.fields.get(name);
      if (own == null || !own.equals(theirs)) {
        differences.add(
            "header " + name + ": " + shown(theirs) + ", the reference has " + shown(own));
      }
    }
    if (!body.equals(other.body)) {
      differences.add("body " + cut(other.body) + ", the reference has " + cut(body));
    }
    return differences;
  }

  private static String mediaType(String value) {
    int end = value.indexOf(';');
    return (end < 0 ? value : value.substring(0, end)).strip().toLowerCase(Locale.ROOT);
  }

  private static String text(Map<String, List<String>> fields, byte[] body) {
    String text = new String(body, StandardCharsets.UTF_8);
    if (!fields.getOrDefault("content-type", List.of()).contains("application/json")) {
      return text;
    }
    try {
      return sorted(JSON.readTree(text)).toString();
    } catch (JacksonException noJson) {
      return "no JSON: " + text;
    }
  }

  private static JsonNode sorted(JsonNode node) {
    if (node.isObject()) {
      Map<String, JsonNode> members = new TreeMap<>();
      node.propertyStream().forEach(it -> members.put(it.getKey(), sorted(it.getValue())));
      return JSON.createObjectNode().setAll(members);
    }
    if (node.isArray()) {
      return JSON.createArrayNode().addAll(node.valueStream().map(RouteAnswer::sorted).toList());
    }
    return node;
  }

  private static String shown(List<String> values) {
    return values == null ? "none" : String.join(" | ", values);
  }

  private static String cut(String text) {
    return "'" + (text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "…") + "'";
  }
}
