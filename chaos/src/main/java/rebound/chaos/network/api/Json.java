package rebound.chaos.network.api;

import java.math.BigDecimal;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import rebound.chaos.network.link.NamedToxic;
import rebound.chaos.network.proxy.Proxy;

/// Writes the protocol's objects: compact, fields in the protocol's order.
final class Json {
  private Json() {}

  static String error(int status, String message) {
    return "{\"error\":" + text(message) + ",\"status\":" + status + "}";
  }

  /// An error of a list of proxies, with those that stand already.
  static String error(int status, String message, List<Proxy> done) {
    return "{\"error\":"
        + text(message)
        + ",\"status\":"
        + status
        + ",\"proxies\":"
        + listOrNull(done)
        + "}";
  }

  static String populated(List<Proxy> done) {
    return "{\"proxies\":" + listOrNull(done) + "}";
  }

  static String byName(Collection<Proxy> proxies) {
    return proxies.stream()
        .map(proxy -> text(proxy.name()) + ":" + proxy(proxy))
        .collect(Collectors.joining(",", "{", "}"));
  }

  static String proxy(Proxy proxy) {
    return "{\"name\":"
        + text(proxy.name())
        + ",\"listen\":"
        + text(proxy.listen())
        + ",\"upstream\":"
        + text(proxy.upstream())
        + ",\"enabled\":"
        + proxy.isEnabled()
        + ",\"toxics\":"
        + toxics(proxy.toxics())
        + "}";
  }

  static String toxics(List<NamedToxic> toxics) {
    return toxics.stream().map(Json::toxic).collect(Collectors.joining(",", "[", "]"));
  }

  static String toxic(NamedToxic toxic) {
    String attributes =
        toxic.toxic().attributes().sequencedEntrySet().stream()
            .map(entry -> text(entry.getKey()) + ":" + entry.getValue())
            .collect(Collectors.joining(",", "{", "}"));
    return "{\"attributes\":"
        + attributes
        + ",\"name\":"
        + text(toxic.name())
        + ",\"type\":"
        + text(toxic.toxic().type())
        + ",\"stream\":"
        + text(toxic.stream())
        + ",\"toxicity\":"
        + number(toxic.toxicity())
        + "}";
  }

  /// The shortest digits that give the same float again, without a needless fraction.
  static String number(float value) {
    BigDecimal shortest = new BigDecimal(Float.toString(value)).stripTrailingZeros();
    float magnitude = Math.abs(value);
    if (magnitude != 0 && (magnitude < 1e-6f || magnitude >= 1e21f)) {
      String digits = shortest.unscaledValue().abs().toString();
      int exponent = digits.length() - 1 - shortest.scale();
      return (value < 0 ? "-" : "")
          + digits.charAt(0)
          + (digits.length() > 1 ? "." + digits.substring(1) : "")
          + "e"
          + (exponent < 0 ? "-" : "+")
          + Math.abs(exponent);
    }
    return shortest.toPlainString();
  }

  /// A quoted text; the signs that mean something in HTML are escaped.
  static String text(String value) {
    StringBuilder quoted = new StringBuilder(value.length() + 2).append('"');
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      switch (c) {
        case '"' -> quoted.append("\\\"");
        case '\\' -> quoted.append("\\\\");
        case '\n' -> quoted.append("\\n");
        case '\r' -> quoted.append("\\r");
        case '\t' -> quoted.append("\\t");
        default -> {
          if (c < ' ' || c == '<' || c == '>' || c == '&' || c == '\u2028' || c == '\u2029') {
            quoted.append(String.format("\\u%04x", (int) c));
          } else {
            quoted.append(c);
          }
        }
      }
    }
    return quoted.append('"').toString();
  }

  private static String listOrNull(List<Proxy> proxies) {
    return proxies.isEmpty()
        ? "null"
        : proxies.stream().map(Json::proxy).collect(Collectors.joining(",", "[", "]"));
  }
}
