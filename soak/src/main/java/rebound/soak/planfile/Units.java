package rebound.soak.planfile;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Durations (`10s`), sizes (`64MiB`) and rates (`500/s`) as plans write them. Each method throws
/// an
/// `IllegalArgumentException` that says what was written and what would be right.
public final class Units {
  private static final Pattern DURATION = Pattern.compile("(\\d+(?:\\.\\d+)?)(us|ms|s|m|h|d)");
  private static final Pattern SIZE = Pattern.compile("(\\d+)(B|KiB|MiB|GiB|kB|MB|GB)");
  private static final Pattern RATE = Pattern.compile("(\\d+(?:\\.\\d+)?)/(s|m|h)");

  private Units() {}

  /// A duration such as `250ms`, `10s` or `1.5h`.
  public static Duration duration(String text) {
    Matcher matcher = DURATION.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "'" + text + "' is no duration: write a number with us, ms, s, m, h or d, as in 10s");
    }
    double nanos = Double.parseDouble(matcher.group(1)) * nanosOf(matcher.group(2));
    if (nanos > Long.MAX_VALUE / 4.0) {
      throw new IllegalArgumentException("'" + text + "' is too long: use at most some years");
    }
    return Duration.ofNanos(Math.round(nanos));
  }

  /// A size in bytes such as `64MiB` (powers of 1,024) or `64MB` (powers of 1,000).
  public static long bytes(String text) {
    Matcher matcher = SIZE.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "'" + text + "' is no size: write a whole number with B, KiB, MiB or GiB, as in 64MiB");
    }
    try {
      return Math.multiplyExact(Long.parseLong(matcher.group(1)), bytesOf(matcher.group(2)));
    } catch (ArithmeticException | NumberFormatException tooLarge) {
      throw new IllegalArgumentException("'" + text + "' is too large for a size", tooLarge);
    }
  }

  /// A rate a second such as `500/s` or `30/m`.
  public static double perSecond(String text) {
    Matcher matcher = RATE.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "'" + text + "' is no rate: write a number with /s, /m or /h, as in 500/s");
    }
    double seconds =
        switch (matcher.group(2)) {
          case "m" -> 60;
          case "h" -> 3_600;
          default -> 1;
        };
    return Double.parseDouble(matcher.group(1)) / seconds;
  }

  /// A duration as a plan would write it, in the largest unit that keeps it a short number.
  public static String write(Duration duration) {
    long nanos = duration.toNanos();
    for (String unit : new String[] {"h", "m", "s", "ms"}) {
      if (nanos != 0 && nanos % nanosOf(unit) == 0) {
        return nanos / nanosOf(unit) + unit;
      }
    }
    return nanos % 1_000 == 0 ? nanos / 1_000 + "us" : nanos / 1_000.0 + "us";
  }

  private static long nanosOf(String unit) {
    return switch (unit) {
      case "us" -> 1_000L;
      case "ms" -> 1_000_000L;
      case "s" -> 1_000_000_000L;
      case "m" -> 60_000_000_000L;
      case "h" -> 3_600_000_000_000L;
      default -> 86_400_000_000_000L;
    };
  }

  private static long bytesOf(String unit) {
    return switch (unit) {
      case "B" -> 1L;
      case "KiB" -> 1L << 10;
      case "MiB" -> 1L << 20;
      case "GiB" -> 1L << 30;
      case "kB" -> 1_000L;
      case "MB" -> 1_000_000L;
      default -> 1_000_000_000L;
    };
  }
}
