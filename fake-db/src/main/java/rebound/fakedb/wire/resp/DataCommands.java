package rebound.fakedb.wire.resp;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/// The commands that read and write data. Event loop thread only.
final class DataCommands {
  private static final byte[] WRONG_TYPE =
      Reply.error("WRONGTYPE Operation against a key holding the wrong kind of value");
  private static final byte[] NO_ROOM =
      Reply.error("OOM command not allowed when used memory > 'maxmemory'.");
  private static final byte[] NO_INTEGER =
      Reply.error("ERR value is not an integer or out of range");
  private static final byte[] SYNTAX = Reply.error("ERR syntax error");
  private static final byte[] ZERO = Reply.integer(0);
  private static final byte[] ONE = Reply.integer(1);

  private final Keyspace keyspace;
  private final int database;
  private final boolean third;

  DataCommands(Keyspace keyspace, int database, boolean third) {
    this.keyspace = keyspace;
    this.database = database;
    this.third = third;
  }

  /// Runs one; its number of words was checked.
  byte[] run(String name, Words words) {
    return switch (name) {
      case "GET" -> get(words.text(1));
      case "SET" -> SetCommand.run(keyspace, database, third, words);
      case "SETEX" -> setFor(words, 1000);
      case "PSETEX" -> setFor(words, 1);
      case "SETNX" -> setIfAbsent(words);
      case "GETSET" -> getSet(words);
      case "GETDEL" -> {
        byte[] value = get(words.text(1));
        keyspace.remove(database, words.text(1));
        yield value;
      }
      case "MGET" -> mget(words);
      case "MSET" -> mset(words);
      case "APPEND" -> append(words);
      case "STRLEN" -> {
        Keyspace.Entry entry = keyspace.get(database, words.text(1));
        yield entry == null
            ? ZERO
            : entry.text == null ? WRONG_TYPE : Reply.integer(entry.text.length);
      }
      case "DEL", "UNLINK" -> count(words, key -> keyspace.remove(database, key));
      case "EXISTS" -> count(words, key -> keyspace.get(database, key) != null);
      case "TYPE" -> {
        Keyspace.Entry entry = keyspace.get(database, words.text(1));
        yield Reply.bytes(
            entry == null ? "+none\r\n" : entry.text == null ? "+hash\r\n" : "+string\r\n");
      }
      case "INCR" -> add(words.text(1), 1);
      case "DECR" -> add(words.text(1), -1);
      case "INCRBY" -> addText(words.text(1), words.text(2), 1);
      case "DECRBY" -> addText(words.text(1), words.text(2), -1);
      case "EXPIRE" -> expire(words, 1000);
      case "PEXPIRE" -> expire(words, 1);
      case "PERSIST" -> persist(words.text(1));
      case "TTL" -> ttl(words.text(1), 1000);
      case "PTTL" -> ttl(words.text(1), 1);
      case "KEYS" -> keys(words.text(1));
      case "FLUSHALL" -> {
        for (int i = 0; i < Keyspace.DATABASES; i++) {
          keyspace.clear(i);
        }
        yield Reply.OK;
      }
      case "FLUSHDB" -> {
        keyspace.clear(database);
        yield Reply.OK;
      }
      default -> new HashCommands(keyspace, database, third).run(name, words);
    };
  }

  private byte[] get(String key) {
    Keyspace.Entry entry = keyspace.get(database, key);
    if (entry == null) {
      return Reply.missing(third);
    }
    return entry.text == null ? WRONG_TYPE : Reply.bulk(entry.text);
  }

  private byte[] setFor(Words words, long unitMillis) {
    Long time = number(words.text(2));
    if (time == null) {
      return NO_INTEGER;
    }
    if (time <= 0 || time > Long.MAX_VALUE / 2000) {
      return Reply.error(
          "ERR invalid expire time in '" + words.text(0).toLowerCase(Locale.ROOT) + "' command");
    }
    long until = System.currentTimeMillis() + time * unitMillis;
    return keyspace.put(database, words.text(1), words.word(3), until) ? Reply.OK : NO_ROOM;
  }

  private byte[] setIfAbsent(Words words) {
    if (keyspace.get(database, words.text(1)) != null) {
      return ZERO;
    }
    return keyspace.put(database, words.text(1), words.word(2), Long.MAX_VALUE) ? ONE : NO_ROOM;
  }

  private byte[] getSet(Words words) {
    byte[] old = get(words.text(1));
    if (old == WRONG_TYPE) {
      return old;
    }
    return keyspace.put(database, words.text(1), words.word(2), Long.MAX_VALUE) ? old : NO_ROOM;
  }

  private byte[] mget(Words words) {
    Reply reply = new Reply(third).array(words.count() - 1);
    for (int i = 1; i < words.count(); i++) {
      Keyspace.Entry entry = keyspace.get(database, words.text(i));
      reply.add(entry == null ? null : entry.text);
    }
    return reply.done();
  }

  private byte[] mset(Words words) {
    if (words.count() % 2 == 0) {
      return Reply.error("ERR wrong number of arguments for 'mset' command");
    }
    for (int i = 1; i < words.count(); i += 2) {
      if (!keyspace.put(database, words.text(i), words.word(i + 1), Long.MAX_VALUE)) {
        return NO_ROOM;
      }
    }
    return Reply.OK;
  }

  private byte[] append(Words words) {
    Keyspace.Entry entry = keyspace.get(database, words.text(1));
    if (entry != null && entry.text == null) {
      return WRONG_TYPE;
    }
    byte[] more = words.word(2);
    byte[] old = entry == null ? new byte[0] : entry.text;
    byte[] both = Arrays.copyOf(old, old.length + more.length);
    System.arraycopy(more, 0, both, old.length, more.length);
    long until = entry == null ? Long.MAX_VALUE : entry.expiresAtMillis;
    return keyspace.put(database, words.text(1), both, until)
        ? Reply.integer(both.length)
        : NO_ROOM;
  }

  private interface Test {
    boolean on(String key);
  }

  private static byte[] count(Words words, Test test) {
    int count = 0;
    for (int i = 1; i < words.count(); i++) {
      if (test.on(words.text(i))) {
        count++;
      }
    }
    return Reply.integer(count);
  }

  private byte[] addText(String key, String amount, int sign) {
    Long by = number(amount);
    return by == null || by == Long.MIN_VALUE ? NO_INTEGER : add(key, sign * by);
  }

  private byte[] add(String key, long by) {
    Keyspace.Entry entry = keyspace.get(database, key);
    if (entry != null && entry.text == null) {
      return WRONG_TYPE;
    }
    String text = entry == null ? "0" : new String(entry.text, StandardCharsets.ISO_8859_1);
    Long old = number(text);
    if (old == null) {
      return NO_INTEGER;
    }
    long sum = old + by;
    if (((old ^ sum) & (by ^ sum)) < 0) {
      return Reply.error("ERR increment or decrement would overflow");
    }
    long until = entry == null ? Long.MAX_VALUE : entry.expiresAtMillis;
    return keyspace.put(database, key, Reply.bytes(Long.toString(sum)), until)
        ? Reply.integer(sum)
        : NO_ROOM;
  }

  private byte[] expire(Words words, long unitMillis) {
    Long time = number(words.text(2));
    if (time == null || Math.abs(time) > Long.MAX_VALUE / 2000) {
      return NO_INTEGER;
    }
    if (words.count() > 3) {
      return SYNTAX;
    }
    Keyspace.Entry entry = keyspace.get(database, words.text(1));
    if (entry == null) {
      return ZERO;
    }
    entry.expiresAtMillis = System.currentTimeMillis() + time * unitMillis;
    return ONE;
  }

  private byte[] persist(String key) {
    Keyspace.Entry entry = keyspace.get(database, key);
    if (entry == null || entry.expiresAtMillis == Long.MAX_VALUE) {
      return ZERO;
    }
    entry.expiresAtMillis = Long.MAX_VALUE;
    return ONE;
  }

  private byte[] ttl(String key, long unitMillis) {
    Keyspace.Entry entry = keyspace.get(database, key);
    if (entry == null) {
      return Reply.integer(-2);
    }
    if (entry.expiresAtMillis == Long.MAX_VALUE) {
      return Reply.integer(-1);
    }
    long left = entry.expiresAtMillis - System.currentTimeMillis();
    return Reply.integer((left + unitMillis / 2) / unitMillis);
  }

  private byte[] keys(String glob) {
    StringBuilder regex = new StringBuilder();
    for (int i = 0; i < glob.length(); i++) {
      char c = glob.charAt(i);
      switch (c) {
        case '*' -> regex.append(".*");
        case '?' -> regex.append('.');
        default -> regex.append(Pattern.quote(String.valueOf(c)));
      }
    }
    Pattern pattern = Pattern.compile(regex.toString(), Pattern.DOTALL);
    var found =
        keyspace.keys(database).stream().filter(key -> pattern.matcher(key).matches()).toList();
    Reply reply = new Reply(third).array(found.size());
    for (String key : found) {
      reply.add(key.getBytes(StandardCharsets.ISO_8859_1));
    }
    return reply.done();
  }

  /// A whole number as Redis reads it, or null.
  static Long number(String text) {
    if (text.isEmpty() || text.length() > 20 || text.startsWith("+")) {
      return null;
    }
    try {
      return Long.valueOf(text);
    } catch (NumberFormatException e) {
      return null;
    }
  }

  /// Those of hashes.
  private record HashCommands(Keyspace keyspace, int database, boolean third) {
    byte[] run(String name, Words words) {
      String key = words.text(1);
      Keyspace.Entry entry = keyspace.get(database, key);
      if (entry != null && entry.hash == null) {
        return WRONG_TYPE;
      }
      Map<String, byte[]> hash = entry == null ? Map.of() : entry.hash;
      return switch (name) {
        case "HSET", "HMSET" -> set(name, words, hash);
        case "HGET" -> {
          byte[] value = hash.get(words.text(2));
          yield value == null ? Reply.missing(third) : Reply.bulk(value);
        }
        case "HMGET" -> {
          Reply reply = new Reply(third).array(words.count() - 2);
          for (int i = 2; i < words.count(); i++) {
            reply.add(hash.get(words.text(i)));
          }
          yield reply.done();
        }
        case "HGETALL" -> {
          Reply reply = new Reply(third).map(hash.size());
          hash.forEach((f, v) -> reply.add(f.getBytes(StandardCharsets.ISO_8859_1)).add(v));
          yield reply.done();
        }
        case "HKEYS" -> {
          Reply reply = new Reply(third).array(hash.size());
          hash.keySet().forEach(f -> reply.add(f.getBytes(StandardCharsets.ISO_8859_1)));
          yield reply.done();
        }
        case "HVALS" -> {
          Reply reply = new Reply(third).array(hash.size());
          hash.values().forEach(reply::add);
          yield reply.done();
        }
        case "HDEL" -> {
          int count = 0;
          for (int i = 2; i < words.count(); i++) {
            count += keyspace.removeField(database, key, words.text(i)) ? 1 : 0;
          }
          yield Reply.integer(count);
        }
        case "HLEN" -> Reply.integer(hash.size());
        case "HEXISTS" -> hash.containsKey(words.text(2)) ? ONE : ZERO;
        case "HINCRBY" -> increment(words, hash);
        default -> throw new IllegalStateException("in the table, but not to be run: " + name);
      };
    }

    private byte[] set(String name, Words words, Map<String, byte[]> hash) {
      if (words.count() % 2 != 0) {
        return Reply.error(
            "ERR wrong number of arguments for '" + name.toLowerCase(Locale.ROOT) + "' command");
      }
      int before = hash.size();
      for (int i = 2; i < words.count(); i += 2) {
        if (!keyspace.putField(database, words.text(1), words.text(i), words.word(i + 1))) {
          return NO_ROOM;
        }
      }
      int added = keyspace.get(database, words.text(1)).hash.size() - before;
      return name.equals("HMSET") ? Reply.OK : Reply.integer(added);
    }

    private byte[] increment(Words words, Map<String, byte[]> hash) {
      byte[] old = hash.get(words.text(2));
      Long from = number(old == null ? "0" : new String(old, StandardCharsets.ISO_8859_1));
      Long by = number(words.text(3));
      if (from == null || by == null) {
        return Reply.error("ERR hash value is not an integer");
      }
      long sum = from + by;
      return keyspace.putField(
              database, words.text(1), words.text(2), Reply.bytes(Long.toString(sum)))
          ? Reply.integer(sum)
          : NO_ROOM;
    }
  }
}
