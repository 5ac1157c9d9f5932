package rebound.soak.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// A fact of the environment in words: the name without its camels, and the value.
///
/// @param name for example `cpu model`
/// @param value as text
public record Fact(String name, String value) {
  private static final int LONG = 60;

  /// True where it needs a line of its own.
  boolean isLong() {
    return value.length() > LONG;
  }

  /// Facts by their names, in their order.
  public static List<Fact> of(Map<String, Object> facts) {
    List<Fact> list = new ArrayList<>();
    facts.forEach((name, value) -> list.add(new Fact(spaced(name), text(value))));
    return list;
  }

  private static String spaced(String camels) {
    return camels.replaceAll("([a-z0-9])([A-Z])", "$1 $2").toLowerCase(Locale.ROOT);
  }

  private static String text(Object value) {
    return switch (value) {
      case null -> Words.ABSENT;
      case List<?> items -> String.join(" ", items.stream().map(String::valueOf).toList());
      case Number number when number.doubleValue() == number.longValue() ->
          number.longValue() > 99_999 ? Words.count(number.longValue()) : number.toString();
      default -> value.toString();
    };
  }
}
