package rebound.soak.planfile;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/// Enum constants as files write them: small letters with hyphens.
public final class Choices {
  private Choices() {}

  /// The constant that is written so.
  public static <E extends Enum<E>> E of(Class<E> type, String text) {
    for (E constant : type.getEnumConstants()) {
      if (write(constant).equals(text)) {
        return constant;
      }
    }
    throw new IllegalArgumentException(
        "'"
            + text
            + "' is unknown: use "
            + Arrays.stream(type.getEnumConstants())
                .map(Choices::write)
                .collect(Collectors.joining(", ")));
  }

  /// How a file writes the constant.
  public static String write(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
