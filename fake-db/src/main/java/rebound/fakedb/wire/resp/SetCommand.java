package rebound.fakedb.wire.resp;

import java.util.Locale;

/// SET with its options. Event loop thread only.
final class SetCommand {
  private static final byte[] SYNTAX = Reply.error("ERR syntax error");

  private SetCommand() {}

  static byte[] run(Keyspace keyspace, int database, boolean third, Words words) {
    long until = Long.MAX_VALUE;
    boolean keep = false;
    boolean onlyAbsent = false;
    boolean onlyPresent = false;
    boolean get = false;
    for (int i = 3; i < words.count(); i++) {
      String option = words.text(i).toUpperCase(Locale.ROOT);
      switch (option) {
        case "KEEPTTL" -> keep = true;
        case "NX" -> onlyAbsent = true;
        case "XX" -> onlyPresent = true;
        case "GET" -> get = true;
        case "EX", "PX", "EXAT", "PXAT" -> {
          if (++i == words.count() || until != Long.MAX_VALUE) {
            return SYNTAX;
          }
          Long time = DataCommands.number(words.text(i));
          if (time == null) {
            return Reply.error("ERR value is not an integer or out of range");
          }
          if (time <= 0 || time > Long.MAX_VALUE / 2000) {
            return Reply.error("ERR invalid expire time in 'set' command");
          }
          until = until(option, time);
        }
        default -> {
          return SYNTAX;
        }
      }
    }
    if ((onlyAbsent && onlyPresent) || (keep && until != Long.MAX_VALUE)) {
      return SYNTAX;
    }
    Keyspace.Entry old = keyspace.get(database, words.text(1));
    if (get && old != null && old.text == null) {
      return Reply.error("WRONGTYPE Operation against a key holding the wrong kind of value");
    }
    byte[] before = old == null ? Reply.missing(third) : Reply.bulk(get ? old.text : new byte[0]);
    if ((onlyAbsent && old != null) || (onlyPresent && old == null)) {
      return get ? before : Reply.missing(third);
    }
    if (keep && old != null) {
      until = old.expiresAtMillis;
    }
    if (!keyspace.put(database, words.text(1), words.word(2), until)) {
      return Reply.error("OOM command not allowed when used memory > 'maxmemory'.");
    }
    return get ? before : Reply.OK;
  }

  private static long until(String option, long time) {
    return switch (option) {
      case "EX" -> System.currentTimeMillis() + 1000 * time;
      case "PX" -> System.currentTimeMillis() + time;
      case "EXAT" -> 1000 * time;
      default -> time;
    };
  }
}
