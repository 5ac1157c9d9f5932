package rebound.fakedb.wire.postgres;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// One session's settings, as `SHOW` and `SET` see them. Event loop thread only.
final class Settings {
  static final String VERSION = "16.0";
  static final String VERSION_TEXT = "PostgreSQL " + VERSION + " (Rebound's fake database)";

  /// Those that clients are told of, at the start and at each change.
  static final List<String> REPORTED =
      List.of(
          "server_version",
          "server_encoding",
          "client_encoding",
          "application_name",
          "default_transaction_read_only",
          "in_hot_standby",
          "is_superuser",
          "session_authorization",
          "DateStyle",
          "IntervalStyle",
          "TimeZone",
          "integer_datetimes",
          "standard_conforming_strings");

  private static final int SETTINGS_MAX = 256;

  private final String user;
  private final String database;
  private final Map<String, String> initial = new LinkedHashMap<>();
  private final Map<String, String> values = new LinkedHashMap<>();

  Settings(String user, String database) {
    this.user = user;
    this.database = database;
    put("server_version", VERSION);
    put("server_version_num", "160000");
    put("server_encoding", "UTF8");
    put("client_encoding", "UTF8");
    put("application_name", "");
    put("default_transaction_read_only", "off");
    put("default_transaction_isolation", "read committed");
    put("transaction_isolation", "read committed");
    put("transaction_read_only", "off");
    put("in_hot_standby", "off");
    put("is_superuser", "off");
    put("session_authorization", user);
    put("DateStyle", "ISO, MDY");
    put("IntervalStyle", "postgres");
    put("TimeZone", "UTC");
    put("integer_datetimes", "on");
    put("standard_conforming_strings", "on");
    put("search_path", "\"$user\", public");
    put("statement_timeout", "0");
    put("lock_timeout", "0");
    put("idle_in_transaction_session_timeout", "0");
    put("extra_float_digits", "1");
    put("max_connections", "100");
    put("max_identifier_length", "63");
    put("lc_collate", "C.UTF-8");
    put("row_security", "on");
    put("bytea_output", "hex");
    put("client_min_messages", "notice");
    put("synchronous_commit", "on");
  }

  private void put(String name, String value) {
    initial.put(name.toLowerCase(Locale.ROOT), value);
    values.put(name.toLowerCase(Locale.ROOT), value);
  }

  String user() {
    return user;
  }

  String database() {
    return database;
  }

  /// The value of that name, in any case, or null.
  String get(String name) {
    return values.get(name.toLowerCase(Locale.ROOT));
  }

  /// Sets it; a value of null sets it back.
  ///
  /// @return the name under which clients are told, or null where they are not
  String set(String name, String value) {
    String key = name.toLowerCase(Locale.ROOT);
    String now = value == null ? initial.getOrDefault(key, "") : value;
    if (values.size() < SETTINGS_MAX || values.containsKey(key)) {
      values.put(key, now);
    }
    for (String reported : REPORTED) {
      if (reported.equalsIgnoreCase(name)) {
        return reported;
      }
    }
    return null;
  }

  void reset() {
    values.clear();
    values.putAll(initial);
  }
}
