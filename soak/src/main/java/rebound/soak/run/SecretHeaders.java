package rebound.soak.run;

import java.util.HashMap;
import java.util.Map;

/// Headers of every request to an attached target, a token for example. Their values come from the
/// environment, go to the target alone, and never show in text: not in a log, not in a result.
public final class SecretHeaders {
  private final Map<String, String> values;

  /// Headers by name.
  ///
  /// @throws IllegalArgumentException when a name or a value would end its line
  public SecretHeaders(Map<String, String> values) {
    this.values = Map.copyOf(values);
    this.values.forEach(SecretHeaders::check);
  }

  private static void check(String name, String value) {
    if (!name.matches("[!#$%&'*+.^_`|~0-9A-Za-z-]+")) {
      throw new IllegalArgumentException("header name '" + name + "' holds what no name may hold");
    }
    if (!value.matches("[ -~\\t]*")) {
      throw new IllegalArgumentException(
          "the value of header " + name + " holds what no header may hold, a line end perhaps");
    }
  }

  /// None at all.
  public static SecretHeaders none() {
    return new SecretHeaders(Map.of());
  }

  /// The values, for the wire.
  Map<String, String> values() {
    return values;
  }

  /// These beside others, which they replace.
  Map<String, String> with(Map<String, String> others) {
    if (values.isEmpty()) {
      return others;
    }
    Map<String, String> all = new HashMap<>(others);
    all.keySet().removeIf(it -> values.keySet().stream().anyMatch(it::equalsIgnoreCase));
    all.putAll(values);
    return all;
  }

  @Override
  public String toString() {
    return "headers " + values.keySet() + ", values not shown";
  }
}
