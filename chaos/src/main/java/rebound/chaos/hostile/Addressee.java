package rebound.chaos.hostile;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/// To whom hostile requests are addressed, and with which words they get past its door: without
/// them, all that a target with a token ever shows to a hostile client is its 401. Their values
/// never show in text.
///
/// @param authority host and port as they stand in the Host header
/// @param headers further headers of every request, a token for example; Host replaces the usual
public record Addressee(String authority, Map<String, String> headers) {
  /// Copies the headers.
  public Addressee {
    headers = Map.copyOf(headers);
  }

  /// A target that asks for no further headers.
  public static Addressee of(String authority) {
    return new Addressee(authority, Map.of());
  }

  /// Host and the further headers as lines of a head, each with its end.
  String lines() {
    Map<String, String> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    all.put("Host", authority);
    all.putAll(headers);
    StringBuilder lines = new StringBuilder("Host: ").append(all.remove("Host")).append("\r\n");
    all.forEach((name, value) -> lines.append(name).append(": ").append(value).append("\r\n"));
    return lines.toString();
  }

  /// Headers of one request beside the further ones, which win.
  Map<String, String> with(Map<String, String> others) {
    Map<String, String> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    all.putAll(others);
    all.putAll(headers);
    return all;
  }

  @Override
  public String toString() {
    return String.format(Locale.ROOT, "%s, headers %s", authority, headers.keySet());
  }
}
