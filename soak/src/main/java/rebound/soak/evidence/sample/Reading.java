package rebound.soak.evidence.sample;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;

/// A number that was read from outside, or the reason why it could not be read. A value that is
/// unreadable is never 0 and never missing without a word.
///
/// In JSON a value is a number and an unreadable one is a string with its reason.
public sealed interface Reading {
  /// What was read; the unit is that of the field which holds the reading.
  ///
  /// @param value the number
  record Value(long value) implements Reading {}

  /// Why nothing could be read.
  ///
  /// @param reason in words, with the file or address that was asked
  record Unreadable(String reason) implements Reading {
    public Unreadable {
      if (reason.isBlank()) {
        throw new IllegalArgumentException("reason of an unreadable value is blank; say why");
      }
    }
  }

  /// A value that was read.
  static Reading of(long value) {
    return new Value(value);
  }

  /// A value that could not be read, and why.
  static Reading unreadable(String reason) {
    return new Unreadable(reason);
  }

  /// The number where there is one.
  default OptionalLong amount() {
    return switch (this) {
      case Value read -> OptionalLong.of(read.value());
      case Unreadable _ -> OptionalLong.empty();
    };
  }

  /// True where a number was read.
  default boolean readable() {
    return this instanceof Value;
  }

  /// The sum, unreadable as soon as one part is: a sum of what happened to be readable would be too
  /// small without saying so.
  static Reading sum(List<Reading> parts) {
    long total = 0;
    for (Reading part : parts) {
      switch (part) {
        case Value read -> total += read.value();
        case Unreadable unreadable -> {
          return unreadable;
        }
      }
    }
    return new Value(total);
  }

  /// This reading less an earlier one of the same counter.
  default Reading since(Reading earlier) {
    return switch (this) {
      case Unreadable unreadable -> unreadable;
      case Value now ->
          switch (earlier) {
            case Unreadable unreadable -> unreadable;
            case Value before -> new Value(now.value() - before.value());
          };
    };
  }

  /// A number, or the reason as a string.
  @JsonValue
  default Object json() {
    return switch (this) {
      case Value read -> read.value();
      case Unreadable unreadable -> unreadable.reason();
    };
  }

  /// The reverse of [#json()].
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  static Reading fromJson(Object json) {
    return switch (Objects.requireNonNull(json, "a reading is a number or a reason, not null")) {
      case Number number -> new Value(number.longValue());
      case String reason -> new Unreadable(reason);
      default -> throw new IllegalArgumentException("a reading is a number or a reason: " + json);
    };
  }
}
