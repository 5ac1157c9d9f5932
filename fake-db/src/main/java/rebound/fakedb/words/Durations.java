package rebound.fakedb.words;

import java.math.BigDecimal;
import java.math.RoundingMode;

/// Durations in words: `250us`, `5ms`, `1.5s`, `2m`, `1h`.
public final class Durations {
  /// The longest delay that can be asked for: an hour.
  public static final long MAX_NANOS = 3_600_000_000_000L;

  private Durations() {}

  /// Reads a duration.
  ///
  /// @param text a number and a unit; `0` needs no unit
  /// @return nanoseconds
  /// @throws IllegalArgumentException where it is none, below 0 or above an hour
  public static long parse(String text) {
    String trimmed = text.strip();
    int unitAt = trimmed.length();
    while (unitAt > 0 && Character.isLetter(trimmed.charAt(unitAt - 1))) {
      unitAt--;
    }
    String unit = trimmed.substring(unitAt);
    long factor =
        switch (unit) {
          case "ns" -> 1L;
          case "us", "µs" -> 1_000L;
          case "ms" -> 1_000_000L;
          case "s" -> 1_000_000_000L;
          case "m" -> 60_000_000_000L;
          case "h" -> MAX_NANOS;
          case "" -> "0".equals(trimmed) ? 1L : -1L;
          default -> -1L;
        };
    if (factor < 0) {
      throw wrong(text);
    }
    try {
      BigDecimal number = new BigDecimal(trimmed.substring(0, unitAt).strip());
      if (number.precision() - number.scale() > 18 || number.scale() > 18) {
        throw wrong(text);
      }
      return check(
          number
              .multiply(BigDecimal.valueOf(factor))
              .setScale(0, RoundingMode.HALF_UP)
              .longValueExact());
    } catch (ArithmeticException | NumberFormatException e) {
      throw new IllegalArgumentException(wrong(text).getMessage(), e);
    }
  }

  private static IllegalArgumentException wrong(String text) {
    return new IllegalArgumentException(
        "'" + text + "' is no duration; write a number with us, ms, s, m or h, as 5ms");
  }

  /// Checks the bounds.
  ///
  /// @param nanos a duration
  /// @return the same
  /// @throws IllegalArgumentException where it is below 0 or above an hour
  public static long check(long nanos) {
    if (nanos < 0 || nanos > MAX_NANOS) {
      throw new IllegalArgumentException("must be between 0 and 1h, not " + text(nanos));
    }
    return nanos;
  }

  /// Writes a duration so that [#parse] reads the same.
  ///
  /// @param nanos the duration
  /// @return in the largest unit that leaves at most three places, as `1.5ms`
  public static String text(long nanos) {
    if (nanos == 0) {
      return "0ms";
    }
    if (nanos % 1_000_000 == 0 && Math.abs(nanos) >= 1_000_000_000L) {
      return plain(nanos, 9) + "s";
    }
    if (nanos % 1_000 == 0 && Math.abs(nanos) >= 1_000) {
      return plain(nanos, 6) + "ms";
    }
    return nanos + "ns";
  }

  private static String plain(long nanos, int places) {
    return BigDecimal.valueOf(nanos, places).stripTrailingZeros().toPlainString();
  }
}
