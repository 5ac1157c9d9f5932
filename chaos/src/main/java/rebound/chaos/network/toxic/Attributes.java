package rebound.chaos.network.toxic;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/// Checks and lists the attributes of a toxic.
final class Attributes {
  /// Ten years: longer than any run, and far from where nanoseconds overflow.
  private static final long LONGEST_MILLIS = 315_360_000_000L;

  private static final long NANOS_PER_MILLI = 1_000_000;

  private Attributes() {}

  /// Refuses a negative amount.
  static void checkAmount(String name, long value) {
    if (value < 0) {
      throw new IllegalArgumentException(name + " " + value + " is negative; use 0 or more");
    }
  }

  /// Refuses a time that is negative or longer than ten years.
  static void checkMillis(String name, long millis) {
    checkAmount(name, millis);
    if (millis > LONGEST_MILLIS) {
      throw new IllegalArgumentException(
          name + " " + millis + " ms is longer than ten years; use at most " + LONGEST_MILLIS);
    }
  }

  static long nanos(long millis) {
    return millis * NANOS_PER_MILLI;
  }

  static SequencedMap<String, Long> of(String name, long value) {
    SequencedMap<String, Long> attributes = new LinkedHashMap<>();
    attributes.put(name, value);
    return Collections.unmodifiableSequencedMap(attributes);
  }

  static SequencedMap<String, Long> of(String first, long one, String second, long two) {
    SequencedMap<String, Long> attributes = new LinkedHashMap<>();
    attributes.put(first, one);
    attributes.put(second, two);
    return Collections.unmodifiableSequencedMap(attributes);
  }
}
