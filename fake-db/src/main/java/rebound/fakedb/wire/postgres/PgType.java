package rebound.fakedb.wire.postgres;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/// The types that columns and parameters can have, with both their encodings.
enum PgType {
  BOOL(16, 1),
  INT8(20, 8),
  INT4(23, 4),
  TEXT(25, -1),
  JSON(114, -1),
  FLOAT8(701, 8),
  TIMESTAMPTZ(1184, 8),
  VOID(2278, 4);

  private static final Instant EPOCH = Instant.parse("2000-01-01T00:00:00Z");
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSSSSSx", Locale.ROOT);

  private final int oid;
  private final int size;

  PgType(int oid, int size) {
    this.oid = oid;
    this.size = size;
  }

  int oid() {
    return oid;
  }

  int size() {
    return size;
  }

  /// The type of that number; text for those that are not known here.
  static PgType of(int oid) {
    for (PgType type : values()) {
      if (type.oid == oid) {
        return type;
      }
    }
    return switch (oid) {
      case 21 -> INT4;
      case 1114 -> TIMESTAMPTZ;
      default -> TEXT;
    };
  }

  /// The type of that name in SQL; text for those that are not known here.
  static PgType named(String name) {
    return switch (name.toLowerCase(Locale.ROOT)) {
      case "bool", "boolean" -> BOOL;
      case "int8", "bigint" -> INT8;
      case "int4", "int", "integer", "int2", "smallint", "oid" -> INT4;
      case "json", "jsonb" -> JSON;
      case "float8", "double", "float4", "real", "numeric", "decimal" -> FLOAT8;
      case "timestamptz", "timestamp" -> TIMESTAMPTZ;
      default -> TEXT;
    };
  }

  static String time(Instant instant) {
    return TIME.format(instant.atOffset(ZoneOffset.UTC));
  }

  /// A value as it goes over the wire.
  ///
  /// @throws IllegalArgumentException where the text is no value of this type
  byte[] encode(String text, boolean binary) {
    if (!binary || this == TEXT || this == JSON || this == VOID) {
      return text.getBytes(StandardCharsets.UTF_8);
    }
    try {
      return switch (this) {
        case BOOL -> new byte[] {(byte) (isTrue(text) ? 1 : 0)};
        case INT4 -> ByteBuffer.allocate(4).putInt(Integer.parseInt(text)).array();
        case INT8 -> ByteBuffer.allocate(8).putLong(Long.parseLong(text)).array();
        case FLOAT8 -> ByteBuffer.allocate(8).putDouble(Double.parseDouble(text)).array();
        case TIMESTAMPTZ -> {
          Duration since = Duration.between(EPOCH, OffsetDateTime.parse(text, TIME).toInstant());
          yield ByteBuffer.allocate(8)
              .putLong(since.getSeconds() * 1_000_000 + since.getNano() / 1000)
              .array();
        }
        case TEXT, JSON, VOID -> throw new AssertionError("was handled above: " + this);
      };
    } catch (NumberFormatException | DateTimeException e) {
      throw new IllegalArgumentException(
          "invalid input syntax for type " + name().toLowerCase(Locale.ROOT) + ": \"" + text + '"',
          e);
    }
  }

  /// A parameter as text.
  ///
  /// @throws IllegalArgumentException where the bytes are no value of this type
  String decode(byte[] bytes, boolean binary) {
    if (!binary || size < 0 || this == VOID) {
      return new String(bytes, StandardCharsets.UTF_8);
    }
    if (bytes.length != size && !(this == INT4 && bytes.length == 2)) {
      throw new IllegalArgumentException(
          "incorrect binary data format: " + bytes.length + " bytes for a " + this);
    }
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    return switch (this) {
      case BOOL -> bytes[0] == 0 ? "f" : "t";
      case INT4 -> Integer.toString(bytes.length == 2 ? buffer.getShort() : buffer.getInt());
      case INT8 -> Long.toString(buffer.getLong());
      case FLOAT8 -> Double.toString(buffer.getDouble());
      case TIMESTAMPTZ -> {
        long micros = buffer.getLong();
        yield time(
            EPOCH
                .plusSeconds(Math.floorDiv(micros, 1_000_000L))
                .plusNanos(1000L * Math.floorMod(micros, 1_000_000L)));
      }
      case TEXT, JSON, VOID -> throw new AssertionError("was handled above: " + this);
    };
  }

  private static boolean isTrue(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "t", "true", "1", "on", "yes" -> true;
      default -> false;
    };
  }
}
