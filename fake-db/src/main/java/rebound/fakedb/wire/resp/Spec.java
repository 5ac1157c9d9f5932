package rebound.fakedb.wire.resp;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// What is known about a command, in the terms of `COMMAND`.
///
/// @param name in capitals
/// @param arity number of words, or the least number where below 0
/// @param kind `r` reads data, `w` writes data, `c` is about the connection or the server
/// @param firstKey index of its first key; 0 for none
/// @param lastKey index of its last key; -1 for the last word
/// @param step from key to key
record Spec(String name, int arity, char kind, int firstKey, int lastKey, int step) {
  private static final String TABLE =
      """
      APPEND 3 w 1 1 1
      AUTH -2 c 0 0 0
      CLIENT -2 c 0 0 0
      COMMAND -1 c 0 0 0
      CONFIG -2 c 0 0 0
      DBSIZE 1 c 0 0 0
      DECR 2 w 1 1 1
      DECRBY 3 w 1 1 1
      DEL -2 w 1 -1 1
      DELAY -2 r 2 2 1
      DISCARD 1 c 0 0 0
      ECHO 2 c 0 0 0
      EXEC 1 c 0 0 0
      EXISTS -2 r 1 -1 1
      EXPIRE -3 w 1 1 1
      FLUSHALL -1 w 0 0 0
      FLUSHDB -1 w 0 0 0
      GET 2 r 1 1 1
      GETDEL 2 w 1 1 1
      GETSET 3 w 1 1 1
      HDEL -3 w 1 1 1
      HELLO -1 c 0 0 0
      HEXISTS 3 r 1 1 1
      HGET 3 r 1 1 1
      HGETALL 2 r 1 1 1
      HINCRBY 4 w 1 1 1
      HKEYS 2 r 1 1 1
      HLEN 2 r 1 1 1
      HMGET -3 r 1 1 1
      HMSET -4 w 1 1 1
      HSET -4 w 1 1 1
      HVALS 2 r 1 1 1
      INCR 2 w 1 1 1
      INCRBY 3 w 1 1 1
      INFO -1 c 0 0 0
      KEYS 2 r 0 0 0
      MGET -2 r 1 -1 1
      MSET -3 w 1 -1 2
      MULTI 1 c 0 0 0
      PERSIST 2 w 1 1 1
      PEXPIRE -3 w 1 1 1
      PING -1 c 0 0 0
      PSETEX 4 w 1 1 1
      PTTL 2 r 1 1 1
      QUIT -1 c 0 0 0
      READONLY 1 c 0 0 0
      RESET 1 c 0 0 0
      ROLE 1 c 0 0 0
      SELECT 2 c 0 0 0
      SET -3 w 1 1 1
      SETEX 4 w 1 1 1
      SETNX 3 w 1 1 1
      STRLEN 2 r 1 1 1
      TIME 1 c 0 0 0
      TTL 2 r 1 1 1
      TYPE 2 r 1 1 1
      UNLINK -2 w 1 -1 1
      UNWATCH 1 c 0 0 0
      WATCH -2 c 1 -1 1
      """;

  private static final Map<String, Spec> ALL = read();

  private static Map<String, Spec> read() {
    Map<String, Spec> all = new HashMap<>();
    for (String line : TABLE.lines().toList()) {
      String[] cells = line.split(" ", -1);
      all.put(
          cells[0],
          new Spec(
              cells[0],
              Integer.parseInt(cells[1]),
              cells[2].charAt(0),
              Integer.parseInt(cells[3]),
              Integer.parseInt(cells[4]),
              Integer.parseInt(cells[5])));
    }
    return all;
  }

  /// The command of that name in capitals, or null.
  static Spec find(String name) {
    return ALL.get(name);
  }

  static List<Spec> all() {
    return new ArrayList<>(ALL.values());
  }

  boolean takes(int words) {
    return arity > 0 ? words == arity : words >= -arity;
  }

  /// Whether it asks for data, and so takes its time.
  boolean isQuery() {
    return kind != 'c';
  }
}
